"""The training of the outlook of Redline and the kernel that uses it share one network."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tools.outlook import Lessons, Network, as_lessons

from ludotheque.conformance.walking import walk
from ludotheque.games.redline.packing import pack
from ludotheque.games.redline.thinking.outlook import SEEN_LENGTH, judge, look, weights
from ludotheque.kernels.arrays import Reals
from tests.games.redline.thinking.test_tree import game_of


def walked(players: int, games: int) -> tuple[Lessons, list[Reals]]:
    """Positions of random games as lessons, and every player's chances there by the kernel."""
    game = game_of(f"redline(players={players})")
    seen, won, judged = [], [], []
    for number in range(games):
        *states, (end, _) = walk(game, Random(number))
        for state, _ in states:
            if state.board.tiles:
                table, chances = pack(game, state), np.zeros(6)
                seen.append(np.zeros(SEEN_LENGTH))
                look(table, seen[-1])
                judge(table, weights(), np.zeros(SEEN_LENGTH), chances)
                judged.append(chances[:players])
                won.append(end.winner)
    return as_lessons(np.array(seen), np.array(won), players), judged


@pytest.mark.parametrize("players", [2, 4])
def test_the_network_gives_the_chances_of_the_kernel(players: int) -> None:
    some, judged = walked(players, 1)
    network = Network(np.random.default_rng(1))
    network.weights = weights()
    chances, _, _ = network.chances(some)
    assert len(chances) == len(judged)
    assert chances == pytest.approx(np.array(judged))


def test_it_learns_from_its_lessons() -> None:
    some, _ = walked(2, 12)
    network = Network(np.random.default_rng(1))
    before = network.surprise(some)
    for _ in range(100):
        network.learn(some, 0.003)
    assert network.surprise(some) < before - 0.05
