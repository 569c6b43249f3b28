"""The problem of the day: the same for everyone, chosen by the date alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from ludotheque.core.caching import cache_of_large
from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.core.texts import Prompt
from ludotheque.games import find
from ludotheque.practice.exercise import Answer
from ludotheque.practice.lessons import LessonExercise
from ludotheque.table.table import deny

_KEPT = 256  # ten games in two languages for the days listed, and a few more
_DAYS_LISTED = 7  # beside a problem


def today() -> date:
    """The date in UTC, so that it is the same for everyone."""
    return datetime.now(UTC).date()


def problem_of(box: Box, day: date, lang: str = "fr") -> Problem:
    """The problem of a box on that day; none is repeated before all have had their day."""
    every = box.problems(lang)
    return every[day.toordinal() % len(every)]


class Daily(LessonExercise):
    """The problem of a box on one day."""

    def __init__(self, box: Box, day: date, lang: str) -> None:
        super().__init__(box, problem_of(box, day, lang), lang)
        self.day = day

    @property
    def days(self) -> list[date]:
        """The days whose problems are listed: today and those before it, the latest first."""
        return [today() - timedelta(days=ago) for ago in range(_DAYS_LISTED)]

    def praise(self, answer: Answer) -> Prompt:
        """The praise; only for the problem of today it says when the next one comes."""
        said = super().praise(answer)
        return said if self.day == today() else said._replace(why=self.words("problem.past"))


@cache_of_large(_KEPT)
def daily(name: str, day: date, lang: str) -> Daily:
    """The problem of that day as an exercise, from the box of that name."""
    return Daily(find(name), day, lang)


def problem_on(name: str, day: date, lang: str) -> Daily:
    """Like `daily`, but refuses a future day and a box without problems."""
    if day > today() or not find(name).problems(lang):
        raise deny("no_problem")
    return daily(name, day, lang)
