"""A position as numbers in a fixed order, and as the text that a seat sees.

Nothing in these games is hidden: what chance has not decided yet is not in a state. So all seats
see the same, but for the number that says which seat looks.

Every vector begins with the match: the seat that looks and the player to move (a 1 among zeros,
all zeros where nobody is to move), whether it is the choice who begins, the points of each seat
in finished rounds, the number of these rounds. Then comes the round on the table, as `kit.numbers`
tells it.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.numbers import one_of
from ludotheque.core.series import SeriesState
from ludotheque.games import AnyKit


class Observations:
    """How the positions of a kit are told to a program."""

    def __init__(self, kit: AnyKit) -> None:
        self.kit = kit
        self._of_no_round = [0] * len(list(kit.numbers.vector(kit.round.initial())))
        self._last: tuple[Any, list[int]] = (None, self._of_no_round)
        self.size = len(self.vector(kit.game.initial(), 0))

    def vector(self, state: SeriesState[Any], seat: Seat) -> list[int]:
        """The position as numbers, as that seat sees it; always as many."""
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
        """The round as numbers: once for all seats that look at it."""
        if board is None:
            return self._of_no_round
        last = self._last  # another thread may look at another board meanwhile
        if board is not last[0]:
            self._last = last = board, list(self.kit.numbers.vector(board))
        return last[1]

    def text(self, state: SeriesState[Any], seat: Seat) -> str:
        """The position in the notation of the house, which all seats see alike."""
        del seat
        return self.kit.game.notation.write_state(state)
