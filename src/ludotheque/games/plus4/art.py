"""How Plus 4 is drawn: the frame, the pawns, the cursors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from ludotheque.core.caching import bounded_cache
from ludotheque.core.game import Seat
from ludotheque.core.scene import (
    EMBLEM_SIZE,
    Circle,
    Emblem,
    Group,
    Paint,
    Palette,
    Path,
    Rect,
    Rectangle,
    Shape,
    Text,
    use_emblem,
)
from ludotheque.games.plus4.rules import BONUS, PAWNS, SIZE

PALETTE = Palette(
    {
        "frame": "#2B3E5E", "frame-edge": "#41597F", "slot": "#111C30", "notch": "#4A638C",
        "r": "#CB4331", "r-rim": "#8A2113", "r-light": "#F4AE9E",
        "b": "#3F7CC6", "b-rim": "#163D73", "b-light": "#B3D2F3",
        "gleam": "#FFFFFF", "rail": "#E3D5BC", "rail-edge": "#C0AB85", "line": "#FFF3C9",
    },
    {"frame": "#33486B", "frame-edge": "#54709C", "rail": "#4A3B2C", "rail-edge": "#7B6448"},
)  # fmt: skip

SIGNS = {"r": "✚", "b": "○", "R": "✚★", "B": "○★"}
EMBLEMS = tuple(Emblem(SIGNS[letter], f"figure-{letter}") for letter in PAWNS)

CELL, R = 112.0, 45.0
LEFT, TOP = 26.0, 24.0
FRAME_W, FRAME_H = SIZE * CELL + 2 * LEFT, SIZE * CELL + TOP + 58
RAIL = 92.0
CURSOR = 42.0
_RAILS = (54.0, RAIL - 54)  # the middle of each rail, from the left edge of its box
_STEP, _FOOT = 40.0, FRAME_H - 40
_SCALE = 11  # points that the rail shows: the highest target


@cache
def frame(x: float) -> tuple[Shape, ...]:
    """The frame with its four notched columns, its left edge at x."""
    body = Rect(Rectangle(x + 2, 0, FRAME_W - 4, FRAME_H - 14), Paint("frame", "frame-edge", 2), 18)
    slots = [shape for number in range(SIZE) for shape in _slot(x, number)]
    return (Group((body,), "lift"), *slots)


def _slot(x: float, number: int) -> list[Shape]:
    left, wide = x + LEFT + number * CELL + 5, CELL - 10
    groove = Rectangle(left, TOP - 6, wide, SIZE * CELL + 12)
    shapes: list[Shape] = [Rect(groove, Paint("slot"), 12)]
    for row in range(1, SIZE):
        y = TOP + row * CELL - 8
        notches = f"M{left} {y}l9 8-9 8ZM{left + wide} {y}l-9 8 9 8Z"
        shapes.append(Path(notches, Paint("notch")))
    middle = left + wide / 2
    shapes.append(Text(middle, FRAME_H - 30, str(number + 1), 20, "line", "middle", serif=True))
    return shapes


def cell(x: float, column: int, row: int) -> tuple[float, float]:
    """The centre of a cell of the frame whose left edge is at x."""
    return x + LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL


def column(x: float, number: int) -> Rectangle:
    """The area of a column that can be pressed."""
    return Rectangle(x + LEFT + number * CELL + 7, TOP - 2, CELL - 14, SIZE * CELL + 4)


def ribbon(centres: Sequence[tuple[float, float]]) -> tuple[Rectangle, tuple[Shape, ...]]:
    """A bright band under the pawns of a line: its box and its shapes."""
    (x1, y1), (x2, y2) = centres[0], centres[-1]
    box = Rectangle(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
    d = f"M{x1 - box.x:.1f} {y1 - box.y:.1f}L{x2 - box.x:.1f} {y2 - box.y:.1f}"
    rings = [Circle(x - box.x, y - box.y, R + 6, Paint("line")) for x, y in centres]
    return box, (Path(d, Paint("", "line", 30)), *rings)


@bounded_cache
def cursor(seat: Seat, points: int, goal: int | None) -> tuple[Rectangle, tuple[Shape, ...]]:
    """The rail at that player's side, and on it the pawn that shows the points."""
    half, top = CURSOR / 2, _FOOT - min(points, _SCALE) * _STEP
    climber = use_emblem(EMBLEMS[seat].symbol, CURSOR, (_RAILS[seat] - half, top - half))
    return rail_box(seat), (*rail(seat, goal), climber)


def rail_box(seat: Seat) -> Rectangle:
    """Where the rail of a player lies, beside the frame."""
    return Rectangle(0.0 if seat == 0 else RAIL + FRAME_W, 0, RAIL, FRAME_H)


def rail(seat: Seat, goal: int | None) -> tuple[Shape, ...]:
    """The rail of a player without its cursor, its numbers on the outside."""
    first, centre, high = seat == 0, _RAILS[seat], _SCALE * _STEP
    groove = Rectangle(centre - 9, _FOOT - high - 16, 18, high + 32)
    numbers = [
        Text(
            30.0 if first else RAIL - 30,
            _FOOT - step * _STEP + 6,
            str(step),
            20 if step == goal else 15,
            "ink" if step == goal else "muted",
            "end" if first else "start",
            serif=True,
        )
        for step in range(_SCALE + 1)
    ]
    return Rect(groove, Paint("rail", "rail-edge", 1.5), 9), *numbers


@cache
def pawn(letter: str, r: float) -> tuple[Shape, ...]:
    """A pawn of that radius."""
    return (use_emblem(f"figure-{letter}", 2 * r),)


def _figure(letter: str) -> tuple[Shape, ...]:
    """A round pawn with a rim and its player's mark; a star as well on a bonus pawn."""
    own, r = letter.lower(), EMBLEM_SIZE / 2
    light = letter in BONUS
    rim = f"{own}-rim"
    body = Group((Circle(r, r, r - 1.5, Paint(f"{own}-light" if light else own, rim, 3)),), "soft")
    ring = Circle(r, r, r * 0.78, Paint("", "gleam" if not light else rim, 1.6))
    if light:
        star = Path(_star(r, r * 0.66), Paint(rim))
        return (body, ring, star, *_mark(own, r, 0.19, f"{own}-light"))
    return (body, ring, *_mark(own, r, 0.34, rim))


def _mark(own: str, r: float, size: float, colour: str) -> tuple[Shape, ...]:
    """A cross for red, a ring for blue."""
    paint = Paint("", colour, r * size * 0.5)
    if own == "b":
        return (Circle(r, r, r * size * 0.8, paint),)
    arm = r * size
    cross = f"M{r - arm:.1f} {r:.1f}h{2 * arm:.1f}M{r:.1f} {r - arm:.1f}v{2 * arm:.1f}"
    return (Path(cross, paint),)


def _star(centre: float, size: float) -> str:
    points = []
    for corner in range(10):
        reach = size if corner % 2 == 0 else size * 0.52
        angle = corner * pi / 5
        points.append(f"{centre + sin(angle) * reach:.1f} {centre - cos(angle) * reach:.1f}")
    return "M" + "L".join(points) + "Z"


SYMBOLS = {f"figure-{letter}": _figure(letter) for letter in SIGNS}
