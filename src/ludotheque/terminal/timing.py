"""The clock of a match at a terminal, which reads the time and shows what is left."""

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
        """Starts the clock; `now` returns the time in milliseconds."""
        self._now = now
        self.clock = Clock.of(pace, seats).running(now())

    def moved(self, moves: Sequence[Move]) -> None:
        """Updates the clock after moves that were just made."""
        for move in moves:
            self.clock = self.clock.moved(move.seat, self._now())

    def taken_back(self, to: int, turn: Seat | None) -> None:
        """Updates the clock after all but `to` moves were taken back while `turn` was to move."""
        at = self._now()
        self.clock = self.clock.taken_back(to, turn, at).running(at)

    def fallen(self, turn: Seat) -> bool:
        """Whether the seat to move has no time left."""
        return self.clock.fallen(turn, self._now())

    def taken_over(self, seat: Seat) -> None:
        """Gives its full time to a seat that a bot takes over."""
        self.clock = self.clock.rewound(seat).running(self._now())

    def line(self, names: Sequence[str], turn: Seat, say: Texts) -> str:
        """The time that each seat has left now."""
        spent = self.clock.spent_ms(turn, self._now())
        left = [ms - spent * (seat == turn) for seat, ms in enumerate(self.clock.left_ms)]
        return "  ".join(f"{name} {written(ms, say)}" for name, ms in zip(names, left, strict=True))


def written(ms: int, say: Texts) -> str:
    """A time as a clock shows it, rounded up to seconds: `2 d 3 h`, `1:02:03`, `4:05`."""
    seconds = -(-ms // _MS_PER_SECOND)
    days, rest = divmod(seconds, _S_PER_DAY)
    hours, rest = divmod(rest, _S_PER_HOUR)
    if days:
        return say("days_left", days=days, hours=hours)
    minutes, rest = divmod(rest, _S_PER_MINUTE)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
