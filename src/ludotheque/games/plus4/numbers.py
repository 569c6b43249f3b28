"""Plus 4 as numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.numbers import Numbers
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import BONUS, PAWNS, SIZE, Plus4, Push, State


class Plus4Numbers(Numbers[State, Push]):
    """A label for each push; for each square its pawn.

    No match is known to be the longest: only the third same position ends a round that brings no
    point, and the number that this amounts to is beyond what other libraries keep it in.
    """

    def __init__(self, options: Plus4Options) -> None:
        """Lists the pushes, those of bonus pawns last where there are any."""
        rules = Plus4(options)
        super().__init__(Plus4Notation(rules))
        kinds = (False, True) if rules.has_bonus else (False,)
        pushes = [Push(column, bonus) for bonus in kinds for column in range(SIZE)]
        self.labels = list(map(self.notation.write_action, pushes))

    def vector(self, state: State) -> Iterator[int]:
        """A 1 for the pawn of each square; the points; how often the position occurred before.

        Squares come by columns from the left, each from the bottom; pawns in the order red, blue,
        their bonus pawns.
        """
        for column in state.columns:
            for pawn in column[::-1].ljust(SIZE):
                yield from (int(pawn == kind) for kind in PAWNS + BONUS)
        yield from state.scores
        yield (state.position in state.once) + 2 * (state.position in state.twice)
