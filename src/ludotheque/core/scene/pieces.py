"""What of a game can be printed and cut out: drawings with a number of each and a true size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludotheque.core.scene.areas import Palette
from ludotheque.core.scene.shapes import Rectangle, Shape


@dataclass(frozen=True, slots=True)
class Piece:
    """What is seen of a drawing within `view`, and how many of it there are.

    `bleed` is the colour that goes on beyond the edge, for a cut that misses it by a little.
    """

    art: tuple[Shape, ...]
    view: Rectangle
    count: int = 1
    bleed: str = ""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one size under one heading.

    They lie edge to edge, to be cut by straight lines, or `apart`, each to be cut out along its own
    outline.
    """

    label: str
    pieces: tuple[Piece, ...]
    apart: bool = False

    @property
    def view(self) -> Rectangle:
        """What is seen of each of them, of which the size counts."""
        return self.pieces[0].view

    @property
    def count(self) -> int:
        """How many there are to cut out."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class PrintSet:
    """All that is needed to play on paper.

    `measure` is a length in the units of the drawings, `size_mm` how long it is on paper unless
    somebody wants another size. `plain` gives greys for a print without colour; a colour that it
    leaves out becomes as dark a grey as it is.
    """

    groups: tuple[Pieces, ...]
    measure: float
    size_mm: float
    palette: Palette
    plain: Mapping[str, str]
    symbols: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
