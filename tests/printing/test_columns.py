"""Rows that fill columns: in their order, broken only where they may be."""

from __future__ import annotations

import pytest

from ludotheque.printing.columns import Column, PageRow, balanced, flow


def row(height: float = 10, above: float = 0, *, keep: bool = False) -> PageRow:
    return PageRow(height, (), above, keep)


def heights(columns: list[Column] | None) -> list[list[float]]:
    assert columns is not None
    return [[placed.y for placed in column] for column in columns]


def test_columns_are_filled_one_after_the_other() -> None:
    assert heights(flow([row()] * 5, [25, 30])) == [[0, 10], [0, 10, 20]]


def test_what_does_not_fit_is_not_cut_off() -> None:
    assert flow([row()] * 5, [25, 25]) is None
    assert flow([row(30)], [25, 25]) is None


def test_there_is_no_space_above_the_first_row_of_a_column() -> None:
    assert heights(flow([row(above=5)] * 4, [25, 25])) == [[0, 15], [0, 15]]


def test_rows_that_belong_together_go_over_together() -> None:
    rows = [row(), row(keep=True), row()]
    assert heights(flow(rows, [25, 25])) == [[0], [0, 10]]
    assert flow([row(keep=True), row(keep=True), row()], [25, 25]) is None


def test_columns_are_balanced() -> None:
    found = balanced([row()] * 12, [[100, 100], [100, 100]])
    assert [len(column) for column in heights(found)] == [3, 3, 3, 3]
    assert balanced([row()] * 50, [[100, 100], [100, 100]]) is None


@pytest.mark.parametrize("count", [1, 2, 7])
def test_few_rows_need_no_more_columns(count: int) -> None:
    found = balanced([row()] * count, [[100], [100]])
    assert found is not None
    assert sum(map(len, found)) == count
