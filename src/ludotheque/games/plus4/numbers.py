"""Actions and positions of Plus 4 as numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.numbers import Numbers
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import BONUS, PAWNS, SIZE, Plus4, Push, State


class Plus4Numbers(Numbers[State, Push]):
    """A label for each push; a position is the pawn on each square.

    `longest_match` is None: without points, only a threefold repetition ends a round, and the bound
    that follows from this is too large for the integers of other libraries.
    """

    def __init__(self, options: Plus4Options) -> None:
        """Lists the pushes; those of bonus pawns, if the mode has any, come last."""
        rules = Plus4(options)
        super().__init__(Plus4Notation(rules))
        kinds = (False, True) if rules.has_bonus else (False,)
        pushes = [Push(column, bonus) for bonus in kinds for column in range(SIZE)]
        self.labels = list(map(self.notation.write_action, pushes))

    def vector(self, state: State) -> Iterator[int]:
        """Yields the pawn on each square (one-hot), the points, how often the position occurred.

        Squares come by columns from the left, each from the bottom; pawns in the order red, blue,
        red bonus, blue bonus.
        """
        for column in state.columns:
            for pawn in column[::-1].ljust(SIZE):
                yield from (int(pawn == kind) for kind in PAWNS + BONUS)
        yield from state.scores
        yield (state.position in state.once) + 2 * (state.position in state.twice)
