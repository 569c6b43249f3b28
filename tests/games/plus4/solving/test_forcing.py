"""Results that can be forced: exact values of positions with a past, and the way there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ludotheque.games.plus4.kernel import pack
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof.numbering import Numbering
from ludotheque.games.plus4.rules import State, complete
from ludotheque.games.plus4.solver import Solver
from ludotheque.games.plus4.solving.elementary import Solution
from ludotheque.games.plus4.solving.forcing import Force
from ludotheque.games.plus4.solving.mode import FAR, GAIN_OF, MOST_LEVELS, WIN
from ludotheque.games.plus4.solving.numbering import all_blocks
from tests.games.plus4.histories import Histories, TooMany, random_columns, with_past

BLOCKS = all_blocks(bonus=False)


@pytest.fixture
def solver(solved_file: Path) -> Solver:
    assert solved_file.exists()
    return Solver(Plus4Options())


@pytest.mark.parametrize("heights", [(4, 2, 1, 3), (3, 4, 4, 1), (4, 3, 3, 4), (4, 4, 4, 3)])
def test_values_with_a_past_are_those_of_the_rules(
    solver: Solver, heights: tuple[int, ...]
) -> None:
    rng, changed = Random(sum(heights)), 0
    for _ in range(200):
        columns = random_columns(heights, False, rng)
        state = None if complete(columns) else with_past(solver.game, State(columns), rng)
        if state is None:
            continue
        plain, found = (solver.verdict(s).share for s in (State(columns), state))
        if found == plain and rng.random() > 0.1:
            continue
        try:
            assert Histories(solver).value(state) == found, state
        except TooMany:
            continue
        changed += found != plain
    assert changed > 1


def test_levels_fall_to_something_lasting(solver: Solver, solution: Solution) -> None:
    """Against the distances that are stored: no farther, and one ply nearer with every push."""
    on, numbering, rng = solution.stage(BLOCKS), Numbering(bonus=False), Random(5)
    seen = set[int]()
    full = np.where(solution.distances < MOST_LEVELS, solution.distances, 0)[: 1 << 16]
    for number in map(int, np.argsort(-full.astype(int), stable=True)[:120]):
        state = State(numbering.columns(number))
        if solver.verdict(state).word != "win":
            continue
        level = Force(on, 0, GAIN_OF[WIN], pack(state.columns, 0), forcing=True).level
        assert level <= int(solution.distances[number])
        seen.add(level)
        while level > 1:
            push = rng.choice(solver._by_level(solver._match(state), solver.analyse(state), 1))
            state = solver.game.apply(state, push)
            position = pack(state.columns, state.mover)
            assert Force(on, 0, GAIN_OF[WIN], position, forcing=False).level == level - 1
            state = solver.game.apply(state, rng.choice(solver.game.actions(state)))
            position = pack(state.columns, state.mover)
            after = Force(on, 0, GAIN_OF[WIN], position, forcing=True).level
            if not state.once:
                break
            assert after <= level - 2
            level = after
    assert max(seen) > 6


def test_what_is_solved_as_drawn_cannot_be_forced(solver: Solver, solution: Solution) -> None:
    on, rng, numbering = solution.stage(BLOCKS), Random(2), Numbering(bonus=False)
    drawn = 0
    while drawn < 5:
        columns = numbering.columns(rng.randrange(30_000))
        if not complete(columns) and solver.verdict(State(columns)).word == "draw":
            force = Force(on, 0, GAIN_OF[WIN], pack(columns, 0), forcing=True)
            assert force.level == FAR
            drawn += 1
