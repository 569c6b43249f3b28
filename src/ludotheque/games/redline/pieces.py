"""The tiles of Redline to cut out: square to the very edge, so that their lines meet."""

from __future__ import annotations

from ludotheque.core.scene import Paint, Piece, Pieces, PrintSet, Rect, Rectangle
from ludotheque.core.texts import Texts
from ludotheque.games.redline import art
from ludotheque.games.redline.rules import RedlineOptions
from ludotheque.games.redline.tiles import COLOURS, SHAPES, Tile

# The size of the original is not known: with this one all tiles of a colour fit on one sheet.
_TILE_MM = 40.0
_PLAIN = {
    "Y": "#FFFFFF", "Y-edge": "#555555", "dots": "#8C8C8C",
    "B": "#C4C4C4", "B-edge": "#333333", "hatch": "#8A8A8A",
    "red": "#000000", "casing": "#FFFFFF",
}  # fmt: skip
_VIEW = Rectangle(0, 0, art.TILE, art.TILE)


def print_set(options: RedlineOptions, words: Texts) -> PrintSet:
    """All 48 tiles, whatever the options."""
    del options
    groups = [
        Pieces(words(f"print.{colour}"), tuple(_tile(Tile(colour, shape)) for shape in SHAPES))
        for colour in COLOURS
    ]
    return PrintSet(tuple(groups), art.TILE, _TILE_MM, art.PALETTE, _PLAIN, art.SYMBOLS)


def _tile(tile: Tile) -> Piece:
    face = Rect(_VIEW, Paint(tile.colour)), Rect(_VIEW, Paint(art.TEXTURE[tile.colour]))
    return Piece((*face, art.lines_of(tile)), _VIEW, bleed=tile.colour)
