"""A position as numbers in a fixed order, and as the text that a seat sees.

Nothing in these games is hidden: hands lie face up, and the order of the reserve is decided when a
tile is drawn. So all seats see the same, but for the number that says which seat looks.

Every vector begins with the match: the seat that looks and the player to move (a 1 among zeros,
all zeros where nobody is to move), whether it is the choice who begins, the points of each seat
in finished rounds, the number of these rounds. Then comes the round on the table:

* Babylone: for each place the height of the pile and a 1 for the colour on top.
* Plus 4: for each square (columns from the left, each from the bottom) a 1 for its pawn, in the
  order red, blue, their bonus pawns; the points; how often the position occurred before.
* Croisements: for each square (rows from Red's side, each from column a) the number of its letter
  (A is 1), a 1 for a red pawn, a 1 for a green one; then the seat that is Red, turns in a row
  without a move, all turns.
* Redline: for each of the 48 tiles a 1 for the hand that holds it, a 1 if it lies on the table,
  its square and a 1 for each direction that it points to; for each open square (`actions`) a 1,
  the square, what it needs and what it bars in each direction; the colour placed last; for each
  seat how many tiles it has to return, and a 1 if it is out.

What only a rule about the past asks (earlier positions, words used) is in the text alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from ludotheque.adapters.actions import most_open_squares, open_squares
from ludotheque.core.game import Seat
from ludotheque.core.series import SeriesState
from ludotheque.games import AnyKit
from ludotheque.games.babylone import rules as babylone
from ludotheque.games.croisements import state as croisements
from ludotheque.games.croisements.board import SQUARES, letters_on
from ludotheque.games.croisements.rules import Croisements
from ludotheque.games.plus4 import rules as plus4
from ludotheque.games.redline import rules as redline
from ludotheque.games.redline.board import Demand
from ludotheque.games.redline.tiles import COLOURS, TILES, unturned

LOWEST = 1 - len(TILES)  # all tiles of Redline in a row: the last lies so far from the centre
HIGHEST = 999  # as many points as a series can be read with
_DIRECTIONS = 8


class Observations:
    """How the positions of a kit are told to a program."""

    def __init__(self, kit: AnyKit) -> None:
        """Measures the vectors by a first position."""
        self.kit = kit
        self._round: Callable[[AnyKit, Any], Iterator[int]] = _ROUNDS[kit.name]
        self._of_no_round = [0] * len(list(self._round(kit, kit.round.initial())))
        self._last: tuple[Any, list[int]] = (None, self._of_no_round)
        self.size = len(self.vector(kit.game.initial(), 0))

    def vector(self, state: SeriesState[Any], seat: Seat) -> list[int]:
        """The position as numbers, as that seat sees it; always as many."""
        seats, series = self.kit.game.seats, self.kit.series
        return [
            *_one_of(seats, seat),
            *_one_of(seats, series.turn(state)),
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
            self._last = last = board, list(self._round(self.kit, board))
        return last[1]

    def text(self, state: SeriesState[Any], seat: Seat) -> str:
        """The position in the notation of the house, which all seats see alike."""
        del seat
        return self.kit.game.notation.write_state(state)


def _one_of(count: int, chosen: int | None) -> list[int]:
    """As many zeros, but for a 1 in the chosen place."""
    return [int(place == chosen) for place in range(count)]


def _babylone(kit: AnyKit, board: babylone.State) -> Iterator[int]:
    colours = cast(babylone.BabyloneOptions, kit.options).start
    for pile in board.piles:
        yield len(pile)
        yield from _one_of(len(colours), babylone.COLOURS.index(pile[0]) if pile else None)


def _plus4(kit: AnyKit, board: plus4.State) -> Iterator[int]:
    del kit
    kinds = plus4.PAWNS + plus4.BONUS
    for column in board.columns:
        for pawn in column[::-1].ljust(plus4.SIZE):
            yield from (int(pawn == kind) for kind in kinds)
    yield from board.scores
    yield (board.position in board.once) + 2 * (board.position in board.twice)


def _croisements(kit: AnyKit, board: croisements.State) -> Iterator[int]:
    letters = letters_on(cast(Croisements, kit.round.rules).laid(board))
    for square in SQUARES:
        yield ord(letters[square]) - ord("A") + 1 if letters[square] else 0
        yield from (int(square in pawns) for pawns in board.pawns)
    yield from (board.red, board.idle, board.turns)


def _redline(kit: AnyKit, board: redline.State) -> Iterator[int]:
    lying = {unturned(tile): (tile, square) for square, tile in board.board.tiles.items()}
    for tile in TILES:
        yield from (int(tile in hand) for hand in board.hands)
        if tile in lying:
            spokes, square = lying[tile][0].spokes, lying[tile][1]
            yield from (1, *square, *(int(str(d) in spokes) for d in range(_DIRECTIONS)))
        else:
            yield from [0] * (3 + _DIRECTIONS)
    yield from _open_squares(board)
    yield from (int(board.board.last == colour) for colour in COLOURS)
    gone = [seat for group in board.out for seat in group]
    for seat in range(kit.game.seats):
        yield from (board.owing.count(seat), int(seat in gone))


def _open_squares(board: redline.State) -> Iterator[int]:
    squares = open_squares(board)
    for square in squares:
        demand = board.board.demands.get(square, Demand())
        yield from (1, *square, *_bits(demand.needed), *_bits(demand.barred))
    missing = most_open_squares() - len(squares)
    yield from [0] * (missing * (3 + 2 * _DIRECTIONS))


def _bits(mask: int) -> Sequence[int]:
    return [mask >> direction & 1 for direction in range(_DIRECTIONS)]


_ROUNDS: dict[str, Callable[[AnyKit, Any], Iterator[int]]] = {
    "babylone": _babylone,
    "plus4": _plus4,
    "croisements": _croisements,
    "redline": _redline,
}
