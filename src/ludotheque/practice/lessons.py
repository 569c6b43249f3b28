"""The lessons of the guided first game: an action is right if it is legal and fits a pattern."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ludotheque.core.caching import cache_of_large
from ludotheque.core.kit import Box
from ludotheque.core.lesson import Lesson, Problem
from ludotheque.core.player import settle
from ludotheque.core.reason import Reason
from ludotheque.core.texts import Prompt
from ludotheque.games import find, load_for
from ludotheque.practice.exercise import Answer, Exercise
from ludotheque.table.table import deny

_SEED = 1  # the chance moves of a lesson are the same each time
_KEPT = 256  # up to twelve lessons of ten games in two languages


class LessonExercise(Exercise):
    """A lesson of a box in one language."""

    def __init__(self, box: Box, lesson: Lesson, lang: str) -> None:
        self.box = box
        self.lang = lang
        self.lesson = lesson
        options = lesson.options
        kit = load_for(f"{box.name}({options})" if options else box.name, lang)
        start = kit.round.notation.read_state(lesson.state)
        super().__init__(kit, kit.round, start, kit.words(lang))

    @property
    def title(self) -> str:
        """What is learned, in a few words."""
        return self._say("title")

    @property
    def task(self) -> Prompt:
        """What to do in the position, and why."""
        return Prompt(self._say("do"), self._say("why"))

    def praise(self, answer: Answer) -> Prompt:
        """The praise once the lesson is done: what followed, and what was learned.

        For a problem, it only says that it is solved, not what followed.
        """
        told = "" if answer.rule or isinstance(self.lesson, Problem) else answer.text
        return Prompt(told or self._say("well"), self._say("done"))

    def example(self, reached: Answer) -> str:
        """A right action in the position reached, in notation."""
        written = map(self.game.notation.write_action, self.game.actions(reached.state))
        right = (text for text in written if self.lesson.wants(text, reached.step))
        return self.lesson.example or next(right)

    def _judged(self, before: Answer, action: Any) -> Answer:
        game, state = self.game, before.state
        written = game.notation.write_action(action)
        if not self.lesson.wants(written, before.step):
            return replace(before, kind="other", text=self._complaint(written, before.step))
        verdict = game.painter.verdict(state, action, self.seat, self.words.addressing(self.seat))
        after, last = self._replied(before.step, state, action)
        more = game.turn(after) == self.seat
        return Answer("on" if more else "done", after, last, verdict, step=before.step + 1)

    def _replied(self, step: int, state: Any, action: Any) -> tuple[Any, tuple[Any, Any]]:
        """The state after an action and the lesson's reply, then the last `(state, action)`."""
        game, reply = self.game, self.lesson.reply(step)
        after = settle(game, game.apply(state, action), Random(_SEED))
        if not reply:
            return after, (state, action)
        answer = self._ruled(after, reply)
        return settle(game, game.apply(after, answer), Random(_SEED)), (after, answer)

    def _refused(self, before: Answer, reason: Reason) -> Answer:
        """The answer to a refused action; some lessons ask for one, and are then done."""
        refused = super()._refused(before, reason)
        return replace(refused, kind="done") if reason.key == self.lesson.refused else refused

    def _instruction(self, state: Any, action: Any) -> str:
        key = self._key("solution")
        return self.words(key) if key in self.words else super()._instruction(state, action)

    def _complaint(self, written: str, step: int) -> str:
        """Why a legal action is not what is asked for, in the most specific text available."""
        name, values = self.lesson.fault(written, step)
        common = (f"{self.lesson.family}.{name}", f"lesson.{name}")
        keys = (self._key(name), *common, self._key("other"), "lesson.other")
        key = next(key for key in keys if key in self.words)
        return self.words(key, **{**self.lesson.values, **values})

    def _say(self, line: str) -> str:
        """A sentence of the lesson, or else the one that its family shares."""
        key = self._key(line)
        found = key if key in self.words else f"{self.lesson.family}.{line}"
        return self.words(found, **self.lesson.values)

    def _key(self, line: str) -> str:
        return f"{self.lesson.family}.{self.lesson.name}.{line}"


@cache_of_large(_KEPT)
def exercise(name: str, number: int, lang: str) -> LessonExercise:
    """The lesson of that number in a box, counted from 1; refuses an invalid number."""
    box = find(name)
    lessons = box.lessons(lang)
    if not 1 <= number <= len(lessons):
        raise deny("no_lesson")
    return LessonExercise(box, lessons[number - 1], lang)
