"""Plus 4 on paper: the grid to lay pawns on, the pawns, and the cursors for the points."""

from __future__ import annotations

from ludotheque.core.scene import Group, Piece, Pieces, PrintSet, Rectangle, use_emblem
from ludotheque.core.texts import Texts
from ludotheque.games.plus4 import art
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import BONUS, PAWNS, SIZE

# The size of the original is not known: this is the largest grid, in whole millimetres, that fits
# on a sheet with its rails.
_CELL_MM = 30.0
_PLAIN = {
    "frame": "#CFCFCF", "frame-edge": "#6A6A6A", "slot": "#FFFFFF", "notch": "#8A8A8A",
    "r": "#7C7C7C", "r-rim": "#000000", "r-light": "#DADADA",
    "b": "#FFFFFF", "b-rim": "#000000", "b-light": "#FFFFFF",
    "gleam": "#FFFFFF", "rail": "#F2F2F2", "rail-edge": "#8A8A8A", "line": "#1E1E1E",
}  # fmt: skip
_ABOVE = 14.0  # as much paper above the frame as there is below it
# As many as the grid has cells, so that pawns never run out.
_PAWNS_EACH = SIZE * SIZE


def print_set(options: Plus4Options, words: Texts) -> PrintSet:
    """All pieces that the modes need, whatever the options."""
    del options
    plain = [_pawn(letter, 2 * art.R, _PAWNS_EACH) for letter in PAWNS]
    bonus = [_pawn(letter, 2 * art.R) for letter in BONUS]
    cursors = [_pawn(letter, art.CURSOR) for letter in PAWNS]
    groups = (
        Pieces(words("print.grid"), (_grid(),)),
        Pieces(words("print.pawns", n=2 * _PAWNS_EACH), (*plain, *bonus), apart=True),
        Pieces(words("print.cursors"), tuple(cursors), apart=True),
    )
    return PrintSet(groups, art.CELL, _CELL_MM, art.PALETTE, _PLAIN, art.SYMBOLS)


def _grid() -> Piece:
    """The frame between its two rails."""
    boxes = [(art.rail_box(seat), art.rail(seat, goal=None)) for seat in (0, 1)]
    rails = [Group(shapes, at=(box.x, box.y)) for box, shapes in boxes]
    view = Rectangle(0, -_ABOVE, art.FRAME_W + 2 * art.RAIL, art.FRAME_H + _ABOVE)
    return Piece((*art.frame(art.RAIL), *rails), view)


def _pawn(letter: str, size: float, count: int = 1) -> Piece:
    return Piece((use_emblem(f"figure-{letter}", size),), Rectangle(0, 0, size, size), count)
