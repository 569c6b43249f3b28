"""A decision of a finished game taken again: whether another action was better, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludotheque.core.reason import Reason
from ludotheque.core.solver import Verdict
from ludotheque.core.texts import Outlook, Prompt, Texts
from ludotheque.games import AnyKit
from ludotheque.play.commentary import value
from ludotheque.play.hints import Hint
from ludotheque.play.lessons import Answer
from ludotheque.play.review import Decision, gave_away, rated

Than = Literal["best", "better", "same", "worse"]
"""Nothing was better; or how an action compares with the one that was played."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """An action beside the one that was played: what it is worth, and why.

    The reason speaks for the action if nothing is better, otherwise for the reply of the opponent,
    if it is the opponent's turn then.
    """

    than: Than
    worth: Verdict
    until: str
    reply: str = ""
    why: Reason | None = None


def compare(kit: AnyKit, state: Any, played: Any, action: Any) -> Comparison:
    """What the teacher says of another action; the same at every call."""
    analysis = kit.teacher.analyse(state)
    was, now = (rated(kit, state, analysis, each) for each in (played, action))
    found = Comparison(_than(analysis.verdict, was, now), now, analysis.until)
    if found.than == "best":
        return replace(found, why=kit.teacher.why(state, action))
    return _replied(kit, state, kit.game.apply(state, action), found)


def _replied(kit: AnyKit, before: Any, after: Any, found: Comparison) -> Comparison:
    """The comparison with the reply that the teacher would give."""
    game = kit.game
    if game.turn(after) in (None, game.turn(before)) or len(after.results) > len(before.results):
        return found
    reply = kit.teacher.advice(after)
    text = game.notation.write_action(reply)
    return replace(found, reply=text, why=kit.teacher.why(after, reply))


def _than(best: Verdict, was: Verdict, now: Verdict) -> Than:
    """By the measure of the review: for certain, or beyond the doubt of estimates."""
    if not gave_away(best, now):
        return "best"
    if gave_away(now, was):
        return "better"
    return "worse" if gave_away(was, now) else "same"


@dataclass(frozen=True)
class Praised(Answer):
    """The answer to an action that nothing clearly beats, with what speaks for it."""

    why: str = ""


class Retry:
    """The position before a decision of a game, and what is answered to another action there."""

    def __init__(self, kit: AnyKit, state: Any, played: Any, words: Texts) -> None:
        """Takes the words with the names of those who played."""
        self.kit = kit
        self.game = kit.game
        self.start = state
        self.played = played
        self.words = words
        seat = kit.game.turn(state)
        assert seat is not None
        self.seat = seat

    @property
    def task(self) -> Prompt:
        """What to do, and what was done in the game."""
        told = self.game.painter.tell(self.start, self.played, self.words)
        return Prompt(self.words("retry.do"), self.words("retry.why", told=told))

    def praise(self, answer: Answer) -> Prompt:
        """What is said once nothing better can be found."""
        return Prompt(answer.text, answer.why if isinstance(answer, Praised) else "")

    def solution(self, reached: Answer) -> Hint | None:
        """Nothing yet: `advised` tells it once the teacher has been asked."""
        del reached
        return None

    def begun(self) -> Answer:
        """The position before anything is tried."""
        return Answer("on", self.start)

    def checked(self, text: str) -> Any:
        """The action as it is ruled; raises `Refusal` if the rules refuse it."""
        return self.game.checked(self.start, self.game.notation.read_action(text))

    def refused(self, reason: Reason) -> Answer:
        """What is answered where the rules refuse."""
        return Answer("refused", self.start, None, self.words.sentence(reason), reason.rule)

    def at_once(self, action: Any) -> Answer | None:
        """What is answered without the teacher: to the action of the game, and to a lost turn."""
        if action == self.played:
            return Answer("other", self.start, None, self.words("retry.again"))
        if not self.game.notation.write_action(action).endswith("?"):
            return None
        words = self.words.addressing(self.seat)
        lost = self.game.painter.verdict(self.start, action, self.seat, words)
        return Answer("other", self.start, None, lost)

    def answer(self, action: Any, found: Comparison | None) -> Answer:
        """What is answered to an action that was compared; None: it could not be."""
        if found is None:
            return Answer("other", self.start, None, self.words("review.unknown"))
        after = self.game.apply(self.start, action)
        worth = value(found.worth, self.words, found.until)
        said = self.words(f"retry.{found.than}", value=worth)
        if found.than == "best":
            return Praised("done", after, (self.start, action), said, why=self._why(found))
        return Answer("other", self.start, None, f"{said} {self._reply(after, found)}".strip())

    def _reply(self, after: Any, found: Comparison) -> str:
        """How the opponent would answer, and why."""
        if not found.reply:
            return ""
        reply = self.game.notation.read_action(found.reply)
        told = self.game.painter.tell(after, reply, self.words)
        return self.words("retry.reply", told=told, why=self._why(found))

    def _why(self, found: Comparison) -> str:
        return self.words.say(found.why) if found.why else ""

    def pressed(self, presses: Sequence[str]) -> Answer | Outlook | None:
        """Why presses make no action, or what they would bring about."""
        meant = self.game.meaning(self.start, presses)
        if isinstance(meant, Reason):
            return self.refused(meant)
        return self.game.painter.outlook(self.start, presses, self.words)

    def advised(self, decision: Decision | None) -> Hint:
        """What was better by the review of the decision, with the parts to press in order."""
        if decision is None:
            return Hint("why", self.words("review.unknown"), ())
        better = decision.better
        text = better.action if better else decision.action
        action = self.game.notation.read_action(text)
        told = self.game.painter.instruct(self.start, action, self.words)
        why = f" {self.words.say(better.why)}" if better else ""
        gestures = self.game.gestures(self.start, self.seat)
        parts = next((gesture.presses for gesture in gestures if gesture.means(text)), ())
        return Hint("move", told + why, parts)
