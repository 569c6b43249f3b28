"""The file of the elementary game read without NumPy: the same answers, the same perfect player."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4 import solver as solvers
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import Plus4, State, complete
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.plain import PlainElementary
from tests.games.plus4.histories import random_columns, with_past

GAME = Plus4()


@pytest.fixture
def both(solved_file: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Solver, Solver]:
    """The solver by the kernels, and the one by the file alone."""
    packed = Solver(Plus4Options())
    monkeypatch.setattr(solvers, "has_kernels", lambda: False)
    plain = Solver(Plus4Options())
    assert isinstance(plain.mode, PlainElementary)
    assert plain.mode.file == solved_file
    return packed, plain


def grids(heights: tuple[int, ...] | None, count: int) -> list[State]:
    """Grids of any colours without a line, with either player to move."""
    rng, found = Random(repr(heights)), list[State]()
    while len(found) < count:
        these = heights or (*rng.choices(range(5), k=3), 4)
        columns = random_columns(these, False, rng)
        if not complete(columns):
            found.append(State(columns, rng.randrange(2)))
    return found


def test_both_readings_agree(both: tuple[Solver, Solver]) -> None:
    packed, plain = both
    for state in grids(None, 500):
        assert plain.verdict(state) == packed.verdict(state), state
    for state in grids(None, 60):
        assert plain.analyse(state) == packed.analyse(state), state
        assert plain.best(state) == packed.best(state), state


@pytest.mark.parametrize("heights", [(4, 2, 1, 3), (3, 4, 4, 1), (4, 3, 3, 4), (4, 4, 4, 3)])
def test_both_readings_agree_where_the_past_counts(
    both: tuple[Solver, Solver], heights: tuple[int, ...]
) -> None:
    packed, plain = both
    rng, changed = Random(1), 0
    for bare in grids(heights, 60):
        state = with_past(GAME, bare, rng)
        if state is not None:
            assert plain.analyse(state) == packed.analyse(state), state
            assert plain.best(state) == packed.best(state), state
            changed += plain.verdict(state) != plain.verdict(bare)
    assert changed


def test_without_kernels_the_perfect_player_reads_the_file(
    solved_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.games.plus4.bots.has_kernels", lambda: False)
    assert "perfect" in load("plus4").bots
    assert "perfect" not in load("plus4(mode=endless)").bots
    solved_file.unlink()
    assert "perfect" not in load("plus4").bots


def test_a_damaged_file_is_refused(solved_file: Path) -> None:
    data = bytearray(solved_file.read_bytes())
    data[1000] ^= 1
    solved_file.write_bytes(data)
    with pytest.raises(Unsolvable):
        PlainElementary(solved_file.parent, Plus4Options()).prepare(None)
