"""Emblems, shown wherever a player is named: one of their pieces, or the sign of their seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludotheque.core.scene.areas import Palette
from ludotheque.core.scene.shapes import Paint, Path, Shape, Use

EMBLEM_SIZE = 100.0


class Emblem(NamedTuple):
    """A sign as a text character, and the symbol of the scene that draws it.

    The symbol fills a square of `EMBLEM_SIZE`, whose upper left corner is at the origin.
    """

    sign: str
    symbol: str


def use_emblem(symbol: str, size: float, at: tuple[float, float] = (0, 0)) -> Use:
    """An emblem in a square of that size, with its upper left corner at `at`."""
    return Use(symbol, size / EMBLEM_SIZE, at)


# For players without pieces of their own: disc, square, triangle, diamond, star, pentagon.
_OUTLINES = {
    "●": "M5 50a45 45 0 1 0 90 0a45 45 0 1 0-90 0Z",
    "■": "M11 11H89V89H11Z",
    "▲": "M50 6L97 90H3Z",
    "◆": "M50 2L98 50 50 98 2 50Z",
    "★": "M50 2L64 35 98 38 72 60 80 95 50 76 20 95 28 60 2 38 36 35Z",
    "⬟": "M50 3L97 38 79 93H21L3 38Z",
}
_DAY = ("#6A3FA0", "#1B7A85", "#B0327C", "#8A5A1E", "#3C7A37", "#56616E")
_NIGHT = ("#A685DC", "#4FB3BE", "#E078B4", "#C9924C", "#77B770", "#9AA7B5")
SEAT_PALETTE = Palette(*({f"seat-{n}": tone for n, tone in enumerate(t)} for t in (_DAY, _NIGHT)))
SEAT_EMBLEMS = tuple(Emblem(sign, f"emblem-{seat}") for seat, sign in enumerate(_OUTLINES))
# The light edge makes them stand out from dark wood, and by night.
SEAT_SYMBOLS: Mapping[str, tuple[Shape, ...]] = {
    f"emblem-{seat}": (Path(outline, Paint(f"seat-{seat}", "on-wood", 5)),)
    for seat, outline in enumerate(_OUTLINES.values())
}
