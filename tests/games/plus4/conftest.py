"""The elementary game solved, for the tests of solving and of the proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ludotheque.games.plus4.solving.elementary import Solution


@pytest.fixture(scope="session")
def solution() -> Solution:
    from ludotheque.games.plus4.solving import elementary  # noqa: PLC0415  # loads Numba
    from ludotheque.games.plus4.solving.numbering import all_blocks  # noqa: PLC0415

    return elementary.solve(all_blocks(bonus=False))


@pytest.fixture
def solved_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solution: Solution) -> Path:
    """The solution in a data folder of the test's own."""
    from ludotheque.games.plus4.solving import elementary  # noqa: PLC0415  # loads Numba

    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path))
    elementary.write(solution)
    return tmp_path / "plus4" / "elementary.table"
