"""How the tablets of Babylone are drawn."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from ludotheque.core.scene import Paint, Palette, Path, Rect, Rectangle, Shape
from ludotheque.games.babylone.rules import COLOURS

_CLAY = {
    "v": ("#74813E", "#515B28", "#EFECD2"),
    "n": ("#3E3836", "#231E1D", "#DDD3C6"),
    "r": ("#B4492F", "#7F2F1D", "#FBE3D4"),
    "b": ("#DCC69C", "#A98F60", "#5E4827"),
    "l": ("#3F6390", "#27446A", "#E2ECF7"),
    "o": ("#E0992F", "#A96C16", "#4A2C06"),
}
PALETTE = Palette(
    {
        f"{c}-{face}": tone
        for c, tones in _CLAY.items()
        for face, tone in zip("tsi", tones, strict=True)
    }
    | {"mat": "#E6D6B8", "mat-edge": "#CDB78E", "mat-ink": "#7A6543"},
    {
        "mat": "#4A3B2A",
        "mat-edge": "#6A5539",
        "mat-ink": "#C9B48D",
        "n-t": "#2A2523",
        "n-s": "#151110",
    },
)

WIDE, DEEP, _THICK = 132.0, 86.0, 20.0
_TALLEST = 100.0  # the layers of a whole pile together, so that it stays within its place


def thickness(height: int) -> float:
    """How thick a tablet is drawn: thinner in a high pile."""
    return min(_THICK, _TALLEST / height)


@lru_cache(maxsize=1024)  # the same piles on every table
def tablets(pile: str, high: float, thick: float) -> tuple[Shape, ...]:
    """The tablets from the bottom up, and the sign on the top one."""
    shapes: list[Shape] = []
    for level, tablet in enumerate(reversed(pile)):
        foot = high - level * thick
        side = Rectangle(0, foot - thick - 14, WIDE, thick + 14)
        shapes.append(
            Rect(side, Paint(f"{tablet}-s", "mat-edge" if tablet == "n" else f"{tablet}-t", 1), 12)
        )
        shapes += _band(tablet, foot - thick / 2 - 1, min(thick * 0.3, 5))
        face = Rectangle(0, foot - thick - DEEP, WIDE, DEEP)
        shapes.append(Rect(face, Paint(f"{tablet}-t", f"{tablet}-s", 1), 13))
    top = high - len(pile) * thick - DEEP
    shapes += sign(pile[0], WIDE / 2, top + DEEP / 2, 72) if pile else ()
    return tuple(shapes)


def _band(tablet: str, y: float, size: float) -> list[Shape]:
    """The sign of the tablet, small and three times, along its edge."""
    return [mark for x in (0.25, 0.5, 0.75) for mark in sign(tablet, WIDE * x, y, size * 3.2)]


@lru_cache(maxsize=4096)  # the same places on every table
def sign(tablet: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """The engraved sign of a colour: wave, triangle, sun, bars, diamond, cross."""
    strokes = "".join(
        "M" + "L".join(f"{x + dx * size:.1f} {y + dy * size:.1f}" for dx, dy in stroke)
        for stroke in _SIGNS[tablet]
    )
    return (Path(strokes, Paint("", f"{tablet}-i", size * 0.09)),)


Stroke = tuple[tuple[float, float], ...]
_ROUND = tuple((cos(n * pi / 4), sin(n * pi / 4)) for n in range(9))
_RAYS = tuple(((x * 0.25, y * 0.22), (x * 0.37, y * 0.32)) for x, y in _ROUND[:8])
_SIGNS: dict[str, tuple[Stroke, ...]] = {
    "v": (tuple((n / 20 - 0.3, -0.11 * sin(n * pi / 6)) for n in range(13)),),
    "n": (((0, -0.24), (0.25, 0.18), (-0.25, 0.18), (0, -0.24)),),
    "r": (tuple((x * 0.13, y * 0.13) for x, y in _ROUND), *_RAYS),
    "b": tuple(((-0.25, y), (0.25, y)) for y in (-0.17, 0, 0.17)),
    "l": (((0, -0.25), (0.27, 0), (0, 0.25), (-0.27, 0), (0, -0.25)),),
    "o": (((-0.22, -0.2), (0.22, 0.2)), ((0.22, -0.2), (-0.22, 0.2))),
}


assert set(_CLAY) == set(COLOURS)
