"""The typefaces of the prints, shipped with the package so that prints look alike everywhere."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from itertools import groupby

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from ludotheque.core.caching import bounded_cache

SANS, ITALIC, BOLD = "FiraSans-Regular", "FiraSans-Italic", "FiraSans-SemiBold"
SERIF, SERIF_BOLD = "Gelasio-Regular", "Gelasio-SemiBold"  # as wide as the Georgia of the site
_SIGNS_FONT, _SIGNS = "NotoSansSymbols2-Regular", frozenset("★●▲■◆○✚⬟")


@cache
def load_fonts() -> None:
    """Registers the typefaces with ReportLab, once."""
    for name in (SANS, ITALIC, BOLD, SERIF, SERIF_BOLD, _SIGNS_FONT):
        with as_file(files(__package__).joinpath("typefaces", f"{name}.ttf")) as file:
            pdfmetrics.registerFont(TTFont(name, file))


def runs(text: str, font: str) -> list[tuple[str, str]]:
    """The text in pieces, each with a typeface that has its characters."""
    if _SIGNS.isdisjoint(text):
        return [(text, font)]
    return [
        ("".join(found), _SIGNS_FONT if signs else font)
        for signs, found in groupby(text, _SIGNS.__contains__)
    ]


def width(text: str, font: str, size: float) -> float:
    """The width of a text, in the unit of the size."""
    return size * _width_of_one(text, font)


@bounded_cache
def _width_of_one(text: str, font: str) -> float:
    load_fonts()
    return sum(float(pdfmetrics.stringWidth(*run, 1)) for run in runs(text, font))
