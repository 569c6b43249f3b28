"""The tablets of Babylone to cut out, seen from straight above."""

from __future__ import annotations

from ludotheque.core.scene import Paint, Piece, Pieces, PrintSet, Rect, Rectangle
from ludotheque.core.texts import Texts
from ludotheque.games.babylone.art import DEEP, PALETTE, WIDE, by_face, sign, symbols
from ludotheque.games.babylone.rules import COLOURS, BabyloneOptions

# The size of the original is not known: with this one the 12 tablets lie well in the hand, and
# fit on one sheet.
_TABLET_MM = 60.0
_VIEW = Rectangle(0, 0, WIDE, DEEP)
_RIM = Rectangle(4, 4, WIDE - 8, DEEP - 8)
_PLAIN = by_face(
    {
        "v": ("#C6C6C6", "#7A7A7A", "#1E1E1E"),
        "n": ("#3A3A3A", "#000000", "#FFFFFF"),
        "r": ("#8E8E8E", "#4A4A4A", "#FFFFFF"),
        "b": ("#FFFFFF", "#8A8A8A", "#3A3A3A"),
        "l": ("#626262", "#2A2A2A", "#FFFFFF"),
        "o": ("#E6E6E6", "#8A8A8A", "#1E1E1E"),
    }
)


def print_set(options: BabyloneOptions, words: Texts) -> PrintSet:
    """As many tablets of each colour as the options say."""
    counted = zip(COLOURS, options.start, strict=False)  # the last colours may be left out
    tablets = tuple(_tablet(colour, count) for colour, count in counted if count)
    label = words("print.tablets", n=sum(options.start))
    return PrintSet(
        (Pieces(label, tablets),), WIDE, _TABLET_MM, PALETTE, _PLAIN, symbols(tallest=1)
    )


def _tablet(colour: str, count: int) -> Piece:
    face = Rect(_VIEW, Paint(f"{colour}-t")), Rect(_RIM, Paint("", f"{colour}-s", 1.5), 10)
    art = (*face, sign(colour, WIDE / 2, DEEP / 2))
    return Piece(art, _VIEW, count, f"{colour}-t")
