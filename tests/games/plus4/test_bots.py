"""The levels of Plus 4: the two searches agree, and each level sees as far as described."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.conformance.walking import walk
from ludotheque.games import AnyKit
from ludotheque.games.plus4 import bots, outlook, search
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.plain_search import PlainSearch
from ludotheque.games.plus4.rules import LINES, PAWNS, Plus4, Push, State
from ludotheque.kernels.compiling import PLAIN

MODES = ["elementary", "endless", "rounds"]


def estimate(state: State) -> int:
    """The lead in points, and for each line of a single colour the square of its pawns."""
    grid = [column.lower() for column in state.columns]
    value = outlook.POINT_VALUE * (state.scores[state.mover] - state.scores[1 - state.mover])
    for line in LINES:
        on_line = [grid[column][row] for column, row in line if row < len(grid[column])]
        if len(set(on_line)) == 1:
            own = on_line[0] == PAWNS[state.mover]
            value += len(on_line) ** 2 * (1 if own else -1)
    return value


def whole(game: Plus4, state: State, depth: int) -> int:
    """The value by the rules, looking at everything."""
    if game.outcome(state) is not None:
        return outlook.ended(game, state, depth)
    if depth == 0:
        return estimate(state)
    state = State(state.columns, state.mover, state.scores)
    return max(-whole(game, game.apply(state, push), depth - 1) for push in game.actions(state))


SPECS = [
    "plus4",
    "plus4(mode=endless,target=2)",
    "plus4(mode=rounds)",
    "plus4(mode=rounds,lines=best)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_both_searches_value_pushes_as_the_rules_do(spec: str) -> None:
    game: Any = load(spec).round.rules
    for seed in range(2):
        for number, (state, push) in enumerate(walk(game, Random(seed))):
            if push is not None:
                for depth in (1, 2, *([3] if number % 5 == 0 else [])):
                    value = whole(game, state, depth)
                    assert PlainSearch(game)(game, state, depth, outlook.INFINITE) == value
                    assert search.packed(game, state, depth) == value


@pytest.mark.skipif(PLAIN, reason="thousands of positions")
@pytest.mark.parametrize("spec", SPECS)
def test_both_searches_find_the_same_pushes_far_ahead(spec: str) -> None:
    """As deep as the strongest level that looks ahead without Numba."""
    kit = load(spec)
    depths = {
        p.depth
        for p in kit.bots.values()
        if isinstance(p, bots.LookingPlayer) and not p.needs_kernels
    }
    game: Any = kit.round.rules
    states = [state for state, push in walk(game, Random(8)) if push is not None]
    for state in states[::3]:
        found = outlook.best(game, state, max(depths), PlainSearch(game))
        assert found == outlook.best(game, state, max(depths), search.packed)


@pytest.mark.parametrize("mode", MODES)
def test_cutting_off_changes_no_value(mode: str) -> None:
    """Alpha-beta against a search that looks at everything."""
    game = Plus4(Plus4Options(mode=mode))
    for state, push in walk(game, Random(8)):
        if push is not None:
            worth = {a: -whole(game, game.apply(state, a), 2) for a in game.actions(state)}
            most = [a for a, value in worth.items() if value == max(worth.values())]
            assert outlook.best(game, state, 3, PlainSearch(game)) == most
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


@pytest.mark.parametrize("spec", ["plus4", "plus4(mode=endless)"])
def test_without_numba_levels_stay_the_same_or_are_left_out(
    monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    compiled = load(spec)
    states = [state for state, push in walk(compiled.round, Random(5)) if push is not None]
    monkeypatch.setattr("ludotheque.core.player.has_kernels", lambda: False)
    monkeypatch.setattr(bots, "has_kernels", lambda: False)
    kit = load(spec)
    assert kit.missing_bots == (() if spec == "plus4" else ("champion",))
    assert [*kit.bots] == [
        bot for bot in compiled.bots if bot not in (*kit.missing_bots, "perfect")
    ]
    for bot, player in kit.bots.items():
        for state in states[::4]:
            action = player.choose(kit.round, state, Random(1))
            assert PLAIN or action == with_kernels(compiled, bot, state), bot


def with_kernels(kit: AnyKit, bot: str, state: State) -> Any:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bots, "has_kernels", lambda: True)
        return kit.bots[bot].choose(kit.round, state, Random(1))
