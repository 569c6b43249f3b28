"""The pieces of a game to print and cut out: drawings with their number and true size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludotheque.core.scene.areas import Palette
from ludotheque.core.scene.shapes import Rectangle, Shape


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a drawing within `view`, and how many copies of it there are.

    `bleed` is the colour to print beyond the edge, for a cut that misses it by a little.
    """

    art: tuple[Shape, ...]
    view: Rectangle
    count: int = 1
    bleed: str = ""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one size under one heading.

    They lie edge to edge, to be cut along straight lines, or `apart`, to be cut out one by one
    along their outlines.
    """

    label: str
    pieces: tuple[Piece, ...]
    apart: bool = False

    @property
    def view(self) -> Rectangle:
        """The view of the first piece, which has the size of all."""
        return self.pieces[0].view

    @property
    def count(self) -> int:
        """The number of pieces to cut out."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class PrintSet:
    """All that is needed to play on paper.

    `measure` is a length in the units of the drawings, and `size_mm` its default length on paper.
    `plain` maps colours to greys for a print without colour; a colour that it leaves out becomes a
    grey of the same brightness.
    """

    groups: tuple[Pieces, ...]
    measure: float
    size_mm: float
    palette: Palette
    plain: Mapping[str, str]
    symbols: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
