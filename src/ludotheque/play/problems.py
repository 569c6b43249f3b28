"""The problem of the day: the same one everywhere, found by its date alone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache

from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.core.texts import Prompt
from ludotheque.games import find
from ludotheque.play.lessons import Answer, Exercise

_KEPT = 256  # the days that the pages of ten games lead to, in two languages, and a few more


def today() -> date:
    """The date everywhere: that of Greenwich."""
    return datetime.now(UTC).date()


def problem_of(box: Box, day: date, lang: str = "fr") -> Problem:
    """The problem of a box on that day; none comes again before all have come."""
    every = box.problems(lang)
    return every[day.toordinal() % len(every)]


class Daily(Exercise):
    """The problem of a box on one day."""

    def __init__(self, box: Box, day: date, lang: str) -> None:
        """Opens the box under the options of the problem."""
        super().__init__(box, problem_of(box, day, lang), lang)
        self.day = day

    def praise(self, answer: Answer) -> Prompt:
        """That it is solved, and when the next one comes."""
        said = super().praise(answer)
        return said if self.day == today() else said._replace(why=self.words("problem.past"))


@lru_cache(maxsize=_KEPT)
def daily(name: str, day: date, lang: str) -> Daily:
    """The problem of that day to be played, in the box of that name."""
    return Daily(find(name), day, lang)
