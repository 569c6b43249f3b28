"""Actions and positions of Babylone as numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.core.numbers import Numbers, one_of
from ludotheque.games.babylone.notation import BabyloneNotation
from ludotheque.games.babylone.rules import COLOURS, Babylone, BabyloneOptions, Move, State


class BabyloneNumbers(Numbers[State, Move]):
    """A label for each move between two places; a position is each pile's height and top colour."""

    def __init__(self, options: BabyloneOptions) -> None:
        """Lists the moves between all places.

        A round of n tablets has at most n - 1 moves, and one choice of who begins.
        """
        rules = Babylone(options)
        super().__init__(BabyloneNotation(rules))
        places, write = range(len(rules.initial().piles)), self.notation.write_action
        self.labels = [write(Move(a, b)) for a in places for b in places if a != b]
        self.longest_match = (2 * options.to_win - 1) * sum(options.start)
        self._colours = len(options.start)

    def vector(self, state: State) -> Iterator[int]:
        """Yields for each place the height of the pile, then its top colour as a one-hot code."""
        for pile in state.piles:
            yield len(pile)
            yield from one_of(self._colours, COLOURS.index(pile[0]) if pile else None)
