"""A painter for games on a grid: a game says which piece lies in which cell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ludotheque.core.game import A, Game, S
from ludotheque.core.grid import Grid
from ludotheque.core.notation import Notation
from ludotheque.core.scene.areas import Ink, Palette, Part
from ludotheque.core.scene.board import BoardPainter
from ludotheque.core.scene.emblems import SEAT_PALETTE, Emblem, use_emblem
from ludotheque.core.scene.shapes import Group, Paint, Path, Rect, Rectangle, Shape, Text
from ludotheque.core.texts import Texts

GRID_PALETTE = SEAT_PALETTE | Palette(
    {"board": "#D9BE8C", "board-edge": "#A98F60", "cell": "#E8D6AE", "board-ink": "#6B5530"},
    {"board": "#4A3B2A", "board-edge": "#6A5539", "cell": "#5B4934", "board-ink": "#D2BE97"},
)
CELL = 80.0
"""The width of a cell."""
_MARGIN = 46.0  # around the cells, for the names of the columns and rows
_RING_ROOM = 7.0  # between a part and the edge of its cell, so that rings do not overlap
# The size of the names of columns and rows: readable even if a phone shows a whole wide board.
_LEAST_NAME, _LARGEST_NAME, _NAMES_ACROSS = 20.0, 26.0, 34
# A hexagon of width 1 that stands on a corner: its corners, and the distance between rows.
_HEX_CORNERS = (0, -0.577), (0.5, -0.289), (0.5, 0.289), (0, 0.577), (-0.5, 0.289), (-0.5, -0.289)
_HEX_ROW = 0.866
_SQUARE_CORNERS = (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)


class GridPainter(BoardPainter[S, A]):
    """Describes the positions of a game whose board is a `Grid`; a cell is a part `cell-a1`.

    `kinds` maps the signs of a position to the emblems of their pieces: first those of the seats,
    in order, then others. The labels are the texts `piece.SIGN` and `empty`, filled in with the
    `cell`. If cells are `hexagonal`, each row lies half a cell further right than the one below.
    """

    palette = GRID_PALETTE
    hexagonal = False
    piece_size = 0.74
    """The width of a piece in cells: less than 1, so that the edge of its cell stays visible."""
    kinds: Mapping[str, Emblem]

    def __init__(self, game: Game[S, A], notation: Notation[S, A], grid: Grid) -> None:
        super().__init__(game, notation)
        self.grid = grid
        centres = list(map(self.centre, range(len(grid))))
        wide, high = max(x for x, _ in centres), max(y for _, y in centres)
        self.box = Rectangle(0, 0, wide + CELL / 2 + _MARGIN, high + CELL / 2 + _MARGIN)
        self.backdrop = tuple(self._backdrop())
        self.scenery = tuple(shape for cell in range(len(grid)) for shape in self.cell_art(cell))
        self.captions = tuple(Ink(*ink, (name,)) for name, _, ink in self._names())
        self._still: dict[tuple[int, str, Texts], Part] = {}

    @abstractmethod
    def pieces(self, state: S) -> str:
        """The sign of the piece in each cell, in the order of the cells."""

    def came(self, before: S, action: A) -> Mapping[int, int]:
        """The previous cells of the pieces that an action moves, by their new cells."""
        del before, action
        return {}

    def cell_id(self, cell: int) -> str:
        """The id of the part for a cell and its piece."""
        return f"cell-{self.grid.names[cell]}"

    def centre(self, cell: int) -> tuple[float, float]:
        """The coordinates of the middle of a cell; the first row is at the bottom."""
        column, row = self.grid.place(cell)
        above = self.grid.rows - 1 - row
        across, down = (row / 2, _HEX_ROW) if self.hexagonal else (0.0, 1.0)
        return _MARGIN + CELL * (column + across + 0.5), _MARGIN + CELL * (above * down + 0.5)

    def corners(self, cell: int) -> tuple[tuple[float, float], ...]:
        """The corners of a cell, clockwise from the top."""
        x, y = self.centre(cell)
        corners = _HEX_CORNERS if self.hexagonal else _SQUARE_CORNERS
        return tuple((x + CELL * across, y + CELL * down) for across, down in corners)

    def cell_art(self, cell: int) -> tuple[Shape, ...]:
        """The drawing of an empty cell."""
        outline = "L".join(f"{x:.1f} {y:.1f}" for x, y in self.corners(cell))
        return (Path(f"M{outline}Z", Paint("cell", "board-edge", 2)),)

    def emblems(self, state: S) -> tuple[Emblem, ...]:
        """The pieces of the seats."""
        del state
        return tuple(self.kinds.values())[: self.game.seats]

    def parts(self, state: S, words: Texts, after: tuple[S, A] | None) -> Iterator[Part]:
        """A part for each cell, with the piece in it."""
        came = self.came(*after) if after else {}
        for cell, sign in enumerate(self.pieces(state)):
            part = self._part(cell, sign, words.nameless)
            moved = cell in came and part.role == "piece"
            yield replace(part, was=self.cell_id(came[cell])) if moved else part

    def _part(self, cell: int, sign: str, words: Texts) -> Part:
        """The part for a cell with that piece, made once in each language."""
        key = cell, sign, words
        if key not in self._still:
            self._still[key] = self._drawn(cell, sign, words)
        return self._still[key]

    def _drawn(self, cell: int, sign: str, words: Texts) -> Part:
        name, (x, y), wide = self.grid.names[cell], self.centre(cell), CELL - 2 * _RING_ROOM
        box = Rectangle(x - wide / 2, y - wide / 2, wide, wide)
        empty = Part(self.cell_id(cell), "", box, radius=wide / 2 if self.hexagonal else 8)
        if sign not in self.kinds:
            label, ink = words("empty", cell=name), self._ink(cell, "·")
            return replace(empty, label=label, ink=ink, role="place")
        piece, size = self.kinds[sign], CELL * self.piece_size
        at = (wide - size) / 2, (wide - size) / 2
        art = Group((use_emblem(piece.symbol, size, at),), "soft")
        label, ink = words(f"piece.{sign}", cell=name), self._ink(cell, piece.sign)
        return replace(empty, label=label, ink=ink, art=(art,))

    def _ink(self, cell: int, sign: str) -> Ink:
        """A cell in text characters, two columns wide and one row high."""
        column = round(2 * (self.centre(cell)[0] - _MARGIN - CELL / 2) / CELL)
        return Ink(3 + column, self.grid.rows - 1 - self.grid.place(cell)[1], (sign,))

    def _backdrop(self) -> Iterator[Shape]:
        around = Rectangle(2, 2, self.box.w - 4, self.box.h - 4)
        yield Group((Rect(around, Paint("board", "board-edge", 3), 22),), "soft")
        size = min(max(self.box.w / _NAMES_ACROSS, _LEAST_NAME), _LARGEST_NAME)
        for name, (x, y), _ in self._names():
            yield Text(x, y + size * 0.35, name, size, "board-ink", "middle", serif=True)

    def _names(self) -> Iterator[tuple[str, tuple[float, float], tuple[int, int]]]:
        """The names of columns and rows, and their places in the drawing and in text characters."""
        grid, down, left = self.grid, CELL / 2 + _MARGIN / 2, CELL / 2 + _MARGIN / 2
        for cell, name in enumerate(grid.names):
            (column, row), (x, y), ink = grid.place(cell), self.centre(cell), self._ink(cell, "")
            if row == 0:
                yield name[0], (x, y + down), (ink.column, grid.rows)
            if column == 0:
                yield name[1:], (x - left, y), (ink.column - 3, ink.row)
