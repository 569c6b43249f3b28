"""A decision of a game to take again: a teacher says whether another action is better."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from ludotheque.core.reason import Refusal
from ludotheque.core.texts import Prompt, Texts
from ludotheque.games import AnyKit
from ludotheque.play.commentary import value
from ludotheque.play.hints import Hint
from ludotheque.play.history import History
from ludotheque.play.review import Comparison, Decision
from ludotheque.play.work import ComparisonWork, DecisionWork, Work
from ludotheque.practice.exercise import Answer, Attempt, Exercise
from ludotheque.table.table import deny


class Mistake(Exercise):
    """The position before a decision, after `number` moves of a game.

    `turn` is the number of the decision, counted from 1 as in the review. `table` is the id of the
    table at which the game was played, if any.
    """

    def __init__(
        self, kit: AnyKit, start: Any, played: Any, words: Texts,
        number: int = 0, turn: int = 1, table: str = "",
    ) -> None:  # fmt: skip
        """`words` contain the names of the players."""
        super().__init__(kit, kit.game, start, words)
        self.played = played
        self.number, self.turn, self.table = number, turn, table

    @property
    def task(self) -> Prompt:
        """What to do, and what was played in the game."""
        told = self.game.painter.tell(self.start, self.played, self.words)
        return Prompt(self.words("retry.do"), self.words("retry.why", told=told))

    def praise(self, answer: Answer) -> Prompt:
        """The praise once nothing better can be found."""
        return Prompt(answer.text, answer.why)

    def work(self, attempt: Attempt) -> Work[Any] | None:
        """The search for a better action, or a comparison; None if the answer is known."""
        if attempt.solution:
            return DecisionWork.of(self.kit, self.start, self.played, self.number)
        for text in () if attempt.presses else attempt.actions[:1]:
            with suppress(Refusal):
                action = self._ruled(self.start, text)
                if not self._known(action):
                    return ComparisonWork.of(self.kit, self.start, self.played, action)
        return None

    def example(self, reached: Answer) -> str:
        """The better action that the review found, or else the action that was played."""
        del reached
        assert isinstance(self.found, Decision)
        better = self.found.better
        return better.action if better else self.found.action

    def solution(self, reached: Answer) -> Hint:
        """What was better and why, with the parts to press in order."""
        if not isinstance(self.found, Decision):
            return Hint("why", self.words("review.unknown"), ())
        return super().solution(reached)

    def _instruction(self, state: Any, action: Any) -> str:
        better = self.found.better
        why = f" {self.words.say(better.why)}" if better else ""
        return super()._instruction(state, action) + why

    def _judged(self, before: Answer, action: Any) -> Answer:
        known = self._known(action)
        if known or not isinstance(self.found, Comparison):
            return replace(before, kind="other", text=known or self.words("review.unknown"))
        found, after = self.found, self.game.apply(self.start, action)
        worth = value(found.worth, self.words, found.until)
        said = self.words(f"retry.{found.than}", value=worth)
        if found.than == "best":
            return Answer("done", after, (self.start, action), said, why=self._why(found))
        return replace(before, kind="other", text=f"{said} {self._reply(after, found)}".strip())

    def _known(self, action: Any) -> str:
        """The answer to the action of the game or to a lost turn; empty if it needs a teacher."""
        if action == self.played:
            return self.words("retry.again")
        if not self.game.notation.write_action(action).endswith("?"):
            return ""
        words = self.words.addressing(self.seat)
        return self.game.painter.verdict(self.start, action, self.seat, words)

    def _reply(self, after: Any, found: Comparison) -> str:
        """How the opponent would answer, and why; empty if it is not the opponent's turn."""
        if not found.reply:
            return ""
        reply = self.game.notation.read_action(found.reply)
        told = self.game.painter.tell(after, reply, self.words)
        return self.words("retry.reply", told=told, why=self._why(found))

    def _why(self, found: Comparison) -> str:
        return self.words.say(found.why) if found.why else ""


def mistake_of(history: History, number: int, words: Texts, table: str = "") -> Mistake:
    """The decision after `number` moves of a game; refuses a chance move or an invalid number."""
    if not 0 <= number < len(history.moves) or history.moves[number].seat is None:
        raise deny("no_move")
    turn = sum(move.seat is not None for move in history.moves[: number + 1])
    start, played = history.taken_back(number).state, history.moves[number].action
    return Mistake(history.kit, start, played, words, number, turn, table)
