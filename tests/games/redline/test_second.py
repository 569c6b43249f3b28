"""Redline against a second reading: thousands of positions, and perft after a deal."""

from __future__ import annotations

from random import Random

import pytest

from ludotheque import load
from ludotheque.games.redline.board import new_alignments
from ludotheque.games.redline.rules import Place
from ludotheque.play.perft import perft
from tests.games.redline import second
from tests.needs import sampled

CASES = [
    (2, 8, "no", "no", 24),
    (2, 10, "no", "no", 12),
    (2, 8, "yes", "no", 12),
    (2, 8, "no", "yes", 10),
    (3, 8, "no", "no", 12),
    (3, 10, "yes", "no", 8),
    (4, 8, "no", "no", 9),
    (5, 8, "yes", "yes", 8),
    (6, 8, "no", "no", 12),
    (6, 8, "yes", "no", 5),
]


@pytest.mark.parametrize(("players", "hand", "contrast", "own", "games"), CASES)
def test_the_same_placements_alignments_and_ends(
    players: int, hand: int, contrast: str, own: str, games: int
) -> None:
    options = f"players={players},hand={hand},contrast={contrast},own_dead_end={own}"
    game = load(f"redline({options})").round
    for seed in range(sampled(games)):
        rng = Random(seed * 10 + players)
        first = seed % players
        state = game.initial(first)
        table = second.Table(players, hand, contrast == "yes", own == "yes", first)
        while True:
            actions = {game.notation.write_action(a): a for a in game.actions(state)}
            assert set(actions) == set(table.actions())
            assert len(table.actions()) == len(actions)
            assert game.turn(state) == table.acting()
            if not actions:
                break
            text = rng.choice(sorted(actions))
            action = actions[text]
            before = dict(table.board)
            table.do(text)
            state = game.apply(state, action)
            if isinstance(action, Place):
                new = bool(new_alignments(state.board, action.square))
                assert new == second.brings_new(before, table.board)
        end = game.outcome(state)
        assert end is not None
        assert list(end.points) == table.points


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (6, 4)])
def test_perft_after_a_deal_agrees(players: int, seed: int) -> None:
    game = load(f"redline(players={players})").round
    state, table = game.initial(), second.Table(players, 8, False)
    rng = Random(seed)
    while game.turn(state) is None:
        action = rng.choice(game.actions(state))
        state = game.apply(state, action)
        table.do(game.notation.write_action(action))
    assert perft(game.rules, state, 1) == second.perft(table, 1)
    assert perft(game.rules, state, 2) == second.perft(table, 2)


def test_perft_of_late_positions_agrees() -> None:
    """Where tiles are drawn and returned: every chance outcome counts as an action."""
    compared = 0
    for seed in range(sampled(12)):
        players = 2 + seed % 5
        game = load(f"redline(players={players})").round
        state, table = game.initial(), second.Table(players, 8, False)
        rng = Random(seed)
        while game.actions(state):
            if len(state.board.tiles) > 8 and len(game.actions(state)) < 10 and rng.random() < 0.3:
                assert perft(game.rules, state, 2) == second.perft(table, 2)
                compared += 1
            action = rng.choice(game.actions(state))
            state = game.apply(state, action)
            table.do(game.notation.write_action(action))
    assert compared > sampled(20)
