"""A mistake of a finished game tried again: a page like a lesson's, answered by a teacher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ludotheque.core.reason import Refusal
from ludotheque.play.lessons import Answer
from ludotheque.play.retry import Comparison, Retry
from ludotheque.play.review import Decision
from ludotheque.table.changes import deny
from ludotheque.table.table import Table
from ludotheque.table.views.lesson import lesson_answer, solution_view
from ludotheque.table.words import View, words_of
from ludotheque.web.exercises import exercise_values


class Teacher(Protocol):
    """Who works out what an action is worth, where that takes time."""

    async def checked(self, retry: Retry, text: str) -> Any:
        """The action as it is ruled; raises `Refusal` if the rules refuse it."""

    async def compared(
        self, table: Table, state: Any, played: Any, action: Any
    ) -> Comparison | None:
        """An action beside the one that was played; None if that could not be worked out."""

    async def decision(self, table: Table, number: int, state: Any, action: Any) -> Decision | None:
        """What a decision was worth; None if that could not be worked out."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision of a finished game, after that many moves."""

    table: Table
    number: int
    retry: Retry

    @property
    def turn(self) -> int:
        """Which decision of the game it is, counted from 1, as in the review."""
        return sum(move.seat is not None for move in self.table.moves[: self.number + 1])

    async def tried(self, teacher: Teacher, text: str) -> Answer:
        """What is answered to another action."""
        try:
            action = await teacher.checked(self.retry, text)
        except Refusal as refusal:
            return self.retry.refused(refusal.reason)
        known = self.retry.at_once(action)
        if known is not None:
            return known
        start, played = self.retry.start, self.retry.played
        return self.retry.answer(action, await teacher.compared(self.table, start, played, action))

    async def answer(
        self, teacher: Teacher, actions: Sequence[str], presses: Sequence[str], *, give_up: bool
    ) -> View:
        """What is answered to an action, to presses, or to whoever gives up; nothing is stored."""
        retry = self.retry
        if give_up:
            start, played = retry.start, retry.played
            reviewed = await teacher.decision(self.table, self.number, start, played)
            return {"kind": "solution", **solution_view(retry.advised(reviewed))}
        if presses:
            return lesson_answer(retry, retry.pressed(presses))
        return lesson_answer(retry, await self.tried(teacher, actions[-1] if actions else ""))

    def values(self, lang: str, tried: Answer | None = None) -> dict[str, Any]:
        """The page, after the answer to what was typed without a script."""
        shown = exercise_values(lang, self.retry, tried or self.retry.begun(), ())
        kit = self.table.kit
        return {"game": kit.name, "box": kit.box, "mistake": self, **shown}


def mistake_of(table: Table, number: int, lang: str) -> Mistake:
    """The decision after that many moves; refuses where nobody decided."""
    if not 0 <= number < len(table.moves) or table.moves[number].seat is None:
        raise deny("no_move")
    past, words = table.history.taken_back(number), words_of(table, lang).game
    retry = Retry(table.kit, past.state, table.moves[number].action, words)
    return Mistake(table, number, retry)
