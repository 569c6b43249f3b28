"""The kernel against the rules, under every option, along random games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from benchmarks.random_kernels import random_game, random_games, times_before

from ludotheque.conformance.walking import walk
from ludotheque.games.plus4 import kernel
from ludotheque.games.plus4.kernel import Form, Packed, bonus_in_hand, scored, turned
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import Plus4, Push, State
from ludotheque.kernels import kernel as compiled
from ludotheque.kernels.chance import seeded
from ludotheque.play.perft import perft as count
from tests.inner import passes_with_plain_kernels

OPTIONS = [
    Plus4Options(),
    Plus4Options(mode="endless"),
    Plus4Options(mode="endless", target=1),
    Plus4Options(mode="endless", target=3),
    Plus4Options(mode="rounds"),
    Plus4Options(mode="rounds", target=1),
    Plus4Options(mode="rounds", rounds=3),
    Plus4Options(mode="endless", target=3, repetition="draw"),
    Plus4Options(mode="rounds", lines="best"),
]


@compiled
def perft(position: Packed, own: int, other: int, depth: int, target: int, form: Form) -> int:
    """Counts the sequences of `depth` pushes; `own` and `other` are the points of both players."""
    if own >= target or other >= target:
        return 1 if depth == 0 else 0
    if depth == 0:
        return 1
    kinds = 2 if form.bonus_pawns and bonus_in_hand(position) else 1
    count = 0
    for kind in range(kinds):
        for column in range(4):
            after, mine, theirs = scored(position, column, kind == 1, form)
            count += perft(turned(after), other + theirs, own + mine, depth - 1, target, form)
    return count


def fresh(state: State) -> State:
    return replace(state, once=frozenset(), twice=frozenset())


@pytest.fixture(params=OPTIONS, ids=str)
def game(request: pytest.FixtureRequest) -> Plus4:
    return Plus4(request.param)


def positions(game: Plus4, games: int) -> list[State]:
    return [state for seed in range(games) for state, _ in walk(game, Random(seed), seed % 2)]


def test_every_push_leads_where_the_rules_say(game: Plus4) -> None:
    form = kernel.form_of(game)
    for state in positions(game, 60):
        mover, packed = state.mover, kernel.pack_state(state)
        for push in game.actions(state):
            then = game.apply(state, push)
            after, own, other = kernel.scored(packed, push.column, push.bonus, form)
            gained = [new - old for new, old in zip(then.scores, state.scores, strict=True)]
            assert (own, other) == (gained[mover], gained[1 - mover])
            assert kernel.turned(np.uint64(after)) == kernel.pack_state(then)
            grown = sum(map(len, then.columns)) > sum(map(len, state.columns))
            assert kernel.grows(packed, push.column) == grown


def test_perft_along_random_games(game: Plus4) -> None:
    rng = Random(1)
    for state in rng.sample(positions(game, 40), 60):
        here = fresh(state)
        own, other = state.scores[state.mover], state.scores[1 - state.mover]
        packed, form = kernel.pack_state(here), kernel.form_of(game)
        found = perft(packed, own, other, 3, game.enough, form)
        assert found == count(game, here, 3)


def test_perft_from_the_start(game: Plus4) -> None:
    found = perft(np.uint64(0), 0, 0, 5, game.enough, kernel.form_of(game))
    assert found == count(game, game.initial(), 5)


def test_random_games_end_as_the_rules_say(game: Plus4) -> None:
    """Every push of the kernel's games replayed, repetition included."""
    bits, past = seeded(5), np.zeros(1 << 12, np.uint64)
    for _ in range(150):
        history = np.zeros(1 << 12, np.int8)
        bits, plies, *scores = random_game(
            np.uint64(bits), game.enough, kernel.form_of(game), past, history
        )
        state = game.initial()
        for choice in history[:plies]:
            state = game.play(state, Push(int(choice) & 3, choice > 3))
        end = game.outcome(state)
        assert end is not None
        assert list(state.scores) == scores


def test_random_games_add_up(game: Plus4) -> None:
    form = kernel.form_of(game)
    first, second, drawn, plies = random_games(200, seeded(1), game.enough, form, False)
    assert first + second + drawn == 200
    assert plies > 800


def test_random_games_are_drawn_where_the_third_time_is_a_draw() -> None:
    """About one random game in two hundred ends by repetition."""
    found = {}
    for repetition in ("leader", "draw"):
        game = Plus4(Plus4Options(mode="endless", repetition=repetition))
        draws, form = game.options.third_time_draws, kernel.form_of(game)
        found[repetition] = random_games(20_000, seeded(2), game.enough, form, draws)[:3]
    assert found["draw"][2] > found["leader"][2]


def test_positions_are_counted_with_the_same_player_to_move() -> None:
    past = np.array([5, 7, 5, 5, 5, 7], np.uint64)
    assert [times_before(past, seen) for seen in range(6)] == [0, 0, 1, 0, 2, 1]


def test_the_kernels_as_plain_python() -> None:
    passes_with_plain_kernels(__file__, "-k", "every_push or random_games_end")
