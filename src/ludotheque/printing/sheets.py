"""The layout of the sheets to cut out, in millimetres from the upper left corner of the paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from ludotheque.core.scene import Piece, Pieces, PrintSet, Rectangle, around
from ludotheque.printing.paper import Paper

# Margins at the sides, above and below the pieces, for crop marks, headings and the foot. No
# printer reaches the last 5 mm.
SIDE_MM, HEAD_MM, FOOT_MM = 12.0, 18.0, 20.0
# The gap between crop marks and pieces, so that none is left on them, and the length of the marks.
MARK_GAP_MM, MARK_MM = 2.0, 5.0
# Between blocks, for the marks of both and the heading.
_BETWEEN_MM = 20.0
_APART_MM = 3.0  # for the scissors, between pieces with an outline of their own
_SMALLEST_MM = 10  # smaller pieces cannot be gripped
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece and its place on the sheet."""

    piece: Piece
    box: Rectangle


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of one kind on a sheet, in rows."""

    label: str
    cuts: tuple[Cut, ...]
    apart: bool

    @property
    def box(self) -> Rectangle:
        """The smallest rectangle around all pieces."""
        return around([cut.box for cut in self.cuts])


Sheet = tuple[Block, ...]


class TooLarge(ValueError):
    """A piece does not fit on the paper at that size."""


def sizes_mm(made: PrintSet, paper: Paper) -> range:
    """The sizes, in whole millimetres, at which every piece fits on that paper."""
    room = _room(paper)
    largest = min(
        min(room.w / group.view.w, room.h / group.view.h) * made.measure for group in made.groups
    )
    return range(_SMALLEST_MM, floor(largest + _ROUNDING) + 1)


def lay_out(made: PrintSet, paper: Paper, size_mm: float | None = None) -> list[Sheet]:
    """The sheets of a set, each group in blocks; a group is divided only if no sheet holds it."""
    scale = (size_mm or made.size_mm) / made.measure
    room, sheets, top = _room(paper), list[list[Block]]([[]]), HEAD_MM
    for group in made.groups:
        grid = _Grid(group, scale, room)
        left = [piece for piece in group.pieces for _ in range(piece.count)]
        while left:
            fitting = grid.fitting(room.y + room.h - top)
            if sheets[-1] and fitting < min(len(left), grid.fitting(room.h)):
                sheets.append([])
                top = room.y
                continue
            block, left = grid.block(left[:fitting], top), left[fitting:]
            sheets[-1].append(block)
            top += block.box.h + _BETWEEN_MM
    return [tuple(sheet) for sheet in sheets]


def _room(paper: Paper) -> Rectangle:
    """The area for the pieces."""
    width, height = paper.width_mm - 2 * SIDE_MM, paper.height_mm - HEAD_MM - FOOT_MM
    return Rectangle(SIDE_MM, HEAD_MM, width, height)


class _Grid:
    """Places the pieces of a group in full rows; raises `TooLarge` if not even one fits."""

    def __init__(self, group: Pieces, scale: float, room: Rectangle) -> None:
        self._group = group
        self._room = room
        self._wide, self._high = group.view.w * scale, group.view.h * scale
        self._gap = _APART_MM if group.apart else 0.0
        self._columns = self._most(room.w, self._wide)
        if not self._columns or self._high > room.h + _ROUNDING:
            raise TooLarge(group.label)

    def fitting(self, height: float) -> int:
        """How many pieces fit into that height."""
        return self._columns * self._most(height, self._high)

    def block(self, pieces: list[Piece], top: float) -> Block:
        """These pieces in rows from `top` on, centred on the sheet."""
        columns = min(self._columns, len(pieces))
        across = columns * (self._wide + self._gap) - self._gap
        left = self._room.x + (self._room.w - across) / 2
        cuts = [
            Cut(piece, self._box(left, top, *divmod(number, columns)))
            for number, piece in enumerate(pieces)
        ]
        return Block(self._group.label, tuple(cuts), self._group.apart)

    def _box(self, left: float, top: float, row: int, column: int) -> Rectangle:
        x, y = left + column * (self._wide + self._gap), top + row * (self._high + self._gap)
        return Rectangle(x, y, self._wide, self._high)

    def _most(self, room: float, size: float) -> int:
        return max(0, floor((room + self._gap + _ROUNDING) / (size + self._gap)))


CropMark = tuple[float, float, float, float]


def crop_marks(block: Block) -> list[CropMark]:
    """Lines beside a block, each from (x, y) to (x, y), which show where to cut all across it."""
    box = block.box
    xs = {round(x, 4) for cut in block.cuts for x in (cut.box.x, cut.box.x + cut.box.w)}
    ys = {round(y, 4) for cut in block.cuts for y in (cut.box.y, cut.box.y + cut.box.h)}
    right, bottom, reach = box.x + box.w, box.y + box.h, MARK_GAP_MM + MARK_MM
    across = [((box.x - reach, box.x - MARK_GAP_MM), (right + MARK_GAP_MM, right + reach))]
    upright = [((box.y - reach, box.y - MARK_GAP_MM), (bottom + MARK_GAP_MM, bottom + reach))]
    marks = [(a, y, b, y) for y in sorted(ys) for pair in across for a, b in pair]
    return marks + [(x, a, x, b) for x in sorted(xs) for pair in upright for a, b in pair]
