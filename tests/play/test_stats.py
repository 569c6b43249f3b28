"""Statistics of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.estimate import mean, share
from ludotheque.play.stats import random_games


def test_shares_and_intervals() -> None:
    half = share(50, 100)
    assert half.value == 0.5
    assert half.low == pytest.approx(0.404, abs=1e-3)
    assert half.high == pytest.approx(0.596, abs=1e-3)
    none = share(0, 10)
    assert none.low == 0
    assert none.high == pytest.approx(0.278, abs=1e-3)
    assert mean([1, 2, 3]).value == 2
    assert mean([4]).low == 4


def test_random_games_are_counted_by_order_of_play() -> None:
    """With two tablets the beginner always wins, on either seat."""
    found = random_games(load("babylone(start=2)"), 40, Random(1))
    assert found.wins[0].value == 1
    assert found.wins[1].value == 0
    assert found.turns.value == 1


def test_draws_are_neither_players_win() -> None:
    found = random_games(load("plus4(mode=rounds,rounds=3)"), 60, Random(1))
    total = sum(share.value for share in found.wins) + found.draws.value
    assert total == pytest.approx(1)
    assert found.as_json()["games"] == 60
    assert found == random_games(load("plus4(mode=rounds,rounds=3)"), 60, Random(1))


def test_a_forced_return_of_two_tiles_is_one_turn() -> None:
    kit = load("redline")
    found = random_games(kit, 60, Random(5))
    game = kit.game.rules
    rng = Random(5)
    turns = 0
    for _ in range(60):
        state = game.initial()
        while actions := game.actions(state):
            acting = game.turn(state)
            board: Any = state.round
            placing = acting is not None and not board.owing
            forced = acting is not None and board.owing[:1] == (board.mover,)
            action = (
                rng.choices(actions, weights=game.weights(state))[0]
                if acting is None
                else rng.choice(actions)
            )
            turns += placing or (forced and len(board.owing) == 1)
            state = game.apply(state, action)
    assert found.turns.value == pytest.approx(turns / 60)
