"""`python -m tools.outlook`: trains the network that estimates positions of Redline.

The tree search plays against itself with every number of players and variant. It plays random games
to the end, so that it does not depend on an earlier network. Every position is an example: what the
players see, and who wins. A network with one hidden layer, the same for every seat, is trained to
predict the winner (Adam, log loss); the last tenth of the positions is for testing.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.kernel import LUCK, act, acting, go_back
from ludotheque.games.redline.layout import Integers
from ludotheque.games.redline.rules import RedlineOptions
from ludotheque.games.redline.thinking.outlook import (
    INPUTS,
    SEAT_INPUTS,
    SEEN_LENGTH,
    look,
)
from ludotheque.games.redline.thinking.tree import favourite, grow, new_tree
from ludotheque.kernels import kernel
from ludotheque.kernels.arrays import Reals
from ludotheque.kernels.chance import below, following, seeded

KEPT = Path(__file__).parent.parent / "src/ludotheque/games/redline/thinking/outlook.json"
ITERATIONS, TO_THE_END, SLIPS = 200, 10_000, 20
NEURONS, ROUNDS, BATCH, RATE = 23, 40, 512, 0.003
SCHOOL = {
    RedlineOptions(): 1.0,
    RedlineOptions(contrast=True): 0.5,
    RedlineOptions(hand=10): 0.5,
    RedlineOptions(players=3): 0.25,
    RedlineOptions(players=4): 0.2,
    RedlineOptions(players=5): 0.15,
    RedlineOptions(players=6): 0.15,
}


@dataclass
class Lessons:
    """Positions under one set of options: inputs by seat, which seats are still in, the winner."""

    inputs: NDArray[np.float64]
    still_in: NDArray[np.bool_]
    winner: NDArray[np.int64]

    def part(self, which: NDArray[np.int64]) -> Lessons:
        """Returns the positions with these indices."""
        return Lessons(self.inputs[which], self.still_in[which], self.winner[which])


@kernel
def play(
    table: Integers, tree: Integers, games: int, bits: np.uint64, seen: Reals, won: Integers
) -> int:
    """Plays games with some random moves; stores each position and its winner, returns how many."""
    taken = 0
    start, nothing = table.copy(), np.zeros((1, 1))
    for game in range(games):
        table[at.MOVER] = game % table[at.SEATS]
        first = taken
        while table[at.WIDTH]:
            bits = following(bits)
            chosen = below(bits, table[at.WIDTH])
            bits = following(bits)
            if acting(table) != LUCK:
                if table[at.LAID] and taken < len(seen):
                    look(table, seen[taken])
                    taken += 1
                if table[at.WIDTH] > 1 and below(bits, SLIPS):
                    bits = grow(table, tree, ITERATIONS, TO_THE_END, nothing, bits)
                    chosen = favourite(tree)
            act(table, chosen)
        won[first:taken] = table[at.WINNER]
        go_back(table, start)
    return taken


def lessons(options: RedlineOptions, games: int) -> Lessons:
    """Plays games, and returns their positions."""
    room = 40 * games * options.players
    seen, won = np.zeros((room, SEEN_LENGTH)), np.zeros(room, np.int64)
    tree = new_tree(ITERATIONS)
    table = at.new_table(options.players, options.hand, options.contrast, options.own_dead_end)
    taken = play(table, tree, games, seeded(games), seen, won)
    return as_lessons(seen[:taken], won[:taken], options.players)


def as_lessons(seen: Reals, won: Integers, seats: int) -> Lessons:
    """Returns the inputs and winners of positions, except where the winner is out already."""
    own = seen[:, : SEAT_INPUTS * seats].reshape(-1, seats, SEAT_INPUTS)
    still_in = own[:, :, 0] > 0
    total = (own * still_in[..., None]).sum(1, keepdims=True)
    others = np.maximum(still_in.sum(1)[:, None] - 1, 1)
    mean = (total - own) / others[..., None]
    shared = np.repeat(seen[:, None, SEAT_INPUTS * at.MOST_SEATS :], seats, 1)
    kept = still_in[np.arange(len(won)), won]
    every = Lessons(np.concatenate([own, mean, shared], 2), still_in, won)
    return every.part(np.flatnonzero(kept))


class Network:
    """The weights of `outlook.json`, with Adam's moments of the gradient."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Begins with small random weights."""
        self.weights = rng.normal(0, INPUTS**-0.5, (INPUTS + 2, NEURONS + 1))
        self.weights[INPUTS] = self.weights[:, NEURONS] = 0
        self.weights[INPUTS + 1, :NEURONS] *= 0.1
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.steps = 0

    def chances(self, some: Lessons) -> tuple[Reals, Reals, Reals]:
        """Returns the chance and the worth of every seat, and the outputs of the neurons."""
        sums = some.inputs @ self.weights[:INPUTS] + self.weights[INPUTS]
        said = np.maximum(sums[..., :NEURONS], 0)
        worth = said @ self.weights[INPUTS + 1, :NEURONS] + sums[..., NEURONS]
        share = np.where(some.still_in, worth + np.sqrt(worth**2 + 1), 0)
        return share / share.sum(1, keepdims=True), worth, said

    def surprise(self, some: Lessons) -> float:
        """Returns the mean log loss: 0 if all winners were predicted with certainty."""
        chances, _, _ = self.chances(some)
        given = chances[np.arange(len(some.winner)), some.winner]
        return float(-np.log(np.maximum(given, 1e-9)).mean())

    def learn(self, some: Lessons, rate: float) -> None:
        """Takes one step of Adam on some positions."""
        chances, worth, said = self.chances(some)
        chances[np.arange(len(some.winner)), some.winner] -= 1
        wrong = np.where(some.still_in, chances, 0) / np.sqrt(1 + worth**2) / len(some.winner)
        slope = np.zeros_like(self.weights)
        heard = wrong[..., None] * self.weights[INPUTS + 1, :NEURONS] * (said > 0)
        heard = np.concatenate([heard, wrong[..., None]], 2).reshape(-1, NEURONS + 1)
        slope[:INPUTS] = some.inputs.reshape(-1, INPUTS).T @ heard
        slope[INPUTS, :NEURONS] = heard.sum(0)[:NEURONS]
        slope[INPUTS + 1, :NEURONS] = wrong.ravel() @ said.reshape(-1, NEURONS)
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * slope
        self.square = 0.999 * self.square + 0.001 * slope**2
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.weights -= rate * mean / (np.sqrt(square) + 1e-8)


