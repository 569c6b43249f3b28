"""The clock of a match at a terminal: it reads the time, and says what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque.core.game import Seat
from ludotheque.core.texts import Texts
from ludotheque.play.clock import Clock, Pace
from ludotheque.play.history import Move
from ludotheque.table.table import now_ms

_MS_PER_SECOND, _S_PER_MINUTE, _S_PER_HOUR, _S_PER_DAY = 1000, 60, 3600, 86_400


class Timing:
    """The clock of one match, which runs from the beginning."""

    def __init__(self, pace: Pace, seats: int, now: Callable[[], int] = now_ms) -> None:
        """Starts the clock; `now` tells the time in milliseconds."""
        self._now = now
        self.clock = Clock.of(pace, seats).running(now())

    def moved(self, moves: Sequence[Move]) -> None:
        """Takes note of the moves that were just made."""
        for move in moves:
            self.clock = self.clock.moved(move.seat, self._now())

    def taken_back(self, to: int, turn: Seat | None) -> None:
        """Takes note of moves that were taken back when that seat was to move."""
        at = self._now()
        self.clock = self.clock.taken_back(to, turn, at).running(at)

    def fallen(self, turn: Seat) -> bool:
        """Whether the seat to move has no time left."""
        return self.clock.fallen(turn, self._now())

    def taken_over(self, seat: Seat) -> None:
        """Gives all its time to a seat on which a bot takes over."""
        self.clock = self.clock.rewound(seat).running(self._now())

    def line(self, names: Sequence[str], turn: Seat, say: Texts) -> str:
        """What is left to each seat now."""
        spent = self.clock.spent_ms(turn, self._now())
        left = [ms - spent * (seat == turn) for seat, ms in enumerate(self.clock.left_ms)]
        return "  ".join(f"{name} {written(ms, say)}" for name, ms in zip(names, left, strict=True))


def written(ms: int, say: Texts) -> str:
    """A time as a clock shows it: `2 d 3 h`, `1:02:03`, `4:05`; a second that has begun counts."""
    seconds = -(-ms // _MS_PER_SECOND)
    days, rest = divmod(seconds, _S_PER_DAY)
    hours, rest = divmod(rest, _S_PER_HOUR)
    if days:
        return say("days_left", days=days, hours=hours)
    minutes, rest = divmod(rest, _S_PER_MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
