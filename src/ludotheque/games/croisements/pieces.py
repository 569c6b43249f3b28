"""Croisements on paper: two halves of a board, a set of strips for each player, and the pawns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludotheque.core.scene import (
    Paint,
    Path,
    Piece,
    Pieces,
    PrintSet,
    Rect,
    Rectangle,
    Shape,
    Text,
    use_emblem,
)
from ludotheque.core.texts import Texts
from ludotheque.games.croisements import art, strips
from ludotheque.games.croisements.board import COLUMNS, ROWS, STRIP, STRIPS, Square, strip_at
from ludotheque.games.croisements.rules import CroisementsOptions
from ludotheque.games.croisements.state import GREEN, PAWNS, RED, Side, goal_of

# The size of the original is not known: with this one half a board, or a set of strips, fits on a
# sheet.
_SQUARE_MM = 21.0
_PAWN = 50.0  # small enough that the letter in the corner of a square is seen beside it
_PLAIN = {
    "felt": "#E2E2E2", "felt-edge": "#7A7A7A", "felt-ink": "#1E1E1E",
    "strip": "#FFFFFF", "strip-goal": "#F0F0F0", "strip-edge": "#8A8A8A", "letter": "#000000",
    "value": "#4A4A4A", "side-red": "#2A2A2A", "side-red-edge": "#000000",
    "side-green": "#7C7C7C", "side-green-edge": "#000000", "on-pawn": "#FFFFFF", "lean": "#000000",
}  # fmt: skip
_LONG = STRIP * art.CELL
_STRIP = Rectangle(0, 0, _LONG, art.CELL)
# Half a board has a gutter on three sides; the other half is joined at the fourth.
_TOP = art.EDGE + ROWS / 2 * art.CELL
_HALF = Rectangle(0, _TOP, 2 * art.GUTTER + COLUMNS * art.CELL, art.HIGH - _TOP)


def print_set(options: CroisementsOptions, words: Texts) -> PrintSet:
    """The board, the strips of the language twice, and three pawns for each player."""
    sets = [
        Pieces(
            words(f"print.strips.{side}"), tuple(_strip(s, side) for s in strips(options.language))
        )
        for side in (RED, GREEN)
    ]
    groups = (
        *(Pieces(words(f"print.half.{side}"), (_half(side),)) for side in (RED, GREEN)),
        *sets,
        Pieces(words("print.pawns"), tuple(_pawn(side) for side in (RED, GREEN)), apart=True),
    )
    return PrintSet(groups, art.CELL, _SQUARE_MM, art.PALETTE, _PLAIN, art.SYMBOLS)


def _half(side: Side) -> Piece:
    """A player's half of the board as they see it, with room for 14 strips."""
    view = art.VIEWS[side]
    names = [name for name in art.names(view) if name.y > _TOP]
    places = [_place(view, strip_at(place)[side]) for place in range(STRIPS)]
    shapes = (Rect(_HALF, Paint("felt")), *places, *names, *_values(view))
    return Piece(shapes, _HALF, bleed="felt")


def _place(view: art.View, squares: Sequence[Square]) -> Shape:
    """Where a strip will lie."""
    x, y = min(map(view.corner, squares))
    return Rect(Rectangle(x, y, _LONG, art.CELL), Paint("", "felt-edge", 1.5))


def _values(view: art.View) -> Iterator[Shape]:
    """What the rows of the goal are worth, beside the board because strips can lie anywhere."""
    for row in range(ROWS):
        square = Square(0, row)
        goal, (_, y) = goal_of(square), view.centre(square)
        if goal and y > _TOP:
            x = _HALF.w - art.GUTTER / 2
            yield Text(x, y + 8, str(goal[1]), 24, "felt-ink", "middle", serif=True)


def _strip(strip: str, side: Side) -> Piece:
    """A strip of letters, each small in a corner too, and the sign of the player it belongs to."""
    bars = "".join(f"M{n * art.CELL:g} 16v{art.CELL - 32:g}" for n in range(1, STRIP))
    shapes: list[Shape] = [Rect(_STRIP, Paint("strip")), Path(bars, Paint("", "strip-edge", 1))]
    for number, letter in enumerate(strip):
        left = number * art.CELL
        shapes += (
            Text(left + art.CELL / 2, 54, letter, 40, "letter", "middle", serif=True),
            Text(left + 11, 18, letter, 14, "letter", "middle", serif=True),
        )
    shapes.append(use_emblem(art.EMBLEMS[side].symbol, 9, (_LONG - 14, art.CELL - 14)))
    return Piece(tuple(shapes), _STRIP, bleed="strip")


def _pawn(side: Side) -> Piece:
    body = use_emblem(art.EMBLEMS[side].symbol, _PAWN)
    return Piece((body,), Rectangle(0, 0, _PAWN, _PAWN), PAWNS)
