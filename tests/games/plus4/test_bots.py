"""The levels of Plus 4: the two searches agree, and each level sees what it is said to see."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque import load
from ludotheque.games.plus4 import bots, outlook, search
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import Plus4, Push, State
from ludotheque.kernels.compiling import PLAIN
from tests.walk import walk

MODES = ["elementary", "endless", "rounds"]
FAR = 2 if PLAIN else 4


@pytest.mark.parametrize("mode", MODES)
def test_the_kernel_values_pushes_as_the_plain_search_does(mode: str) -> None:
    game = Plus4(Plus4Options(mode=mode, target=2 if mode == "endless" else 11))
    for seed in range(4):
        for number, (state, push) in enumerate(walk(game, Random(seed))):
            if push is None:
                continue
            for depth in (1, 2, *([FAR] if number % 5 == 0 else [])):
                assert search.packed(game, state, depth) == outlook.plain(game, state, depth)


@pytest.mark.parametrize("mode", MODES)
def test_cutting_off_changes_no_value(mode: str) -> None:
    """Alpha-beta against a search that looks at everything."""
    game = Plus4(Plus4Options(mode=mode))

    def whole(state: State, depth: int) -> int:
        if game.outcome(state) is not None:
            return outlook.ended(game, state, depth)
        if depth == 0:
            return outlook.estimate(state)
        state = State(state.columns, state.mover, state.scores)
        return max(-whole(game.apply(state, push), depth - 1) for push in game.actions(state))

    for state, push in walk(game, Random(8)):
        if push is not None:
            worth = {a: -whole(game.apply(state, a), 2) for a in game.actions(state)}
            most = [a for a, value in worth.items() if value == max(worth.values())]
            assert outlook.best(game, state, 3, outlook.plain) == most
            if not PLAIN:
                assert outlook.best(game, state, 3, search.packed) == most


@pytest.mark.parametrize("level", ["regular", "strong", "expert", "champion"])
def test_a_level_that_does_not_slip_makes_its_line_and_stops_the_others(level: str) -> None:
    player = load("plus4").bots[level]
    assert isinstance(player, bots.LookingPlayer)
    careful = bots.LookingPlayer(player.rules, player.depth)
    own = State(("rrr", "bbb", "", ""), 0)
    assert careful.choose(player.rules, own, Random(1)) == Push(0)
    other = State(("", "bbb", "r", "r"), 0)
    assert careful.choose(player.rules, other, Random(1)) == Push(1)


def test_without_numba_a_level_looks_less_far_and_moves_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots._looking.cache_clear()
    monkeypatch.setattr(bots, "PLAIN", True)
    kit = load("plus4(mode=endless)")
    state = kit.round.initial()
    for level in kit.bots:
        if level != "perfect":
            action = kit.bots[level].choose(kit.round, state, Random(1))
            assert kit.round.refusal(state, action) is None
    found = bots._looking()(Plus4(), State(), 30, outlook.INFINITE)
    assert found == outlook.plain(Plus4(), State(), 5)
    bots._looking.cache_clear()
