"""Every action of a spec by a number, and by a text that goes with the number in any position.

Where the text of an action has no bound, its label names the piece and the place by their order:

* Croisements: `2-e4/5` moves the second of one's own pawns to e4, the fifth of all pawns being the
  support. Pawns are counted as a position writes them, Red's before Green's. The word is the
  example that the game offers.
* Redline: `Y26@#3` places the tile, lying so, on the third open square, counted from west to east
  and from south to north. Open are the squares that a red line runs into; there are at most 30.

Any other label is the text of the action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, cast

from ludotheque.core.series import NextBeginner, SeriesState, on_table
from ludotheque.core.series.rules import SeriesAction
from ludotheque.games import AnyKit
from ludotheque.games.babylone import rules as babylone
from ludotheque.games.croisements import state as croisements
from ludotheque.games.croisements.board import COLUMNS, SQUARES, STRIPS, Square
from ludotheque.games.plus4 import rules as plus4
from ludotheque.games.redline import rules as redline
from ludotheque.games.redline.tiles import LYING, TILES

Labeller = Callable[[Any], str]
_PAWNS = range(1, 2 * croisements.PAWNS + 1)


class Actions:
    """The numbers of the actions of a kit: those of the players, and apart those of chance."""

    def __init__(self, kit: AnyKit) -> None:
        """Lists the labels of all actions; `ValueError` for a game that has no list here."""
        if kit.name not in _GAMES:
            raise ValueError(f"no numbers are known for the actions of {kit.name}")
        labels, chance, self._labeller = _GAMES[kit.name]
        lot = "chooser" if _by_choice(kit) else "begin"
        seats = [f"{lot} {seat}" for seat in range(kit.game.seats)]
        choice = ("first", "second") if _by_choice(kit) else ()
        self.kit = kit
        self.labels: tuple[str, ...] = (*labels(kit), *choice)
        self.chance_labels: tuple[str, ...] = (*seats, *chance)
        self._numbers = {label: number for number, label in enumerate(self.labels)}
        self._chance_numbers = {label: number for number, label in enumerate(self.chance_labels)}

    def __len__(self) -> int:
        """How many actions the players can ever have."""
        return len(self.labels)

    def legal(self, state: SeriesState[Any]) -> dict[int, Any]:
        """The actions of a position by their numbers; of chance, if it is chance that acts."""
        number = self._numbering(state)
        found = {number(action): action for action in self.kit.game.actions(state)}
        return dict(sorted(found.items()))

    def number(self, state: SeriesState[Any], action: Any) -> int:
        """The number of an action in that position; `ValueError` if it has none."""
        return self._numbering(state)(action)

    def _numbering(self, state: SeriesState[Any]) -> Callable[[Any], int]:
        """What numbers the actions of that position, legal or not."""
        chance = self.kit.game.turn(state) is None
        numbers = self._chance_numbers if chance else self._numbers
        write, board = self.kit.game.notation.write_action, on_table(state)
        label = write if board is None else self._labeller(board, write)

        def number(action: Any) -> int:
            text = label(action)
            if text not in numbers:
                raise ValueError(f"{text} is no action of {self.kit.spec}")
            return numbers[text]

        return number


def _by_choice(kit: AnyKit) -> bool:
    return kit.series.format.next_beginner is NextBeginner.LOSER_CHOOSES


def _as_written(board: Any, write: Labeller) -> Labeller:
    """The labels are the texts themselves."""
    del board
    return write


def _babylone(kit: AnyKit) -> Iterator[str]:
    places = range(len(kit.round.initial().piles))
    write = kit.round.notation.write_action
    return (write(babylone.Move(a, b)) for a in places for b in places if a != b)


def _plus4(kit: AnyKit) -> Iterator[str]:
    rules = cast(plus4.Plus4, kit.round.rules)
    kinds = (False, True) if rules.has_bonus else (False,)
    pushes = [plus4.Push(column, bonus) for bonus in kinds for column in range(plus4.SIZE)]
    return map(kit.round.notation.write_action, pushes)


def _croisements(kit: AnyKit) -> Iterator[str]:
    del kit
    own = range(1, croisements.PAWNS + 1)
    yield from (f"{pawn}-{square}/{by}" for pawn in own for square in SQUARES for by in _PAWNS)
    for side in (croisements.RED, croisements.GREEN):
        row = croisements.first_row(side)
        yield from (str(Square(column, row)) for column in range(COLUMNS))
    yield "pass"


def _crossing(board: croisements.State, write: Labeller) -> Labeller:
    """Pawns by their order instead of their squares."""
    own = {pawn: place for place, pawn in enumerate(board.pawns[board.side], start=1)}
    everybody = [*board.pawns[croisements.RED], *board.pawns[croisements.GREEN]]
    support = {pawn: place for place, pawn in enumerate(everybody, start=1)}

    def label(action: croisements.Action | SeriesAction) -> str:
        if not isinstance(action, croisements.Announce):
            return write(action)
        pawn, square, by = action.crossing
        return f"{own.get(pawn, pawn)}-{square}/{support.get(by, by)}"

    return label


@cache
def most_open_squares() -> int:
    """How many squares red lines can run into at most, whatever tiles were placed.

    The first tile has as many loose ends as spokes. Every other one joins at least one of them
    with one of its own spokes, so that two fewer are added than it has spokes.
    """
    spokes = sorted((len(tile.spokes) for tile in TILES), reverse=True)
    return max(total - 2 * placed for placed, total in enumerate(accumulate(spokes)))


def open_squares(board: redline.State) -> list[tuple[int, int]]:
    """The squares where a tile could prolong a line, in the order of their numbers."""
    demands = board.board.demands
    if not board.board.tiles:
        return [redline.CENTRE]
    return sorted(square for square, demand in demands.items() if demand.needed)


def _redline(kit: AnyKit) -> Iterator[str]:
    del kit
    squares = range(1, most_open_squares() + 1)
    yield from (f"{tile}@#{number}" for tile in sorted(LYING) for number in squares)
    yield from (f"-{tile}" for tile in TILES)


def _placing(board: redline.State, write: Labeller) -> Labeller:
    """Squares by their order instead of their distance from the centre."""
    order = {square: number for number, square in enumerate(open_squares(board), start=1)}

    def label(action: redline.Action | SeriesAction) -> str:
        if not isinstance(action, redline.Place) or action.square not in order:
            return write(action)
        return f"{action.tile}@#{order[action.square]}"

    return label


_Game = tuple[Callable[[AnyKit], Iterator[str]], Sequence[str], Callable[[Any, Labeller], Labeller]]
_GAMES: dict[str, _Game] = {
    "babylone": (_babylone, (), _as_written),
    "plus4": (_plus4, (), _as_written),
    "croisements": (_croisements, [f"strip {n}" for n in range(1, STRIPS + 1)], _crossing),
    "redline": (_redline, [f"+{tile}" for tile in TILES], _placing),
}
