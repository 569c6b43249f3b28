"""Games played on: what they come to is counted for each seat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.bots.rollouts import anything, rollouts
from ludotheque.core.estimate import share
from tests.bots.branches import CHANCE, DRAW, LOSS, WIN, Branches


def last(game: Any, state: Any, rng: Random) -> Any:
    return game.actions(state)[-1]


def test_the_policy_plays_for_every_seat_up_to_the_end() -> None:
    game = Branches({"aa": WIN, "ab": WIN, "ba": WIN, "bb": LOSS})
    first, second = rollouts(game, "", 20, Random(1), last)
    assert (first.share, second.share) == (0.0, 1.0)
    first, second = rollouts(game, "a", 20, Random(1), last)
    assert (first.share, second.share) == (1.0, 0.0)


def test_chance_acts_by_its_odds_before_and_between_the_actions() -> None:
    before = Branches({"aa": LOSS, "ba": WIN}, (CHANCE, 0), odds=(0, 1))
    assert [verdict.share for verdict in rollouts(before, "", 20, Random(1))] == [1.0, 0.0]
    between = Branches({"aaa": LOSS, "aba": WIN}, (0, CHANCE, 1), odds=(1, 0))
    assert [verdict.share for verdict in rollouts(between, "", 20, Random(1))] == [0.0, 1.0]


def test_a_draw_is_half_and_an_estimate_has_an_interval() -> None:
    game = Branches({"a": DRAW})
    for verdict in rollouts(game, "", 100, Random(1)):
        assert verdict.share == 0.5
        assert (verdict.low, verdict.high) == (share(50, 100).low, share(50, 100).high)
        assert verdict.odds
        assert not verdict.proved


def test_three_seats_share_what_there_is() -> None:
    game = Branches({"a": (1.0, -0.5, -0.5), "b": (-0.5, -0.5, 1.0)}, (0, 1, 2))
    shares = [verdict.share for verdict in rollouts(game, "", 400, Random(1))]
    assert sum(shares) == pytest.approx(1)
    assert shares[1] == 0
    assert 0.4 < shares[0] < 0.6


@pytest.mark.parametrize("choose", [anything, RandomPlayer().choose])
def test_every_action_is_as_likely_as_any_other(choose: Any) -> None:
    game, rng = Branches({"a": WIN, "b": DRAW, "c": LOSS}), Random(7)
    taken = [choose(game, "", rng) for _ in range(3000)]
    assert all(900 < taken.count(action) < 1100 for action in "abc")
