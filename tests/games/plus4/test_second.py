"""Plus 4 against a second reading: perft, and whole random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.play.perft import perft
from tests.games.plus4 import second

SPECS: dict[str, tuple[Any, ...]] = {
    "plus4": ("elementary", 11, False),
    "plus4(both_lines=mover)": ("elementary", 11, False, True),
    "plus4(mode=endless)": ("endless", 11, False),
    "plus4(mode=endless,target=1)": ("endless", 1, False),
    "plus4(mode=endless,target=2)": ("endless", 2, False),
    "plus4(mode=rounds)": ("rounds", 11, False),
    "plus4(mode=rounds,lines=best)": ("rounds", 11, True),
}


@pytest.mark.parametrize("spec", SPECS)
def test_perft_from_the_start(spec: str) -> None:
    depth = 5 if "mode" in spec else 8
    game = load(spec).round
    counted = second.perft(second.Round(*SPECS[spec]), depth)
    assert perft(game.rules, game.initial(), depth) == counted


def test_perft_beyond_the_first_repetition() -> None:
    """Eight pushes into one column repeat a position for the third time."""
    game = load("plus4").round
    state, other = game.initial(), second.Round("elementary", 11)
    for _ in range(6):
        state, other = game.apply(state, game.actions(state)[0]), other.push(0, False)
    for depth in range(1, 5):
        assert perft(game.rules, state, depth) == second.perft(other, depth)
    assert perft(game.rules, state, 3) < 4**3, "the repetition ends some of them"


@pytest.mark.parametrize("spec", SPECS)
def test_perft_from_positions_along_random_games(spec: str) -> None:
    game = load(spec).round
    for seed in range(40):
        rng = Random(seed)
        state, other = game.initial(), second.Round(*SPECS[spec])
        while not other.over():
            moves = sorted(other.moves(), key=lambda move: (move[1], move[0]))
            assert [(a.column, a.bonus) for a in game.actions(state)] == moves
            most = 99 if "mode" in spec else 1
            assert list(state.scores) == [min(score, most) for score in other.scores]
            narrow = [move for move in moves if move[0] < 1 + seed % 4]
            x, bonus = rng.choice(narrow)
            action = game.actions(state)[moves.index((x, bonus))]
            state, other = game.apply(state, action), other.push(x, bonus)
            if rng.random() < 0.05:
                assert perft(game.rules, state, 2) == second.perft(other, 2)
        end = game.outcome(state)
        assert end is not None
        assert not game.actions(state)
        red, blue = end.points
        assert end.returns == ((red > blue) - (red < blue), (blue > red) - (blue < red))
