"""PettingZoo's own tests on every spec, and that an environment plays the match of the house."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.series import Choice
from ludotheque.play.match import Match
from tests.adapters.specs import sampled_specs

pytest.importorskip("pettingzoo", reason="needs ludotheque[pettingzoo]")

from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ludotheque.adapters.pettingzoo import RawEnv, env

# Its own classic games are exempt by name from these two: a mask is only possible in a dictionary.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
SEED = 7


@pytest.mark.parametrize("spec", sampled_specs())
def test_it_passes_their_tests(spec: str) -> None:
    api_test(env(spec), num_cycles=20)
    seed_test(lambda: env(spec), num_cycles=6)
    parallel_api_test(turn_based_aec_to_parallel(env(spec)), num_cycles=10)


@pytest.mark.parametrize("spec", [box for box in sampled_specs() if "(" not in box])
def test_a_seeded_game_is_the_match_of_that_seed(spec: str) -> None:
    played, choosing = RawEnv(spec), Random(SEED)
    played.reset(seed=SEED)
    match, chance = Match(load(spec)), Random(SEED)
    match.settle(chance)
    while match.outcome is None:
        legal = [int(n) for n in played.observe(played.agent_selection)["action_mask"].nonzero()[0]]
        assert played.agent_selection == f"seat_{match.turn}"
        texts = [played.action_text(number) for number in legal]
        write = match.kit.game.notation.write_action
        assert sorted(texts) == sorted(map(write, match.kit.game.actions(match.state)))
        assert played.infos["seat_0"] == {"text": played.observe_text("seat_1")}
        number = choosing.choice(legal)
        match.play(played.action_text(number))
        match.settle(chance)
        played.step(number)
    assert played.session.match.record().write() == match.record().write()
    assert tuple(played.rewards.values()) == match.outcome.returns
    assert all(played.terminations.values())
    assert not played.observe("seat_0")["action_mask"].any()


def test_without_a_seed_chance_goes_on() -> None:
    played = RawEnv("redline")
    texts = set()
    for seed in (SEED, None, None):
        played.reset(seed=seed)
        texts.add(played.observe_text("seat_0"))
    assert len(texts) == 3


def test_an_illegal_action_is_refused_or_ends_the_game() -> None:
    bare = RawEnv("babylone(start=2,3)")
    bare.reset(seed=SEED)
    number = bare.session.actions.labels.index("a>c")
    with pytest.raises(ValueError, match=r"not legal here: a>c"):
        bare.step(number)
    assert list(bare.session.legal.values()) == [Choice(True), Choice(False)]
    wrapped: Any = env("plus4(mode=endless)")
    wrapped.reset(seed=SEED)
    loser = wrapped.agent_selection
    first, other = wrapped.unwrapped.session.actions.labels.index("1*"), 0
    for number in (first, other, first):
        wrapped.step(number)
    assert wrapped.rewards[loser] == -1
    assert wrapped.terminations[loser]


def test_a_table_is_drawn_in_characters() -> None:
    render_test(lambda render_mode=None: env("redline", render_mode))
    drawn = env("plus4", render_mode="ansi")
    drawn.reset(seed=SEED)
    assert drawn.render() == drawn.unwrapped.session.match.drawing("en")
    silent = RawEnv("plus4")
    silent.reset()
    assert silent.render() is None
