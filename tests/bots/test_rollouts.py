"""Rollouts: the results of games played to their end are counted for each seat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.bots.rollouts import RolloutPlayer, RolloutTeacher, anything, rollouts
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


def test_the_player_takes_the_action_that_fares_best() -> None:
    game = Branches({"aa": LOSS, "ab": WIN, "ba": WIN, "bb": WIN, "ca": LOSS, "cb": LOSS})
    player = RolloutPlayer(200)
    assert {player.choose(game, "", Random(seed)) for seed in range(20)} == {"b"}


def test_the_player_looks_at_every_action_and_stops_in_time() -> None:
    game, looked = Branches({"aa": LOSS, "ba": WIN}), list[str]()

    def watched(state: str, action: str) -> str:
        looked.append(state + action)
        return Branches.apply(game, state, action)

    game.apply = watched  # type: ignore[method-assign]
    assert RolloutPlayer(1).choose(game, "", Random(1)) == "b"
    assert set(looked) == {"a", "b", "aa", "ba"}
    assert len(looked) < 10


def test_the_player_overlooks_actions_for_which_it_has_no_time() -> None:
    game = Branches(dict.fromkeys("abcdef", DRAW) | {"e": WIN})
    taken = [RolloutPlayer(8 * 3).choose(game, "", Random(seed)) for seed in range(200)]
    assert 70 < taken.count("e") < 130, "three of six"
    taken = [RolloutPlayer(8 * 6).choose(game, "", Random(seed)) for seed in range(20)]
    assert set(taken) == {"e"}


class Circle(Branches):
    """Never ends."""

    def outcome(self, state: str) -> None:
        return None

    def actions(self, state: str) -> list[str]:
        return ["a"]

    def turn(self, state: str) -> int:
        return len(state) % 2

    def apply(self, state: str, action: str) -> str:
        return state[:1] + action


def test_a_game_that_goes_round_in_circles_is_called_even() -> None:
    assert [verdict.share for verdict in rollouts(Circle({"a": DRAW}), "", 2, Random(1))] == [
        0.5,
        0.5,
    ]


def test_the_teacher_always_says_the_same() -> None:
    teacher = RolloutTeacher(Branches({"aa": WIN, "ab": LOSS, "ba": WIN, "bb": WIN}))
    assert teacher.value("") == teacher.value("")
    assert teacher.analysed("").best == ("b",)
    assert 0.4 < teacher.rated("", "a").share < 0.6
