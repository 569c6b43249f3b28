"""Cells, lines and texts of a grid."""

from __future__ import annotations

import pytest

from ludotheque.core.grid import DIAGONAL, HEXAGONAL, ORTHOGONAL, Grid

GRID = Grid(4, 3)


def test_cells_are_called_by_column_and_row_from_the_lower_left() -> None:
    assert GRID.names == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3")
    assert [GRID.find(name) for name in ("a1", "d3", "e1", "a4", "")] == [0, 11, None, None, None]
    assert GRID.place(6) == (2, 1)


def named(cells: tuple[int, ...]) -> str:
    return " ".join(sorted(GRID.names[cell] for cell in cells))


@pytest.mark.parametrize(
    ("name", "directions", "beside"),
    [
        ("b2", ORTHOGONAL, "a2 b1 b3 c2"),
        ("b2", DIAGONAL, "a1 a3 c1 c3"),
        ("b2", HEXAGONAL, "a2 a3 b1 b3 c1 c2"),
        ("a1", ORTHOGONAL, "a2 b1"),
        ("d3", HEXAGONAL, "c3 d2"),
    ],
)
def test_neighbours_end_at_the_edge(
    name: str, directions: tuple[tuple[int, int], ...], beside: str
) -> None:
    cell = GRID.find(name)
    assert cell is not None
    assert named(GRID.neighbours(cell, directions)) == beside


def test_a_ray_goes_on_to_the_edge() -> None:
    assert named(GRID.ray(0, (1, 0))) == "b1 c1 d1"
    assert named(GRID.ray(0, (1, 1))) == "b2 c3"
    assert GRID.ray(11, (0, 1)) == ()


def test_lines_are_straight_and_each_is_listed_once() -> None:
    lines = GRID.lines(3)
    assert len({frozenset(line) for line in lines}) == len(lines) == 4 + 2 * 3 + 2 * 2
    assert "a1 b2 c3" in map(named, lines)
    assert "a3 b2 c1" in map(named, lines)


def test_a_position_reads_back_as_written_from_the_top() -> None:
    board = "x...o.......x..."[:12]
    assert GRID.write(board) == "..../o.../x..."
    assert GRID.read(GRID.write(board), ".xo") == board


@pytest.mark.parametrize("text", ["", "..../....", "..../..../...", "..../..../...z", "/" * 40])
def test_what_is_no_position_is_not_read(text: str) -> None:
    assert GRID.read(text, ".xo") is None
