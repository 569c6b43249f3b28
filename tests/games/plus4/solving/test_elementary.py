"""The elementary game solved, and the perfect player that reads it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ludotheque import load
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof.checker import Checker
from ludotheque.games.plus4.rules import LINES, Push, State
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.elementary import Solution
from ludotheque.games.plus4.solving.numbering import all_blocks
from ludotheque.games.plus4.solving.stage import census

PLAIN = Plus4Options()
pytestmark = pytest.mark.usefixtures("solved_file")


def test_the_game_is_drawn_and_so_is_every_first_push() -> None:
    kit = load("plus4")
    found = Solver(PLAIN).analyse(kit.round.initial())
    assert found.verdict.word == "draw"
    assert found.verdict.proved
    assert [v.word for _, v in found.actions] == ["draw"] * 4


def test_every_grid_without_a_line_is_won_lost_or_drawn(solution: Solution) -> None:
    columns = [(h, c) for h in range(5) for c in range(1 << h)]
    own, other = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for place in range(4):
        mine = np.array([c << 4 * place for _, c in columns])
        theirs = np.array([((1 << h) - 1 & ~c) << 4 * place for h, c in columns])
        own = (own[:, None] | mine).ravel()
        other = (other[:, None] | theirs).ravel()
    assert len(own) == 31**4
    lined = np.zeros(len(own), bool)
    for line in LINES:
        mask = sum(1 << 4 * column + row for column, row in line)
        lined |= ((own & mask) == mask) | ((other & mask) == mask)
    counts = census(solution.stage(all_blocks(bonus=False)))
    assert sum(counts.values()) == np.count_nonzero(~lined)
    assert counts["win"] > counts["loss"] > counts["draw"] > 0


@pytest.mark.parametrize(("other", "games"), [("random", 200), ("casual", 30), ("champion", 10)])
def test_the_perfect_player_never_gives_anything_away(other: str, games: int) -> None:
    kit, solver = load("plus4"), Solver(PLAIN)
    perfect = kit.bots["perfect"]
    for seed in range(games):
        rng, state, least = Random(seed), kit.game.initial(seed % 2), 0.0
        while (end := kit.game.outcome(state)) is None:
            player = perfect if kit.game.turn(state) == 0 else kit.bots[other]
            if player is perfect:
                worth_now = solver.verdict(state).share
                assert worth_now >= least
                least = worth_now
            state = kit.game.play(state, player.choose(kit.game, state, rng))
        assert (1 + end.returns[0]) / 2 >= least


def test_the_other_reading_of_both_lines_is_solved_and_checked_in_its_own_file(
    solved_file: Path,
) -> None:
    options, usual = Plus4Options(both_lines="mover"), solved_file.read_bytes()
    assert "perfect" not in load("plus4(both_lines=mover)").bots
    solver = Solver(options)
    solver.prepare()
    assert solved_file.read_bytes() == usual
    assert "perfect" in load("plus4(both_lines=mover)").bots
    checked = Checker(options, cores=1).check(3000)
    assert (checked.looked_at, checked.faults) == (3000, ())
    (facts,) = solver.analyse(State()).facts
    assert dict(facts.values)["draw"] == 11_910
    both = load("plus4").round.notation.read_state("br/r/br/br 1 0:0")
    assert [Push(1)] == [p for p, v in solver.analyse(both).actions if v.distance == 1]


def test_without_a_table_there_is_no_perfect_player(solved_file: Path) -> None:
    solved_file.unlink()
    assert "perfect" not in load("plus4").bots
