"""The clock of a game: how much time each seat has, and how much of it is left.

A clock is immutable and never reads the time itself: callers pass what happened and when, in
milliseconds. So the same events always give the same clock, to the millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, Refusal, because

# The first moments of every turn are free. They cover the network (300 ms for a far round trip),
# the site, and the time that the page takes to show the last move.
LAG_MS = 500
MOST_MINUTES, MOST_SECONDS, MOST_DAYS = 180, 180, 30  # for more time, play without a clock
_MS_PER_SECOND, _MS_PER_MINUTE, _MS_PER_DAY = 1000, 60_000, 86_400_000
T = TypeVar("T")
_WRITTEN = re.compile(r"(\d{1,3})(?:\+(\d{1,3})|(d))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time each seat gets: for the game, plus some after each move; or for each move."""

    main_ms: int
    increment_ms: int = 0
    by_move: bool = False

    def __str__(self) -> str:
        """The pace in writing: `10+5` (minutes, and seconds per move) or `3d` (days per move)."""
        if self.by_move:
            return f"{self.days}d"
        return f"{self.minutes}+{self.seconds}"

    @property
    def days(self) -> int:
        """The days for each move."""
        return self.main_ms // _MS_PER_DAY

    @property
    def minutes(self) -> int:
        """The minutes for the whole game."""
        return self.main_ms // _MS_PER_MINUTE

    @property
    def seconds(self) -> int:
        """The seconds added after each move."""
        return self.increment_ms // _MS_PER_SECOND

    @property
    def words(self) -> Reason:
        """The pace in words, as a reason in the texts of `clock`."""
        if self.by_move:
            return because("clock.days", n=self.days)
        if self.increment_ms:
            return because("clock.minutes_and", n=self.minutes, more=self.seconds)
        return because("clock.minutes", n=self.minutes)


def read_pace(text: str) -> Pace | None:
    """The pace in a text such as `10+5`; None if it is empty. Refuses anything else."""
    if not text:
        return None
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise Refusal(_bad_pace())
    amount, more = int(written[1]), int(written[2] or 0)
    if not 1 <= amount <= (MOST_DAYS if written[3] else MOST_MINUTES) or more > MOST_SECONDS:
        raise Refusal(_bad_pace())
    if written[3]:
        return Pace(amount * _MS_PER_DAY, by_move=True)
    return Pace(amount * _MS_PER_MINUTE, more * _MS_PER_SECOND)


def _bad_pace() -> Reason:
    return because("clock.bad", minutes=MOST_MINUTES, seconds=MOST_SECONDS, days=MOST_DAYS)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that each seat had left when the present turn began.

    - `since_ms` is when that was; None while the clock is stopped.
    - With minutes, the first move of each seat is free, because a player may be away when the last
      seat is taken. `started` says which seats have made that move.
    - Spent time stays spent when moves are taken back, and each move adds its seconds only once:
      `moves` counts the moves of the game now, `furthest` the most there ever were.
    """

    pace: Pace
    left_ms: tuple[int, ...]
    started: tuple[bool, ...]
    since_ms: int | None = None
    moves: int = 0
    furthest: int = 0

    @classmethod
    def of(cls, pace: Pace, seats: int) -> Clock:
        """A stopped clock with the full time for each seat."""
        return cls(pace, (pace.main_ms,) * seats, (pace.by_move,) * seats)

    def running(self, at_ms: int) -> Clock:
        """The clock, running for a turn that begins at that moment."""
        return replace(self, since_ms=at_ms)

    def stopped(self, turn: Seat | None, at_ms: int) -> Clock:
        """The stopped clock, after the seat to move has used its time up to that moment."""
        return replace(self._without(turn, self.spent_ms(turn, at_ms)), since_ms=None)

    def moved(self, seat: Seat | None, at_ms: int) -> Clock:
        """The clock after a move of a seat, or of chance, which takes no time."""
        moves = self.moves + 1
        clock = replace(self, moves=moves, furthest=max(moves, self.furthest))
        if seat is None:
            return clock
        clock = clock._without(seat, self.spent_ms(seat, at_ms))
        more = self.pace.increment_ms if moves > self.furthest else 0
        return clock._without(seat, -more)._refreshed(seat, at_ms)

    def taken_back(self, to: int, turn: Seat | None, at_ms: int) -> Clock:
        """The stopped clock after all but the first `to` moves were taken back in the turn `turn`.

        No seat gets time back, except with days for each move: then all have their full time again.
        """
        clock = self.stopped(turn, at_ms)
        if self.pace.by_move:
            clock = replace(clock, left_ms=(self.pace.main_ms,) * len(self.left_ms))
        return replace(clock, moves=to)

    def rewound(self, seat: Seat) -> Clock:
        """The clock with the full time for that seat again, such as when a bot takes it over."""
        return self._with(seat, self.pace.main_ms)

    def spent_ms(self, turn: Seat | None, at_ms: int) -> int:
        """How much time the seat to move has used in this turn, at most what was left.

        If the clock of the machine was set back, it is 0.
        """
        seat, from_ms = self.running_from(turn)
        if seat is None or from_ms is None:
            return 0
        return min(self.left_ms[seat], max(0, at_ms - from_ms))

    def running_from(self, turn: Seat | None) -> tuple[Seat, int] | tuple[None, None]:
        """The seat to move and the moment from which its time runs; None twice if it does not."""
        if turn is None or self.since_ms is None or not self.started[turn]:
            return None, None
        return turn, self.since_ms + LAG_MS

    def falls_ms(self, turn: Seat | None) -> int | None:
        """When the seat to move will have no time left; None if its time does not run."""
        seat, from_ms = self.running_from(turn)
        return None if seat is None or from_ms is None else from_ms + self.left_ms[seat]

    def fallen(self, turn: Seat | None, at_ms: int) -> bool:
        """Whether the seat to move has no time left at that moment."""
        falls_ms = self.falls_ms(turn)
        return falls_ms is not None and at_ms >= falls_ms

    def headers(self) -> Iterator[tuple[str, str]]:
        """The headers of a record about the time: the pace, and the seconds left to each seat."""
        yield "Clock", str(self.pace)
        yield "Left", " ".join(f"{left / _MS_PER_SECOND:g}" for left in self.left_ms)

    def _without(self, seat: Seat | None, spent_ms: int) -> Clock:
        return self if seat is None else self._with(seat, self.left_ms[seat] - spent_ms)

    def _with(self, seat: Seat, left_ms: int) -> Clock:
        return replace(self, left_ms=_put(self.left_ms, seat, left_ms))

    def _refreshed(self, seat: Seat, at_ms: int) -> Clock:
        """Begins the next turn; with days for each move, the seat that moved gets them again."""
        clock = self.rewound(seat) if self.pace.by_move else self
        return replace(clock, started=_put(self.started, seat, True), since_ms=at_ms)


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
