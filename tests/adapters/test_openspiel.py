"""OpenSpiel's own test on every spec, and that its tools run on the games of the house."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.adapters.actions import Actions
from ludotheque.adapters.observations import Observations
from ludotheque.core.reason import SpecError
from ludotheque.play.match import Match
from tests.adapters.specs import sampled_specs

pytest.importorskip("pyspiel", reason="needs ludotheque[openspiel]")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, mcts
from open_spiel.python.policy import UniformRandomPolicy, tabular_policy_from_callable

from ludotheque.adapters.openspiel import load_game

GAMES = [spec for spec in sampled_specs() if "(" not in spec]


@pytest.mark.parametrize("spec", sampled_specs())
def test_it_passes_their_test(spec: str) -> None:
    game = load_game(spec)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game))
    assert again.rules.kit.spec == load(spec).spec
    assert again.num_distinct_actions() == len(Actions(load(spec)))


@pytest.mark.parametrize("spec", GAMES)
def test_a_game_of_theirs_is_a_match_of_ours(spec: str) -> None:
    state, match, rng = load_game(spec).new_initial_state(), Match(load(spec)), Random(3)
    told = Observations(match.kit)
    while not state.is_terminal():
        assert state.is_chance_node() == match.chance_acts
        assert match.turn == (None if match.chance_acts else state.current_player())
        text = match.kit.game.notation.write_state(match.state)
        assert state.observation_string(1) == text == str(state)
        assert state.observation_tensor(1) == told.vector(match.state, 1)
        number = rng.choice(state.legal_actions())
        match.repeat(state.action_to_string(number))
        state.apply_action(number)
    assert match.outcome is not None
    assert tuple(state.returns()) == match.outcome.returns
    decisions = [move for move in match.moves if move.seat is not None]
    assert len(decisions) <= state.get_game().max_game_length()


def test_the_longest_game_is_counted() -> None:
    """A choice and a move; in five rounds, a choice and three moves."""
    assert load_game("babylone(start=2)").max_game_length() == 2
    assert load_game("babylone(start=2,2,to_win=3)").max_game_length() == 20
    assert load_game("redline(rounds=2)").max_game_length() == 2 * 48 * 4
    assert load_game("croisements").max_game_length() == 206


def test_chance_has_the_odds_of_the_game() -> None:
    state = load_game("redline").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    odds = dict(state.chance_outcomes())
    assert len(odds) == 48
    assert set(odds.values()) == {1 / 48}
    assert state.action_to_string(min(odds)) == "+Y0"


@pytest.mark.parametrize("spec", GAMES)
def test_their_tree_search_plays(spec: str) -> None:
    game, rng = load_game(spec), Random(5)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    evaluator = mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(5))
    bot = mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=np.random.RandomState(5))
    assert bot.step(state) in state.legal_actions()


def test_their_tool_finds_that_perfect_play_cannot_be_exploited() -> None:
    game = load_game("babylone(start=2,2)")
    perfect = tabular_policy_from_callable(game, lambda state: {_best(state)[1]: 1.0})
    assert exploitability.exploitability(game, perfect) == pytest.approx(0)
    assert exploitability.exploitability(game, UniformRandomPolicy(game)) > 0.1


def _best(state: Any) -> tuple[float, int]:
    """The best result that the player to move can reach, and the actions that lead to it."""
    player = state.current_player()
    return max((_worth(state.child(number), player), number) for number in state.legal_actions())


def _worth(state: Any, player: int) -> float:
    if state.is_terminal():
        return float(state.returns()[player])
    value = _best(state)[0]
    return value if state.current_player() == player else -value


def test_states_are_copied_and_kept() -> None:
    game, rng = load_game("croisements"), Random(1)
    state = game.new_initial_state()
    for _ in range(25):
        state.apply_action(rng.choice(state.legal_actions()))
    text = str(state)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for copied in (state.clone(), pickle.loads(pickle.dumps(state)), read):
        assert str(copied) == text
        assert copied.legal_actions() == state.legal_actions()
        copied.apply_action(copied.legal_actions()[0])
    assert str(state) == text
    position = pickle.loads(pickle.dumps(state.position))
    assert position.state == state.position.state


def test_what_is_no_spec_is_refused() -> None:
    with pytest.raises(SpecError):
        load_game("chess")
    with pytest.raises(ValueError, match="from its history only"):
        load_game("plus4").new_initial_state({"board": ""})
