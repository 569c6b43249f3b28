"""Style sheets with the colours of all games, by day, by night and in high contrast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Literal

from ludotheque.core.scene import Palette

Theme = Literal["auto", "day", "night", "contrast"]
CHOICES = ("day", "night", "contrast")

HOUSE = Palette(
    day={
        "paper": "#F5ECDF",
        "card": "#FBF6EC",
        "ink": "#2A2320",
        "muted": "#6E5F50",
        "wood": "#6B4A31",
        "wood-edge": "#A07650",
        "on-wood": "#FBF3E4",
        "alert": "#A3271B",
        "shade": "#3B2A1A",
    },
    night={
        "paper": "#2B2019",
        "card": "#3A2C22",
        "ink": "#F6EBD9",
        "muted": "#C2AE95",
        "wood": "#4A3221",
        "wood-edge": "#7C5838",
        "on-wood": "#FBF3E4",
        "alert": "#FF9B86",
        "shade": "#000000",
    },
)
_CONTRAST = {
    "paper": "#FFFFFF",
    "card": "#FFFFFF",
    "ink": "#000000",
    "muted": "#000000",
    "alert": "#8B0000",
}


def style_sheet(palette: Palette, theme: Theme = "auto") -> str:
    """The style sheet of a picture: each colour as a variable, and the classes that use them."""
    colours = HOUSE | palette
    rules = [_variables("svg", _tones(colours, theme))]
    if theme == "auto":
        rules.append("@media(prefers-color-scheme:dark){" + _variables("svg", colours.night) + "}")
    return "".join(rules) + _classes(colours.day)


def site_sheet(palettes: Mapping[str, Palette]) -> str:
    """The style sheet of a page, where the reader may have chosen a theme; print is always by day.

    The colours of each game apply inside elements of the class `box-NAME`, so that games may use
    the same name for different colours. The colours of the only game of a page apply everywhere.
    """
    only = len(palettes) == 1
    inside = {"" if only else f" .box-{name}": HOUSE | own for name, own in palettes.items()}
    scopes = {"": HOUSE, **inside}
    names = chain.from_iterable(colours.day for colours in scopes.values())
    rules = (_scope(within, colours) for within, colours in scopes.items())
    return "".join(rules) + _classes(dict.fromkeys(names))


def always_day(selector: str, palette: Palette) -> str:
    """The colours by day in every theme, for drawings on something that always looks the same."""
    return _variables(selector, (HOUSE | palette).day)


def _scope(within: str, colours: Palette) -> str:
    """The colours in every theme, inside what the selector `within` matches."""
    by_system = _variables(f":root:not([data-theme]){within}", colours.night)
    night, contrast = (
        _variables(f':root[data-theme="{theme}"]{within}', _tones(colours, theme))
        for theme in ("night", "contrast")
    )
    return (
        _variables(f":root{within}", colours.day)
        + f"@media screen and (prefers-color-scheme:dark){{{by_system}}}"
        + f"@media screen{{{night}}}{contrast}"
    )


def _tones(colours: Palette, theme: str) -> Mapping[str, str]:
    """The tone of each colour in that theme."""
    others = {"night": colours.night, "contrast": _CONTRAST}
    return {**colours.day, **others.get(theme, {})}


def _classes(names: Iterable[str]) -> str:
    """The classes that fill and stroke with each of these colours, and those of the fonts."""
    rules = (f".f-{n}{{fill:var(--{n})}}.s-{n}{{stroke:var(--{n})}}" for n in names)
    return "".join(rules) + _FIXED


def _variables(scope: str, colours: Mapping[str, str]) -> str:
    return scope + "{" + "".join(f"--{name}:{tone};" for name, tone in colours.items()) + "}"


_FIXED = (
    ".serif{font-family:Georgia,'Iowan Old Style','DejaVu Serif',serif}"
    ".sans{font-family:system-ui,'DejaVu Sans',sans-serif}"
)
