"""How a tile of Redline is drawn, in shapes and in characters."""

from __future__ import annotations

from functools import cache

from ludotheque.core.scene import Circle, Group, Paint, Palette, Path, Rect, Rectangle, Shape
from ludotheque.games.redline.tiles import STEPS, Square, Tile

PALETTE = Palette(
    {
        "Y": "#F2C53D", "Y-edge": "#A87B0C", "dots": "#C4941A",
        "B": "#3D72C4", "B-edge": "#1E3F7A", "hatch": "#2D59A0",
        "red": "#C8202B", "casing": "#FFF6E4",
    },
    {"Y": "#E3B52F", "B": "#35639F", "hatch": "#274E84", "red": "#D42B35"},
)  # fmt: skip
TILE = 100.0
_HALF = TILE / 2
_LINE, _CASING = 15.0, 23.0
_TEXTURE = {"Y": "#dots", "B": "#hatch"}
_BLANK = {"Y": ".", "B": "░"}
_STROKES = {"0": (2, 0, "│"), "1": (4, 0, "╱"), "2": (4, 1, "─"), "3": (4, 2, "╲"),
            "4": (2, 2, "│"), "5": (0, 2, "╱"), "6": (0, 1, "─"), "7": (0, 0, "╲")}  # fmt: skip


@cache
def drawing(tile: Tile) -> tuple[Shape, ...]:
    """The tile: a rounded square with its texture, and its lines up to the very edge."""
    face = Rectangle(1.5, 1.5, TILE - 3, TILE - 3)
    body = (
        Group((Rect(face, Paint(tile.colour, f"{tile.colour}-edge", 1.5), 9),), "soft"),
        Rect(face, Paint(_TEXTURE[tile.colour]), 9),
    )
    lines = [line for spoke in tile.spokes for line in [_spoke(spoke)]]
    shapes: list[Shape] = []
    for colour, width in (("casing", _CASING), ("red", _LINE)):
        shapes += [Path(line, Paint("", colour, width)) for line in lines]
        shapes.append(Circle(_HALF, _HALF, width / 2, Paint(colour)))
    return (*body, Group(tuple(shapes), clip=Rectangle(0, 0, TILE, TILE)))


def joint(square: Square, spoke: int) -> Shape:
    """The piece of line that bridges the corner between two tiles that meet there."""
    dx, dy = STEPS[spoke]
    x = square[0] * TILE + _HALF + dx * _HALF
    y = -square[1] * TILE + _HALF - dy * _HALF
    reach = _CASING * 0.62
    d = f"M{x - dx * reach:.1f} {y + dy * reach:.1f}L{x + dx * reach:.1f} {y - dy * reach:.1f}"
    return Group(
        tuple(Path(d, Paint("", c, w), butt=True) for c, w in (("casing", _CASING), ("red", _LINE)))
    )


def in_characters(tile: Tile) -> tuple[str, ...]:
    """The tile as three lines of five characters, its colour's letter in the middle."""
    rows = [[_BLANK[tile.colour]] * 5 for _ in range(3)]
    rows[1][2] = tile.colour
    for spoke in tile.spokes:
        column, row, stroke = _STROKES[spoke]
        rows[row][column] = stroke
        if row == 1:
            rows[1][1 if column == 0 else 3] = stroke
    return tuple("".join(row) for row in rows)


def _spoke(spoke: str) -> str:
    dx, dy = STEPS[int(spoke)]
    return f"M{_HALF} {_HALF}L{_HALF + dx * _HALF * 1.3:.1f} {_HALF - dy * _HALF * 1.3:.1f}"
