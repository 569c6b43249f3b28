"""The board of Croisements: squares, the letters on them, lines of sight and crossings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ludotheque.core.caching import weighed_cache

COLUMNS, ROWS = 8, 14
STRIPS, STRIP = 14, 4
STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)

Step = tuple[int, int]


class Square(NamedTuple):
    """A square as Red sees it: column a is 0, Red's first row is 0."""

    column: int
    row: int

    def __str__(self) -> str:
        """Its name, such as `b1`."""
        return f"{chr(ord('a') + self.column)}{self.row + 1}"

    @property
    def opposite(self) -> Square:
        """This square after a half turn of the board."""
        return Square(COLUMNS - 1 - self.column, ROWS - 1 - self.row)

    @property
    def exists(self) -> bool:
        """Whether it is on the board."""
        return 0 <= self.column < COLUMNS and 0 <= self.row < ROWS


class Crossing(NamedTuple):
    """The squares of a pawn, of its destination, and of the pawn that supports it."""

    pawn: Square
    square: Square
    support: Square


SQUARES = tuple(Square(column, row) for row in range(ROWS) for column in range(COLUMNS))
SQUARE_NAMES = {square: str(square) for square in SQUARES}
_NAMED = {name: square for square, name in SQUARE_NAMES.items()}
_ORDER = {name: place for place, name in enumerate(sorted(_NAMED, key=_NAMED.__getitem__))}
Ways = dict[str, dict[str, dict[str, str]]]
"""The letters that a word must contain, by the names of pawn, destination and support."""


def strip_at(place: int) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """The squares of a strip's place, in the order of its letters: Red's half, then Green's."""
    row, start = place // 2, STRIP * (place % 2)
    squares = tuple(Square(start + n, row) for n in range(STRIP))
    return squares, tuple(square.opposite for square in squares)


_PLACES = {
    square: (place, number)
    for place in range(STRIPS)
    for squares in strip_at(place)
    for number, square in enumerate(squares)
}


def letter(strips: Sequence[str], square: Square) -> str:
    """The letter on a square; an empty string if no strip lies there yet."""
    place, number = _PLACES[square]
    return strips[place][number] if place < len(strips) else ""


@weighed_cache(lambda _: 5)
def letters_on(strips: tuple[str, ...]) -> Mapping[Square, str]:
    """The letter on every square."""
    return {square: letter(strips, square) for square in SQUARES}


@weighed_cache(lambda _: 4)
def named_letters(strips: tuple[str, ...]) -> Mapping[str, str]:
    """The letter on every square by its name."""
    return {SQUARE_NAMES[square]: text for square, text in letters_on(strips).items()}


def direction(start: Square, end: Square) -> Step | None:
    """The step that leads straight from one square to another, or None if they are not in line."""
    x, y = end.column - start.column, end.row - start.row
    reach = max(abs(x), abs(y))
    if not reach or abs(x) not in (0, reach) or abs(y) not in (0, reach):
        return None
    return x // reach, y // reach


@cache
def trajectory(start: Square, end: Square) -> tuple[Square, ...]:
    """The squares of a straight way, both ends included; empty if the squares are not in line."""
    step = direction(start, end)
    if step is None:
        return ()
    length = max(abs(end.column - start.column), abs(end.row - start.row))
    return tuple(
        Square(start.column + n * step[0], start.row + n * step[1]) for n in range(length + 1)
    )


@cache
def _rays(start: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The squares from one to the edge in eight directions, each with the number of its line."""
    found, (column, row) = [], _NAMED[start]
    for number, (x, y) in enumerate(STEPS):
        squares = [Square(column + n * x, row + n * y) for n in range(1, ROWS)]
        names = tuple([SQUARE_NAMES[square] for square in squares if square.exists])
        found.append((min(number, STEPS.index((-x, -y))), names))
    return tuple(found)


def _sights(
    start: str, pawns: Collection[str], letters: Mapping[str, str]
) -> dict[str, tuple[int, str]]:
    """The empty squares that a pawn sees, each with its line and the letters on the way there."""
    seen: dict[str, tuple[int, str]] = {}
    for line, squares in _rays(start):
        way = letters[start]
        for square in squares:
            if square in pawns:
                break
            way += letters[square]
            seen[square] = line, way
    return seen


def ways(own: Sequence[Square], others: Sequence[Square], strips: tuple[str, ...]) -> Ways:
    """Every way to move one of the pawns `own`, supported by any other, with the letters it needs.

    Squares are given by their names, which are sent as they are and are quicker to look up.
    """
    pawns = {SQUARE_NAMES[square]: square for square in sorted((*own, *others))}
    letters = named_letters(strips)
    seen = {pawn: _sights(pawn, pawns, letters) for pawn in pawns}
    supports: dict[str, list[tuple[str, int, str]]] = {}
    for support, sight in seen.items():
        for square, (line, way) in sight.items():
            supports.setdefault(square, []).append((support, line, way[:-1]))
    found: Ways = {}
    for pawn in [SQUARE_NAMES[square] for square in own]:
        leaning = {}
        for square, (line, way) in seen[pawn].items():
            leans = {s: way + lean for s, other, lean in supports[square] if other != line}
            if leans:
                leaning[square] = leans
        if leaning:
            found[pawn] = {
                square: leaning[square] for square in sorted(leaning, key=_ORDER.__getitem__)
            }
    return found


def crossings_of(found: Ways) -> dict[Crossing, str]:
    """The same ways as a dictionary by crossing."""
    return {
        Crossing(_NAMED[pawn], _NAMED[square], _NAMED[support]): owed
        for pawn, squares in found.items()
        for square, supports in squares.items()
        for support, owed in supports.items()
    }


def same_line(one: Step, other: Step) -> bool:
    """Whether two steps lie on one line, in the same or in opposite directions."""
    return other in (one, (-one[0], -one[1]))


def letters_owed(letters: Mapping[Square, str], crossing: Crossing) -> str:
    """The letters of both trajectories, the pawn's first; their meeting point counts once."""
    way = trajectory(crossing.pawn, crossing.square)
    lean = trajectory(crossing.support, crossing.square)[:-1]
    return "".join([letters[square] for square in way + lean])
