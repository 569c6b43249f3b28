"""The levels of Babylone: exact once few enough piles are left, chance before."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.core.series import Choice
from ludotheque.games.babylone.bots import SIGHT_PILES
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions
from ludotheque.games.babylone.solver import Solver

OPTIONS = BabyloneOptions()


@pytest.mark.parametrize("level", SIGHT_PILES)
def test_a_level_wins_what_is_in_its_sight(level: str) -> None:
    kit, solver, choices = load("babylone"), Solver(OPTIONS), 0
    for seed in range(6):
        for state, _ in walk(Babylone(OPTIONS), Random(seed)):
            if sum(map(bool, state.piles)) > SIGHT_PILES[level] or not solver.wins(state):
                continue
            found = kit.bots[level].choose(kit.round, state, Random(seed))
            assert found in solver.best(state)
            choices += len(solver.best(state)) < len(kit.round.actions(state))
    assert choices > 2, "where a winning move is not the only one there is"


def test_before_that_it_moves_as_chance_has_it() -> None:
    kit, start = load("babylone"), Babylone(OPTIONS).initial()
    moves = {kit.bots["champion"].choose(kit.round, start, Random(seed)) for seed in range(60)}
    assert len(moves) > 20


@pytest.mark.parametrize("start", ["3,3,3,3", "4,4,3,1", "3,2"])
def test_every_level_chooses_who_begins(start: str) -> None:
    kit = load(f"babylone(start={start},to_win=3)")
    state = kit.game.apply(kit.game.initial(), kit.game.actions(kit.game.initial())[0])
    first = kit.solver.verdict(kit.round.initial()).share == 1.0  # type: ignore[union-attr]
    for level, player in kit.bots.items():
        chosen = {player.choose(kit.game, state, Random(seed)) for seed in range(20)}
        sees = level == "perfect" or SIGHT_PILES.get(level, 0) >= sum(map(int, start.split(",")))
        assert chosen == ({Choice(first)} if sees else {Choice(True), Choice(False)})
