"""A second implementation of the numbering of positions and of the files of values.

It follows only the descriptions in `solving/numbering.py` and `solving/file.py`, on the columns of
the rules, so that the checker shares no code with the solver.
"""

from __future__ import annotations

import mmap
import zlib
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from ludotheque.games.plus4.rules import PAWNS, SIZE, Columns

NO_DISTANCE = 255  # the greatest byte
HEADER_BYTES, CRC_BYTES = 64, 4

Shape = tuple[int, int, int]  # a column's height, and the rows of own and other bonus pawn (or -1)
Shapes = tuple[Shape, ...]
Heights = tuple[int, ...]
ALL_HEIGHTS: list[Heights] = sorted(
    product(range(SIZE + 1), repeat=SIZE), key=lambda heights: (-sum(heights), heights)
)


@dataclass(frozen=True)
class Block:
    """Positions of one shape: its columns, the number of plain pawns, the first number."""

    shapes: Shapes
    free: int
    base: int


class Numbering:
    """Every position by number, with bonus pawns or without."""

    def __init__(self, bonus: bool) -> None:
        """Lists the blocks in order; a block and its mirror image share the place of the first."""
        self.blocks: list[Block] = []
        self.where: dict[Shapes, tuple[int, bool]] = {}
        self.positions = 0
        self.bonus = bonus
        for heights in ALL_HEIGHTS:
            for shapes in _shapes(heights, bonus):
                self._add(shapes)
        self._bases = [block.base for block in self.blocks]

    def _add(self, shapes: Shapes) -> None:
        if shapes[::-1] in self.where:
            self.where[shapes] = self.where[shapes[::-1]][0], True
            return
        free = sum(height - (own >= 0) - (other >= 0) for height, own, other in shapes)
        self.where[shapes] = self.positions, False
        self.blocks.append(Block(shapes, free, self.positions))
        self.positions += 1 << free

    def columns(self, number: int) -> Columns:
        """The position with that number, the mover being red."""
        block = self.blocks[bisect(self._bases, number) - 1]
        return position(block.shapes, number - block.base)

    def among(self, heights: Heights, colours: range) -> Iterator[Columns]:
        """Yields the numbered positions of these heights and colourings, the mover being red.

        A colouring is a number with a bit for each pawn, bonus or not: 1 for the mover's.
        """
        placements = [s for s in _shapes(heights, self.bonus) if not self.where[s][1]]
        plain = tuple((height, -1, -1) for height in heights)
        for colouring in colours:
            grid = position(plain, colouring)
            for shapes in placements:
                columns = [
                    column for column in map(_with_bonus, grid, shapes) if column is not None
                ]
                if len(columns) == SIZE:
                    yield tuple(columns)

    def number(self, columns: Columns, mover: int) -> int:
        """The number that the position shares with its mirror image."""
        seen = [_column(column, mover) for column in columns]
        base, mirrored = self.where[tuple(shape for shape, _, _ in seen)]
        number, shift = 0, 0
        for _, free, bits in reversed(seen) if mirrored else seen:
            number |= bits << shift
            shift += free
        return base + number


def _shapes(heights: tuple[int, ...], bonus: bool) -> Iterator[Shapes]:
    """Yields every placement of the two bonus pawns, the mover's first, in hand before squares."""
    squares = [(column, row) for column in range(SIZE) for row in range(heights[column])]
    places = [(-1, -1), *squares] if bonus else [(-1, -1)]
    for own, other in product(places, repeat=2):
        if own != other or own == (-1, -1):
            yield tuple(
                (height, own[1] if own[0] == c else -1, other[1] if other[0] == c else -1)
                for c, height in enumerate(heights)
            )


@cache
def _column(column: str, mover: int) -> tuple[Shape, int, int]:
    """A column's shape, how many of its pawns are plain, and which of them are the mover's."""
    own, other = PAWNS[mover], PAWNS[1 - mover]
    plain = [pawn for pawn in column if pawn.islower()]
    bits = sum(1 << place for place, pawn in enumerate(plain) if pawn == own)
    shape = len(column), column.find(own.upper()), column.find(other.upper())
    return shape, len(plain), bits


@cache
def _with_bonus(column: str, shape: Shape) -> str | None:
    """The column with its bonus pawns; None if a pawn on such a square has the other colour."""
    pawns = list(column)
    for pawn, row in zip(PAWNS, shape[1:], strict=True):
        if row >= 0:
            if pawns[row] != pawn:
                return None
            pawns[row] = pawn.upper()
    return "".join(pawns)


def position(shapes: Shapes, number: int) -> Columns:
    """The columns of these shapes whose plain pawns have the colours of the number's bits."""
    columns = []
    for height, own, other in shapes:
        column = ""
        for row in range(height):
            if row in (own, other):
                column += "R" if row == own else "B"
                continue
            column += PAWNS[1 - (number & 1)]
            number >>= 1
        columns.append(column)
    return tuple(columns)


class Values:
    """The stored values of one score or round, and its distances if there are any."""

    def __init__(self, file: Path, start: int, distances: Path | None, from_: int = 0) -> None:
        """Values begin at `start` of their file, distances at `from_` of theirs."""
        self.values, self.start = _mapped(file), start
        self.distances = None if distances is None else _mapped(distances)
        self.from_ = from_

    def value(self, number: int) -> int:
        """What the position is worth to the player to move."""
        return self.values[self.start + (number >> 2)] >> (number & 3) * 2 & 3

    def distance(self, number: int) -> int:
        """The plies to the next points or the end; `NO_DISTANCE` if there is none."""
        return NO_DISTANCE if self.distances is None else self.distances[self.from_ + number]


def _mapped(file: Path) -> mmap.mmap:
    with file.open("rb") as inside:
        return mmap.mmap(inside.fileno(), 0, access=mmap.ACCESS_READ)


def sound(file: Path, start: int, size: int) -> bool:
    """Whether that stretch of a file is followed by its right CRC-32."""
    with file.open("rb") as inside:
        inside.seek(start)
        data, check = inside.read(size), inside.read(CRC_BYTES)
    return len(check) == CRC_BYTES and zlib.crc32(data) == int.from_bytes(check, "little")
