"""How the tablets of Babylone are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin

from ludotheque.core.caching import bounded_cache
from ludotheque.core.scene import (
    SEAT_PALETTE,
    SEAT_SYMBOLS,
    Paint,
    Palette,
    Path,
    Rect,
    Rectangle,
    Shape,
    Use,
)
from ludotheque.games.babylone.rules import COLOURS

_CLAY = {
    "v": ("#74813E", "#515B28", "#EFECD2"),
    "n": ("#3E3836", "#231E1D", "#DDD3C6"),
    "r": ("#B4492F", "#7F2F1D", "#FBE3D4"),
    "b": ("#DCC69C", "#A98F60", "#5E4827"),
    "l": ("#3F6390", "#27446A", "#E2ECF7"),
    "o": ("#E0992F", "#A96C16", "#4A2C06"),
}


def by_face(colours: Mapping[str, tuple[str, str, str]]) -> dict[str, str]:
    """The tones of the top, the side and the sign of each colour, by the names of the palette."""
    return {
        f"{colour}-{face}": tone
        for colour, tones in colours.items()
        for face, tone in zip("tsi", tones, strict=True)
    }


PALETTE = SEAT_PALETTE | Palette(
    by_face(_CLAY) | {"mat": "#E6D6B8", "mat-edge": "#CDB78E", "mat-ink": "#7A6543"},
    {
        "mat": "#4A3B2A",
        "mat-edge": "#6A5539",
        "mat-ink": "#C9B48D",
        "n-t": "#2A2523",
        "n-s": "#151110",
    },
)

WIDE, DEEP, _THICK = 132.0, 86.0, 20.0
_SIGN = 72.0  # the size of the sign on a face
_TALLEST = 100.0  # the height of a whole pile's layers, so that it stays within its place


def thickness(height: int) -> float:
    """How thick a tablet is drawn: thinner in a high pile."""
    return min(_THICK, _TALLEST / height)


@bounded_cache
def tablets(pile: str, high: float, thick: float) -> tuple[Shape, ...]:
    """The tablets from the bottom up, and the sign on the top one."""
    levels = enumerate(reversed(pile), start=1)
    shapes = [
        Use(_tablet_name(tablet, thick), 1, (0, high - level * thick - DEEP))
        for level, tablet in levels
    ]
    top = high - len(pile) * thick - DEEP
    return (*shapes, *([sign(pile[0], WIDE / 2, top + DEEP / 2)] if pile else ()))


@cache
def symbols(tallest: int) -> Mapping[str, tuple[Shape, ...]]:
    """The emblems, the signs, and the tablets in every thickness of piles up to that height."""
    found = {**SEAT_SYMBOLS, **{f"sign-{tablet}": _engraved(tablet) for tablet in COLOURS}}
    for thick in {thickness(height) for height in range(1, tallest + 1)}:
        found |= {_tablet_name(tablet, thick): _tablet(tablet, thick) for tablet in COLOURS}
    return found


def _tablet_name(tablet: str, thick: float) -> str:
    return f"{tablet}-{thick:.3g}"


def _tablet(tablet: str, thick: float) -> tuple[Shape, ...]:
    """A tablet with its face at the origin: its side with a band of signs, and the face over it."""
    side = Rectangle(0, DEEP - 14, WIDE, thick + 14)
    edge = "mat-edge" if tablet == "n" else f"{tablet}-t"
    face = Rect(Rectangle(0, 0, WIDE, DEEP), Paint(f"{tablet}-t", f"{tablet}-s", 1), 13)
    y, size = DEEP + thick / 2 - 1, min(thick * 0.3, 5) * 3.2
    band = [sign(tablet, WIDE * x, y, size) for x in (0.25, 0.5, 0.75)]
    return (Rect(side, Paint(f"{tablet}-s", edge, 1), 12), *band, face)


def sign(tablet: str, x: float, y: float, size: float = _SIGN) -> Shape:
    """The sign of a colour, centred on that point."""
    return Use(f"sign-{tablet}", size / _SIGN, (x, y))


def _engraved(tablet: str) -> tuple[Shape, ...]:
    """The engraved sign of a colour: wave, triangle, sun, bars, diamond, cross."""
    strokes = "".join(
        "M" + "L".join(f"{dx * _SIGN:.1f} {dy * _SIGN:.1f}" for dx, dy in stroke)
        for stroke in _SIGNS[tablet]
    )
    return (Path(strokes, Paint("", f"{tablet}-i", _SIGN * 0.09)),)


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
