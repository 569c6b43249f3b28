"""Rows of text and pictures one below the other, and how they fill the columns of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ludotheque.core.scene import Rectangle, Shape


class Written(NamedTuple):
    """A piece of text with its baseline at (x, y), in points from the upper left of its row."""

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str = "ink"


class Drawn(NamedTuple):
    """The part of a scene within `view`, with its upper left at (x, y)."""

    x: float
    y: float
    scale: float
    view: Rectangle
    shapes: tuple[Shape, ...]
    scene: Any


Printed = Written | Drawn


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row, which cannot be divided; with `keep`, the next row must be in the same column."""

    height: float
    marks: tuple[Printed, ...]
    above: float = 0.0
    keep: bool = False


class Placed(NamedTuple):
    """A row at a distance from the top of its column."""

    y: float
    row: PageRow


Column = list[Placed]


def kept(rows: Sequence[PageRow]) -> list[PageRow]:
    """The same rows, the last of which stays in one column with the next row."""
    return [*rows[:-1], replace(rows[-1], keep=True)]


def flow(rows: Sequence[PageRow], heights: Sequence[float]) -> list[Column] | None:
    """The rows in columns of these heights, filled one after the other; None if they do not fit."""
    columns: list[Column] = []
    start = 0
    for height in heights:
        if start == len(rows):
            break
        end = _last_fitting(rows, start, height)
        if end == start:
            return None
        columns.append(_stacked(rows[start:end]))
        start = end
    return columns if start == len(rows) else None


def _last_fitting(rows: Sequence[PageRow], start: int, height: float) -> int:
    """The end of the rows that fit into a column of that height, where a break is allowed."""
    filled, end = 0.0, start
    for number in range(start, len(rows)):
        row = rows[number]
        filled += row.height + (row.above if number > start else 0)
        if filled > height:
            return end
        if not row.keep:
            end = number + 1
    return len(rows)


def _stacked(rows: Sequence[PageRow]) -> Column:
    column, y = [], 0.0
    for number, row in enumerate(rows):
        y += row.above if number else 0
        column.append(Placed(y, row))
        y += row.height
    return column


def balanced(rows: Sequence[PageRow], pages: Sequence[Sequence[float]]) -> list[Column] | None:
    """The rows in the columns of these pages, shortened alike so that none stays empty.

    Returns None if the rows do not fit.
    """
    heights = [height for page in pages for height in page]
    if flow(rows, heights) is None:
        return None
    low, high = 0.3, 1.0  # shares of the full heights
    while high - low > 0.005:
        middle = (low + high) / 2
        fits = flow(rows, [middle * height for height in heights]) is not None
        low, high = (low, middle) if fits else (middle, high)
    return flow(rows, [high * height for height in heights])
