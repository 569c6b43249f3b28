"""The problem of the day: the same one everywhere, found by its date alone."""

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

_KEPT = 256  # the days that the pages of ten games lead to, in two languages, and a few more
_DAYS_LISTED = 7  # beside a problem: a week of them


def today() -> date:
    """The date everywhere: that of Greenwich."""
    return datetime.now(UTC).date()


def problem_of(box: Box, day: date, lang: str = "fr") -> Problem:
    """The problem of a box on that day; none comes again before all have come."""
    every = box.problems(lang)
    return every[day.toordinal() % len(every)]


class Daily(LessonExercise):
    """The problem of a box on one day."""

    def __init__(self, box: Box, day: date, lang: str) -> None:
        super().__init__(box, problem_of(box, day, lang), lang)
        self.day = day

    @property
    def days(self) -> list[date]:
        """Today and the days before it, whose problems are listed."""
        return [today() - timedelta(days=ago) for ago in range(_DAYS_LISTED)]

    def praise(self, answer: Answer) -> Prompt:
        """That it is solved, and when the next one comes."""
        said = super().praise(answer)
        return said if self.day == today() else said._replace(why=self.words("problem.past"))


@cache_of_large(_KEPT)
def daily(name: str, day: date, lang: str) -> Daily:
    """The problem of that day to be played, in the box of that name."""
    return Daily(find(name), day, lang)


def problem_on(name: str, day: date, lang: str) -> Daily:
    """The same for a page; refuses days to come, and boxes without problems."""
    if day > today() or not find(name).problems(lang):
        raise deny("no_problem")
    return daily(name, day, lang)
