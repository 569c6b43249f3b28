"""The problem of the day: the days that have one, and the problems after it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from ludotheque.conformance.suite.test_lessons import to_the_end
from ludotheque.conformance.suite.test_problems import DAY
from ludotheque.core.reason import Refusal
from ludotheque.practice import problems
from ludotheque.practice.problems import daily, problem_on, today


def test_only_todays_problem_is_followed_by_tomorrows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "today", lambda: DAY)
    for day, next_one in ((DAY, "tomorrow"), (DAY - timedelta(days=1), "every day")):
        played = daily("babylone", day, "en")
        assert next_one in played.praise(to_the_end(played)[-1]).why


def test_there_is_one_for_every_day_up_to_today() -> None:
    for day in (today(), date(2026, 1, 5)):
        assert problem_on("plus4", day, "en") is daily("plus4", day, "en")
    with pytest.raises(Refusal, match="no_problem"):
        problem_on("plus4", today() + timedelta(days=2), "en")
