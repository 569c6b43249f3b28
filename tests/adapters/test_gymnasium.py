"""Gymnasium's own check on every spec, and that a seat plays the match of the house."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque import load
from ludotheque.play.match import Match
from tests.adapters.specs import sampled_specs

pytest.importorskip("gymnasium", reason="needs ludotheque[gymnasium]")

import gymnasium
from gymnasium.utils.env_checker import check_env

from ludotheque.adapters.gymnasium import NAME, Against

SEED = 11
BOT = "random"


@pytest.mark.parametrize("spec", sampled_specs())
def test_it_passes_their_check(spec: str) -> None:
    seat = load(spec).game.seats - 1
    check_env(gymnasium.make(NAME, spec=spec, bot=BOT, seat=seat).unwrapped)


@pytest.mark.parametrize(
    "spec", [*(s for s in sampled_specs() if "(" not in s), "redline(players=3)"]
)
def test_a_seeded_game_is_the_match_of_that_seed(spec: str) -> None:
    played, choosing = Against(spec, BOT, seat=1), Random(SEED)
    seen, told = played.reset(seed=SEED)
    match, chance = Match(load(spec)), Random(SEED)
    reward, over = 0.0, False
    while match.outcome is None:
        match.settle(chance)
        if match.turn == 1:
            assert told == {"text": match.kit.game.notation.write_state(match.state), "legal": True}
            number = choosing.choice([int(n) for n in seen["action_mask"].nonzero()[0]])
            match.play(played.session.legal[number])
            seen, reward, over, _, told = played.step(number)
        elif match.turn is not None:
            match.move(match.kit.bots[BOT], chance)
    assert over
    assert reward == match.outcome.returns[1]
    assert played.session.match.record().write() == match.record().write()


def test_an_illegal_action_loses() -> None:
    played = Against("babylone", BOT)
    seen, _ = played.reset(seed=SEED)
    illegal = int((1 - seen["action_mask"]).nonzero()[0][0])
    _, reward, over, cut, told = played.step(illegal)
    assert (reward, over, cut, told["legal"]) == (-1.0, True, False, False)


def test_a_seat_has_a_decision_in_every_match() -> None:
    """With two tablets, the player who chooses may have won before the other one moves."""
    played = Against("babylone(start=2)", BOT)
    for seed in range(8):
        seen, _ = played.reset(seed=seed)
        assert seen["action_mask"].any()
        assert played.session.match.turn == 0


def test_bots_and_seats_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match=r"plus4 has no bot wizard, but random, "):
        Against("plus4", "wizard")
    with pytest.raises(ValueError, match="plus4 has 2 seats"):
        Against("plus4", BOT, seat=2)


def test_a_table_is_drawn_in_characters() -> None:
    played = Against("plus4", BOT, render_mode="ansi", lang="fr")
    played.reset(seed=SEED)
    assert played.render() == played.session.match.drawing("fr", 0)
    silent = Against("plus4", BOT)
    silent.reset(seed=SEED)
    assert silent.render() is None
