"""The colours on paper by name: those of the day, or greys for a print without colour."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.scene import Palette
from ludotheque.render.themes import HOUSE

Inks = Mapping[str, str]
# How bright the eye finds red, green and blue (Rec. 709).
_BRIGHTNESS = (0.2126, 0.7152, 0.0722)


def inks(palette: Palette, plain: Mapping[str, str] | None = None) -> Inks:
    """The colours of the house and a game; with `plain`, its greys, or else equally bright ones."""
    tones = (HOUSE | palette).day
    if plain is None:
        return tones
    return {name: plain.get(name) or grey(tone) for name, tone in tones.items()}


def grey(tone: str) -> str:
    """The grey that is as bright as that colour."""
    parts = (int(tone[place : place + 2], 16) for place in (1, 3, 5))
    level = round(sum(share * part for share, part in zip(_BRIGHTNESS, parts, strict=True)))
    return f"#{level:02X}{level:02X}{level:02X}"
