"""A position as numbers in a fixed order.

Nothing in these games is hidden: what chance has not decided yet is not in a state. So all seats
observe the same, except for the numbers of the observing seat.

Every vector begins with the match: the observing seat and the player to move (each a 1 among zeros,
or all zeros if no player is to move), whether a seat chooses who begins, the points of each seat in
finished rounds, and the number of these rounds. The vector of the round on the table follows, from
`kit.numbers`.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.numbers import one_of
from ludotheque.core.series import SeriesState
from ludotheque.games import AnyKit


class Observations:
    """The positions of a kit as vectors."""

    def __init__(self, kit: AnyKit) -> None:
        self.kit = kit
        self._of_no_round = [0] * len(list(kit.numbers.vector(kit.round.initial())))
        self._last: tuple[Any, list[int]] = (None, self._of_no_round)
        self.size = len(self.vector(kit.game.initial(), 0))

    def vector(self, state: SeriesState[Any], seat: Seat) -> list[int]:
        """The position as a fixed count of numbers, as that seat sees it."""
        seats, series = self.kit.game.seats, self.kit.series
        return [
            *one_of(seats, seat),
            *one_of(seats, series.turn(state)),
            int(state.chooser is not None),
            *series.totals(state),
            len(state.results),
            *self._board(state.round),
        ]

    def _board(self, board: Any) -> list[int]:
        """The round as numbers, computed once for all seats."""
        if board is None:
            return self._of_no_round
        last = self._last  # read only once, because another thread can replace it
        if board is not last[0]:
            self._last = last = board, list(self.kit.numbers.vector(board))
        return last[1]
