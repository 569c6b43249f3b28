"""Paper sizes."""

from __future__ import annotations

from typing import NamedTuple


class Paper(NamedTuple):
    """The size of an upright sheet."""

    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
POINTS_PER_MM = 72 / 25.4
