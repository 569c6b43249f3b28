"""The guided first game as it is played: what is answered to an attempt at a lesson.

Whoever plays a lesson sends everything that was done in it so far, and it is played again from its
position: nothing is kept between two attempts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, Literal

from ludotheque.core.game import Seat
from ludotheque.core.kit import Box
from ludotheque.core.player import settle
from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.texts import LANGUAGES, Outlook, Prompt
from ludotheque.games import NAMES, find, load_for
from ludotheque.play.hints import Hint

_SEED = 1  # what is drawn in a lesson is the same whenever it is played
_MOST_LESSONS = 12  # of a game
_KEPT = len(NAMES) * len(LANGUAGES) * _MOST_LESSONS

Kind = Literal["refused", "other", "on", "done"]


@dataclass(frozen=True)
class Answer:
    """What came of an attempt.

    The rules refused it, it was legal but not what was asked for, it was right and something is
    left to do, or it was right. `text` says why or what only play could tell, `rule` is the
    paragraph; `state` is the position after it, `after` the state before the last action and that
    action, if any was right.
    """

    kind: Kind
    state: Any
    after: tuple[Any, Any] | None = None
    text: str = ""
    rule: str = ""


class Exercise:
    """A lesson of a box in one language: its position, its sentences, and what is answered."""

    def __init__(self, box: Box, number: int, lang: str) -> None:
        """Opens the box under the options of its lesson of that number, counted from 1."""
        self.box = box
        self.number = number
        self.lang = lang
        self.lesson = box.lessons(lang)[number - 1]
        options = self.lesson.options
        self.kit = load_for(f"{box.name}({options})" if options else box.name, lang)
        self.game = self.kit.round
        self.words = self.kit.words(lang)
        self.start = self.game.notation.read_state(self.lesson.state)
        seat = self.game.turn(self.start)
        assert seat is not None, self.lesson
        self.seat: Seat = seat

    @property
    def title(self) -> str:
        """What is learned, in a few words."""
        return self._say("title")

    @property
    def task(self) -> Prompt:
        """What to do in the position, and why."""
        return Prompt(self._say("do"), self._say("why"))

    def praise(self, answer: Answer) -> Prompt:
        """What is said once it is done: what came of it, and what was learned by it."""
        told = "" if answer.rule else answer.text
        return Prompt(told or self.words("lesson.well"), self._say("done"))

    def tried(self, actions: Sequence[str]) -> Answer:
        """What is answered to these actions in order, up to the first that is not right."""
        answer = Answer("on", self.start)
        for text in actions:
            answer = self._judged(answer, text)
            if answer.kind != "on":
                break
        return answer

    def pressed(self, actions: Sequence[str], presses: Sequence[str]) -> Answer | Outlook | None:
        """Why presses after these actions make none, or what they would bring about."""
        answer = self.tried(actions)
        meant = self.game.meaning(answer.state, presses)
        if isinstance(meant, Reason):
            return self._refused(answer, meant)
        return self.game.painter.outlook(answer.state, presses, self.words)

    def example(self, state: Any) -> str:
        """An action that is right there, in notation."""
        written = map(self.game.notation.write_action, self.game.actions(state))
        return self.lesson.example or next(filter(self.lesson.wants, written))

    def solution(self, state: Any) -> Hint:
        """How to do what is asked for, with the parts to press in order."""
        text, key = self.example(state), self._key("solution")
        action = self.game.notation.read_action(text)
        told = self.game.instruct(state, action, self.lang)
        gestures = self.game.gestures(state, self.seat)
        presses = next((gesture.presses for gesture in gestures if gesture.means(text)), ())
        return Hint("move", self.words(key) if key in self.words else told, presses)

    def _judged(self, before: Answer, text: str) -> Answer:
        game, state = self.game, before.state
        try:
            action = game.checked(state, game.notation.read_action(text))
        except Refusal as refusal:
            return self._refused(before, refusal.reason)
        written = game.notation.write_action(action)
        if not self.lesson.wants(written):
            return replace(before, kind="other", text=self._complaint(written))
        after = settle(game, game.apply(state, action), Random(_SEED))
        assert self.seat is not None
        verdict = game.painter.verdict(state, action, self.seat, self.words)
        more = game.turn(after) == self.seat
        return Answer("on" if more else "done", after, (state, action), verdict)

    def _refused(self, before: Answer, reason: Reason) -> Answer:
        """A refusal, which is what some lessons ask for."""
        kind: Kind = "done" if reason.key == self.lesson.refused else "refused"
        return replace(before, kind=kind, text=self.words.sentence(reason), rule=reason.rule)

    def _complaint(self, written: str) -> str:
        """Why a legal action is not what is asked for."""
        name = self.lesson.complaint(written)
        keys = (self._key(name), f"lesson.{name}", self._key("other"), "lesson.other")
        return self.words(next(key for key in keys if key in self.words))

    def _say(self, line: str) -> str:
        return self.words(self._key(line))

    def _key(self, line: str) -> str:
        return f"lesson.{self.lesson.name}.{line}"


@lru_cache(maxsize=_KEPT)
def exercise(name: str, number: int, lang: str) -> Exercise:
    """The lesson of that number in the box of that name, counted from 1."""
    return Exercise(find(name), number, lang)
