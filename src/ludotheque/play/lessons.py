"""Lessons and problems as they are played: what is answered to an attempt.

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
from ludotheque.core.lesson import Lesson, Problem
from ludotheque.core.player import settle
from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.texts import Outlook, Prompt
from ludotheque.games import find, load_for
from ludotheque.play.hints import Hint

_SEED = 1  # what is drawn in a lesson is the same whenever it is played
_KEPT = 256  # up to twelve lessons of ten games in two languages

Kind = Literal["refused", "other", "on", "done"]


@dataclass(frozen=True)
class Answer:
    """What came of an attempt.

    The rules refused it, it was legal but not what was asked for, it was right and something is
    left to do, or it was right. `text` says why or what only play could tell, `rule` is the
    paragraph; `state` is the position after it, `after` the state before the last action and that
    action, if any was right; `step` is how many were.
    """

    kind: Kind
    state: Any
    after: tuple[Any, Any] | None = None
    text: str = ""
    rule: str = ""
    step: int = 0


class Exercise:
    """A lesson of a box in one language: its position, its sentences, and what is answered."""

    def __init__(self, box: Box, lesson: Lesson, lang: str) -> None:
        """Opens the box under the options of the lesson."""
        self.box = box
        self.lang = lang
        self.lesson = lesson
        options = lesson.options
        self.kit = load_for(f"{box.name}({options})" if options else box.name, lang)
        self.game = self.kit.round
        self.words = self.kit.words(lang)
        self.start = self.game.notation.read_state(lesson.state)
        seat = self.game.turn(self.start)
        assert seat is not None, lesson
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
        """What is said once it is done: what came of it, and what was learned by it.

        A problem is just solved, whatever came of it.
        """
        told = "" if answer.rule or isinstance(self.lesson, Problem) else answer.text
        return Prompt(told or self._say("well"), self._say("done"))

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

    def example(self, reached: Answer) -> str:
        """An action that is right there, in notation."""
        written = map(self.game.notation.write_action, self.game.actions(reached.state))
        right = (text for text in written if self.lesson.wants(text, reached.step))
        return self.lesson.example or next(right)

    def solution(self, reached: Answer) -> Hint:
        """How to do what is asked for, with the parts to press in order."""
        text, key = self.example(reached), self._key("solution")
        action = self.game.notation.read_action(text)
        told = self.game.instruct(reached.state, action, self.lang)
        gestures = self.game.gestures(reached.state, self.seat)
        presses = next((gesture.presses for gesture in gestures if gesture.means(text)), ())
        return Hint("move", self.words(key) if key in self.words else told, presses)

    def _judged(self, before: Answer, text: str) -> Answer:
        game, state = self.game, before.state
        try:
            action = game.checked(state, game.notation.read_action(text))
        except Refusal as refusal:
            return self._refused(before, refusal.reason)
        written = game.notation.write_action(action)
        if not self.lesson.wants(written, before.step):
            return replace(before, kind="other", text=self._complaint(written, before.step))
        verdict = game.painter.verdict(state, action, self.seat, self.words.addressing(self.seat))
        after, last = self._answered(before.step, state, action)
        more = game.turn(after) == self.seat
        return Answer("on" if more else "done", after, last, verdict, step=before.step + 1)

    def _answered(self, step: int, state: Any, action: Any) -> tuple[Any, tuple[Any, Any]]:
        """The state after an action and what the lesson replies to it, and the last of them."""
        game, reply = self.game, self.lesson.reply(step)
        after = settle(game, game.apply(state, action), Random(_SEED))
        if not reply:
            return after, (state, action)
        answer = game.checked(after, game.notation.read_action(reply))
        return settle(game, game.apply(after, answer), Random(_SEED)), (after, answer)

    def _refused(self, before: Answer, reason: Reason) -> Answer:
        """A refusal, which is what some lessons ask for."""
        kind: Kind = "done" if reason.key == self.lesson.refused else "refused"
        return replace(before, kind=kind, text=self.words.sentence(reason), rule=reason.rule)

    def _complaint(self, written: str, step: int) -> str:
        """Why a legal action is not what is asked for: what it leads to, if that is known."""
        name, values = self.lesson.fault(written, step)
        common = (f"{self.lesson.family}.{name}", f"lesson.{name}")
        keys = (self._key(name), *common, self._key("other"), "lesson.other")
        key = next(key for key in keys if key in self.words)
        return self.words(key, **{**self.lesson.values, **values})

    def _say(self, line: str) -> str:
        """A sentence of the lesson, or else of all in its family."""
        key = self._key(line)
        found = key if key in self.words else f"{self.lesson.family}.{line}"
        return self.words(found, **self.lesson.values)

    def _key(self, line: str) -> str:
        return f"{self.lesson.family}.{self.lesson.name}.{line}"


@lru_cache(maxsize=_KEPT)
def exercise(name: str, number: int, lang: str) -> Exercise:
    """The lesson of that number in the box of that name, counted from 1."""
    box = find(name)
    return Exercise(box, box.lessons(lang)[number - 1], lang)
