"""The rules of a game as a leaflet of two pages, in the largest type that fits."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, partial

from ludotheque.core.caching import cache_of_large
from ludotheque.core.kit import Box
from ludotheque.core.texts import texts
from ludotheque.games import draw_figure, find
from ludotheque.printing.columns import Column, balanced
from ludotheque.printing.paper import POINTS_PER_MM, Paper
from ludotheque.printing.rows import SMALLEST_PT, Type, page_rows

# In points: margins that every printer reaches, the title of the first page, the line at the head
# of the other pages, the line at the foot of all, and the space between columns.
MARGIN, _TITLE, _HEAD, _FOOT, _BETWEEN = 12 * POINTS_PER_MM, 52.0, 20.0, 18.0, 16.0
# From the largest, in steps of a quarter of a point.
_SIZES_PT = tuple(quarters / 4 for quarters in range(44, int(4 * SMALLEST_PT) - 1, -1))
# How much larger than necessary the figures can be, if a page has room for that.
_FIGURES = (1.45, 1.3, 1.15, 1.0)
_WIDE_COLUMNS_PT = 9.5  # from this size on, two columns are easier to read than three


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The columns of each page with their distance from the left, and the type size, in points."""

    pages: tuple[tuple[tuple[float, Column], ...], ...]
    size: float


def top_of(page: int) -> float:
    """The distance of the columns of a page from its upper edge."""
    return MARGIN + (_HEAD if page else _TITLE)


@cache_of_large(8)  # it is the same for prints with and without colour
def set_leaflet(name: str, lang: str, paper: Paper) -> Leaflet:
    """The leaflet of a game: of two pages, or of four if the type would be too small to read."""
    for pages in (2, 4):
        found = _Pages(find(name), lang, paper, pages).largest()
        if found is not None:
            return found
    raise ValueError(f"the rules of {name} do not fit on four pages")


class _Pages:
    """Sets the rules of a game on a fixed number of pages, in type of any size."""

    def __init__(self, box: Box, lang: str, paper: Paper, pages: int) -> None:
        self._box, self._lang, self._pages = box, lang, pages
        self._draw = cache(partial(draw_figure, box, lang=lang))  # the same in every size
        self._room = paper.width_mm * POINTS_PER_MM - 2 * MARGIN
        self._below = paper.height_mm * POINTS_PER_MM - MARGIN - _FOOT

    def largest(self) -> Leaflet | None:
        """The leaflet in the largest type that fits, then with the largest figures, or None."""
        place = bisect_left(_SIZES_PT, True, key=lambda size: self._set(size, 1) is not None)
        sizes = _SIZES_PT[place : place + 1]
        tried = (self._set(size, figures) for size in sizes for figures in _FIGURES)
        return next(filter(None, tried), None)

    def _set(self, size: float, figures: float) -> Leaflet | None:
        """The leaflet in type of that size; None if it does not fit."""
        across = 2 if size >= _WIDE_COLUMNS_PT else 3
        wide = (self._room - (across - 1) * _BETWEEN) / across
        rows = page_rows(self._box, self._draw, Type(size, wide, self._lang, figures))
        heights = [[self._below - top_of(page)] * across for page in range(self._pages)]
        columns = balanced(rows, heights)
        if columns is None:
            return None
        placed = [(MARGIN + n % across * (wide + _BETWEEN), c) for n, c in enumerate(columns)]
        filled = [tuple(placed[n : n + across]) for n in range(0, len(placed), across)]
        return Leaflet(tuple(filled), size)


def origin_of(box: Box, lang: str) -> str:
    """The authors, the publisher and the year of a game, in a sentence."""
    say = texts(__package__, lang)
    if not box.publisher:
        return say("origin.unknown")
    year = box.year or ""
    if not box.authors:
        return say("origin.publisher", publisher=box.publisher, year=year)
    authors = say.listed(box.authors)
    return say("origin.authors", authors=authors, publisher=box.publisher, year=year)
