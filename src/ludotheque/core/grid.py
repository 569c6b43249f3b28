"""A board of cells in columns and rows, for the rules, the notation and the drawings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

Direction = tuple[int, int]
"""Columns to the right and rows up."""
ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
# For hexagonal cells, where each row lies half a cell further to the right than the one below it.
HEXAGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
_HALF = ((0, 1), (1, 0), (1, 1), (1, -1))  # one of each two opposite directions


@dataclass(frozen=True)
class Grid:
    """A board with up to 26 columns, named a, b, c…, and rows, named 1, 2, 3… from the bottom.

    A cell is a number, counted from 0, from left to right and from the bottom row up. A position is
    a text with one character for each cell.
    """

    columns: int
    rows: int

    def __len__(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the cells in order: a1, b1 and so on."""
        letters = ascii_lowercase[: self.columns]
        return tuple(f"{letter}{row + 1}" for row in range(self.rows) for letter in letters)

    @cached_property
    def _cells(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self.names)}

    def find(self, name: str) -> int | None:
        """The cell with that name; None if there is no such cell."""
        return self._cells.get(name)

    def place(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell, counted from 0."""
        row, column = divmod(cell, self.columns)
        return column, row

    def beside(self, cell: int, direction: Direction) -> int | None:
        """The next cell in that direction; None beyond the edge."""
        column, row = self.place(cell)
        column, row = column + direction[0], row + direction[1]
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return row * self.columns + column if inside else None

    def ray(self, cell: int, direction: Direction) -> tuple[int, ...]:
        """All cells from this one to the edge in that direction, without the cell itself."""
        following = self.beside(cell, direction)
        return () if following is None else (following, *self.ray(following, direction))

    def neighbours(
        self, cell: int, directions: Sequence[Direction] = ORTHOGONAL
    ) -> tuple[int, ...]:
        """The cells next to it in these directions."""
        found = (self.beside(cell, direction) for direction in directions)
        return tuple(other for other in found if other is not None)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Every straight line of `length` cells, diagonals included."""
        starts = ((cell, way) for cell in range(len(self)) for way in _HALF)
        found = ((cell, *self.ray(cell, way))[:length] for cell, way in starts)
        return tuple(line for line in found if len(line) == length)

    def write(self, board: str) -> str:
        """The rows of a position from the top, with `/` between them."""
        starts = range(len(self) - self.columns, -1, -self.columns)
        return "/".join(board[start : start + self.columns] for start in starts)

    def read(self, text: str, signs: str) -> str | None:
        """The position that `write` wrote; None if it has another size or other signs."""
        rows = text.split("/")
        right = len(rows) == self.rows and all(len(row) == self.columns for row in rows)
        board = "".join(reversed(rows))
        return board if right and set(board) <= set(signs) else None
