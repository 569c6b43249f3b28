"""SVG paths become lines and curves of a PDF."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from ludotheque.core.scene import SEAT_SYMBOLS, Path
from ludotheque.printing.pen import Pen

NO_SYMBOLS: dict[str, Any] = {}


def drawn(d: str) -> list[tuple[str, tuple[float, ...]]]:
    """The operators of a path in a PDF, each with the numbers before it."""
    outline: Any = Pen(Canvas("never written"), {}, NO_SYMBOLS)._outline(d)
    found = [piece.split() for piece in outline._code[1:]]  # after "n", which begins a path
    return [(operator, tuple(map(float, numbers))) for *numbers, operator in found]


@pytest.mark.parametrize(
    ("d", "found"),
    [
        ("M1 2L3 4Z", [("m", (1, 2)), ("l", (3, 4)), ("h", ())]),
        ("M1 2l3-4", [("m", (1, 2)), ("l", (4, -2))]),
        ("M1 2H5v-1.5", [("m", (1, 2)), ("l", (5, 2)), ("l", (5, 0.5))]),
        ("M1 1h2V9", [("m", (1, 1)), ("l", (3, 1)), ("l", (3, 9))]),
        ("M0 0 1 1 2 0", [("m", (0, 0)), ("l", (1, 1)), ("l", (2, 0))]),
        ("m1 1 1 1", [("m", (1, 1)), ("l", (2, 2))]),
        ("M1 1l1 1ZM2 0", [("m", (1, 1)), ("l", (2, 2)), ("h", ()), ("m", (2, 0))]),
        ("M0 0Q3 3 6 0", [("m", (0, 0)), ("c", (2, 2, 4, 2, 6, 0))]),
        ("M0 0c1 1 2 1 3 0", [("m", (0, 0)), ("c", (1, 1, 2, 1, 3, 0))]),
    ],
)
def test_everything_becomes_absolute(d: str, found: list[tuple[str, tuple[float, ...]]]) -> None:
    assert [operator for operator, _ in drawn(d)] == [operator for operator, _ in found]
    for (_, numbers), (_, wanted) in zip(drawn(d), found, strict=True):
        assert numbers == pytest.approx(wanted)


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1"])
def test_an_arc_stays_on_its_circle(flags: str) -> None:
    """The ends of its curves, and the middle of each."""
    large, sweep = flags.split()
    path = drawn(f"M10 0A10 10 0 {flags} 0 10")
    centre = (0, 0) if (large == "0") == (sweep == "1") else (10, 10)
    assert len(path) == (4 if large == "1" else 2)
    for (_, before), (_, curve) in pairwise(path):
        (x0, y0), (x1, y1, x2, y2, x, y) = before[-2:], curve
        middle = (x0 + 3 * x1 + 3 * x2 + x) / 8, (y0 + 3 * y1 + 3 * y2 + y) / 8
        for point in (middle, (x, y)):
            assert hypot(point[0] - centre[0], point[1] - centre[1]) == pytest.approx(10, abs=0.01)
    assert path[-1][1][-2:] == pytest.approx((0, 10))


def test_a_disc_of_two_arcs_is_closed() -> None:
    (disc,) = SEAT_SYMBOLS["emblem-0"]
    assert isinstance(disc, Path)
    found = drawn(disc.d)
    assert [operator for operator, _ in found] == ["m", *"cccc", "h"]
    assert found[-2][1][-2:] == pytest.approx(found[0][1])