def school(taught: list[Lessons], rng: np.random.Generator) -> Network:
    """Trains a network for `ROUNDS` rounds, with a learning rate that falls to zero."""
    network = Network(rng)
    for number in range(ROUNDS):
        batches = []
        for some in taught:
            order = rng.permutation(len(some.winner))
            batches += [some.part(order[n : n + BATCH]) for n in range(0, len(order), BATCH)]
        for batch in rng.permutation(len(batches)):
            network.learn(batches[batch], RATE * (1 - number / ROUNDS))
    return network


def main() -> None:
    """Plays, trains, prints the test results and saves the weights.

    The argument is the number of games with two players; other options get a share of it.
    """
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    taught, tests = [], []
    for options, share in SCHOOL.items():
        every = lessons(options, int(games * share))
        last = len(every.winner) * 9 // 10
        taught.append(every.part(np.arange(last)))
        tests.append(every.part(np.arange(last, len(every.winner))))
        print(f"{options}: {len(every.winner)} positions", flush=True)
    network = school(taught, np.random.default_rng(1988))
    for options, test in zip(SCHOOL, tests, strict=True):
        print(f"{options}: surprise {network.surprise(test):.3f}")
    rows = [json.dumps([round(float(weight), 4) for weight in row]) for row in network.weights]
    KEPT.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
