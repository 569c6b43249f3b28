"""SVG's path language written out as lines and curves."""

from __future__ import annotations

from math import hypot

import pytest

from ludotheque.core.scene import SEAT_SYMBOLS, Path
from ludotheque.printing.paths import steps


@pytest.mark.parametrize(
    ("d", "found"),
    [
        ("M1 2L3 4Z", [("M", (1, 2)), ("L", (3, 4)), ("Z", ())]),
        ("M1 2l3-4", [("M", (1, 2)), ("L", (4, -2))]),
        ("M1 2H5v-1.5", [("M", (1, 2)), ("L", (5, 2)), ("L", (5, 0.5))]),
        ("M1 1h2V9", [("M", (1, 1)), ("L", (3, 1)), ("L", (3, 9))]),
        ("M0 0 1 1 2 0", [("M", (0, 0)), ("L", (1, 1)), ("L", (2, 0))]),
        ("m1 1 1 1", [("M", (1, 1)), ("L", (2, 2))]),
        ("M1 1l1 1Zl2 0", [("M", (1, 1)), ("L", (2, 2)), ("Z", ()), ("L", (3, 1))]),
        ("M0 0Q3 3 6 0", [("M", (0, 0)), ("C", (2, 2, 4, 2, 6, 0))]),
        ("M0 0c1 1 2 1 3 0", [("M", (0, 0)), ("C", (1, 1, 2, 1, 3, 0))]),
    ],
)
def test_everything_becomes_absolute(d: str, found: list[tuple[str, tuple[float, ...]]]) -> None:
    assert [command for command, _ in steps(d)] == [command for command, _ in found]
    for (_, numbers), (_, wanted) in zip(steps(d), found, strict=True):
        assert numbers == pytest.approx(wanted)


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1"])
def test_an_arc_stays_on_its_circle(flags: str) -> None:
    """Its ends and its handles; the middle of each curve is as far from the centre as its ends."""
    large, sweep = flags.split()
    path = steps(f"M10 0A10 10 0 {flags} 0 10")
    centre = (0, 0) if (large == "0") == (sweep == "1") else (10, 10)
    at = (10.0, 0.0)
    assert len(path) == (4 if large == "1" else 2)
    for _, (x1, y1, x2, y2, x, y) in path[1:]:
        middle = (at[0] + 3 * x1 + 3 * x2 + x) / 8, (at[1] + 3 * y1 + 3 * y2 + y) / 8
        for point in (middle, (x, y)):
            assert hypot(point[0] - centre[0], point[1] - centre[1]) == pytest.approx(10, abs=0.01)
        at = x, y
    assert at == pytest.approx((0, 10))


def test_a_disc_of_two_arcs_is_closed() -> None:
    (disc,) = SEAT_SYMBOLS["emblem-0"]
    assert isinstance(disc, Path)
    found = steps(disc.d)
    assert [command for command, _ in found] == ["M", *"CCCC", "Z"]
    assert found[-2][1][-2:] == pytest.approx(found[0][1])
