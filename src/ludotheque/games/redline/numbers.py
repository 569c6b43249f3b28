"""Actions and positions of Redline as numbers; squares by their order among the open ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from ludotheque.core.numbers import Labeller, Numbers
from ludotheque.games.redline.board import Demand
from ludotheque.games.redline.notation import RedlineNotation
from ludotheque.games.redline.rules import CENTRE, Action, Place, Redline, RedlineOptions, State
from ludotheque.games.redline.tiles import COLOURS, LYING, TILES, unturned

_DIRECTIONS = 8


class RedlineNumbers(Numbers[State, Action]):
    """A label such as `Y26@#3` places the tile, in that rotation, on the third open square.

    Open squares are those that a red line runs into, at most 30. They are counted from west to
    east, then from south to north.
    """

    def __init__(self, options: RedlineOptions) -> None:
        """Lists each tile in each rotation on each open square, and the tiles to return.

        Between two placements each of the other players returns at most one tile because of an
        alignment, then at most two because nothing fits: so `longest_match` is a bound.
        """
        rules = Redline(options)
        super().__init__(RedlineNotation(rules))
        self.labels = list(_labels())
        self.chance_labels = [f"+{tile}" for tile in TILES]
        self.longest_match = options.rounds * len(TILES) * (1 + 3 * (options.players - 1))
        self._seats = rules.seats

    def labeller(self, state: State) -> Labeller:
        """Names squares by their order instead of their coordinates."""
        order = {square: number for number, square in enumerate(open_squares(state), start=1)}

        def label(action: Action) -> str:
            if not isinstance(action, Place) or action.square not in order:
                return self.notation.write_action(action)
            return f"{action.tile}@#{order[action.square]}"

        return label

    def vector(self, state: State) -> Iterator[int]:
        """Yields for each tile a 1 for the hand that holds it, a 1 if it lies, where, which way.

        Then for each open square a 1, the square, what it needs and what it bars in each
        direction; the colour placed last; for each seat how many tiles it has to return, and a 1
        if it is out.
        """
        lying = {unturned(tile): (tile, square) for square, tile in state.board.tiles.items()}
        for tile in TILES:
            yield from (int(tile in hand) for hand in state.hands)
            if tile in lying:
                spokes, square = lying[tile][0].spokes, lying[tile][1]
                yield from (1, *square, *(int(str(d) in spokes) for d in range(_DIRECTIONS)))
            else:
                yield from [0] * (3 + _DIRECTIONS)
        yield from _demands(state)
        yield from (int(state.board.last == colour) for colour in COLOURS)
        for seat in range(self._seats):
            yield from (state.owing.count(seat), int(seat in state.gone))


@cache
def most_open_squares() -> int:
    """The greatest number of squares that red lines can run into, whatever tiles were placed.

    The first tile has as many loose ends as spokes. Every other tile joins at least one of them
    with one of its own spokes, so it adds two fewer than it has spokes.
    """
    spokes = sorted((len(tile.spokes) for tile in TILES), reverse=True)
    return max(total - 2 * placed for placed, total in enumerate(accumulate(spokes)))


def open_squares(state: State) -> list[tuple[int, int]]:
    """The squares where a tile could prolong a line, in the order of their numbers."""
    if not state.board.tiles:
        return [CENTRE]
    return sorted(square for square, demand in state.board.demands.items() if demand.needed)


def _labels() -> Iterator[str]:
    squares = range(1, most_open_squares() + 1)
    yield from (f"{tile}@#{number}" for tile in sorted(LYING) for number in squares)
    yield from (f"-{tile}" for tile in TILES)


def _demands(state: State) -> Iterator[int]:
    """What each open square needs and bars."""
    squares = open_squares(state)
    for square in squares:
        demand = state.board.demands.get(square, Demand())
        yield from (1, *square, *_bits(demand.needed), *_bits(demand.barred))
    missing = most_open_squares() - len(squares)
    yield from [0] * (missing * (3 + 2 * _DIRECTIONS))


def _bits(mask: int) -> Sequence[int]:
    return [mask >> direction & 1 for direction in range(_DIRECTIONS)]
