"""The problem of the day: the same one everywhere, found by its date alone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache

from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.games import NAMES, find
from ludotheque.play.lessons import Exercise

_KEPT = 32 * len(NAMES)  # the days that a page leads to, in two languages, and a few more


def today() -> date:
    """The date everywhere: that of Greenwich."""
    return datetime.now(UTC).date()


def problem_of(box: Box, day: date, lang: str = "fr") -> Problem:
    """The problem of a box on that day; none comes again before all have come."""
    every = box.problems(lang)
    return every[day.toordinal() % len(every)]


@lru_cache(maxsize=_KEPT)
def daily(name: str, day: date, lang: str) -> Exercise:
    """The problem of that day to be played, in the box of that name."""
    box = find(name)
    return Exercise(box, problem_of(box, day, lang), lang)
