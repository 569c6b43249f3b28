"""How a pace is written."""

from __future__ import annotations

import pytest

from ludotheque.core.reason import Refusal
from ludotheque.play.clock import Pace, read_pace

MINUTE_MS, DAY_MS = 60_000, 86_400_000


@pytest.mark.parametrize("text", ["1+0", "10+5", "180+180", "1d", "30d"])
def test_a_pace_is_read_as_it_is_written(text: str) -> None:
    assert str(read_pace(text)) == text


def test_a_pace_is_minutes_and_seconds_or_days() -> None:
    assert read_pace("10+5") == Pace(10 * MINUTE_MS, 5000)
    assert read_pace("3d") == Pace(3 * DAY_MS, by_move=True)
    assert read_pace("") is None


@pytest.mark.parametrize(
    "text", ["0+5", "181+0", "5+181", "31d", "0d", "5", "5+", "1h", "٣d", " 5+3"]
)
def test_any_other_pace_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_pace(text)
    assert refused.value.reason.key == "clock.bad"
