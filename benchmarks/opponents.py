"""`python -m benchmarks.opponents`: a bot of Redline against plain Monte-Carlo tree search.

The plain search is that of textbooks: UCB1, a child for every action, random games to the end, with
the same kernel. It gets as much processor time a move as the bot takes on average, which is
measured first in games of the bot against itself. `--iterations` gives it a number of iterations
instead, so that the same games can be repeated.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

import numpy as np

import ludotheque.games.redline.layout as at
from ludotheque import load
from ludotheque.core.estimate import share
from ludotheque.core.game import Game
from ludotheque.core.player import Player, settle
from ludotheque.games.redline.kernel import LUCK, act, acting, go_back, play_out
from ludotheque.games.redline.layout import Integers
from ludotheque.games.redline.packing import pack
from ludotheque.games.redline.rules import Redline
from ludotheque.games.redline.thinking import action_of
from ludotheque.kernels import kernel
from ludotheque.kernels.chance import below, following, seeded
from ludotheque.play.match import Match

VISITS, WINS, FIRST, EACH_NODE = 0, 1, 2, 3
ROOT = EACH_NODE
EXPLORATION = 0.7
ROOM = 1 << 22


@kernel
def descend(
    table: Integers, tree: Integers, path: Integers, bits: np.uint64
) -> tuple[int, np.uint64]:
    """Descends to the first position not yet visited, or to the end; returns how deep that is."""
    node, depth = ROOT, 0
    while table[at.WIDTH] and (tree[node + VISITS] or node == ROOT):
        width, seat = table[at.WIDTH], acting(table)
        if tree[node + FIRST] == 0:
            if tree[0] + EACH_NODE * width > len(tree):
                break
            tree[node + FIRST] = tree[0]
            tree[0] += EACH_NODE * width
            tree[tree[node + FIRST] : tree[0]] = 0
        bits = following(bits)
        chosen = below(bits, width)
        if seat != LUCK:
            chosen = select(tree, node, width, chosen)
        node = tree[node + FIRST] + EACH_NODE * chosen
        act(table, chosen)
        depth += 1
        path[2 * depth], path[2 * depth + 1] = node, seat
    return depth, bits


@kernel
def select(tree: Integers, node: int, width: int, begin: int) -> int:
    """Chooses an action by UCB1; one not yet tried comes first."""
    best, found = -1.0, begin
    logarithm = log(tree[node + VISITS] + 1.0)
    for step in range(width):
        number = (begin + step) % width
        child = tree[node + FIRST] + EACH_NODE * number
        visits = tree[child + VISITS]
        if visits == 0:
            return int(number)
        value = tree[child + WINS] / visits + EXPLORATION * sqrt(logarithm / visits)
        if value > best:
            best, found = value, number
    return int(found)


@kernel
def search(table: Integers, tree: Integers, iterations: int, bits: np.uint64) -> int:
    """Returns the action tried most in a number of iterations."""
    start, path = table.copy(), np.zeros(1024, np.int64)
    tree[0] = 2 * ROOT
    tree[ROOT : 2 * ROOT] = 0
    for _ in range(iterations):
        depth, bits = descend(table, tree, path, bits)
        bits = play_out(table, bits)
        tree[ROOT + VISITS] += 1
        for step in range(1, depth + 1):
            tree[path[2 * step] + VISITS] += 1
            tree[path[2 * step] + WINS] += path[2 * step + 1] == table[at.WINNER]
        go_back(table, start)
    found, first = 0, tree[ROOT + FIRST]
    for number in range(table[at.WIDTH]):
        if tree[first + EACH_NODE * number] > tree[first + EACH_NODE * found]:
            found = number
    return found


class Plain:
    """Plain Monte-Carlo tree search with a number of iterations."""

    def __init__(self, rules: Redline, iterations: int) -> None:
        self.rules, self.iterations = rules, iterations
        self.tree = np.zeros(ROOM, np.int64)

    def choose(self, game: Game[Any, Any], state: Any, rng: Random) -> Any:
        """Returns the action tried most."""
        actions = game.actions(state)
        if len(actions) == 1:
            return actions[0]
        table = pack(self.rules, state.round)
        number = search(table, self.tree, self.iterations, seeded(rng.getrandbits(60)))
        return action_of(table, state.round, number)


@dataclass
class Timed:
    """A player, and how long it took for moves with a choice."""

    player: Any
    seconds: float = 0.0
    moves: int = 0

    def choose(self, game: Game[Any, Any], state: Any, rng: Random) -> Any:
        """Returns the player's choice, and measures its time."""
        start = time.thread_time()
        found = self.player.choose(game, state, rng)
        if len(game.actions(state)) > 1:
            self.seconds += time.thread_time() - start
            self.moves += 1
        return found

    @property
    def pace(self) -> float:
        """Milliseconds a move."""
        return 1000 * self.seconds / max(1, self.moves)


def play(kit: Any, guest: Player, others: Player, games: int, seed: int) -> float:
    """Returns how many games the guest wins, with seats and first players in turn."""
    won, seats = 0.0, kit.game.seats
    for number in range(games):
        deal, seat = divmod(number, seats)
        chance, mind = Random(f"{seed}:{deal}"), Random(f"{seed}:{number}")
        match = Match(kit, first=deal % seats)
        match.settle(chance)
        while match.outcome is None:
            match.move(guest if match.turn == seat else others, mind)
            match.settle(chance)
        won += (seat in match.outcome.winners) / max(1, len(match.outcome.winners))
    return won


def iterations_for(kit: Any, bot: Player) -> int:
    """Returns how many plain iterations take as long as the bot thinks, by a few of its games."""
    rules, rng = kit.round.rules, Random(1)
    timed, plain = Timed(bot), Timed(Plain(rules, 2000))
    warm = settle(kit.game, kit.game.initial(0), rng)
    bot.choose(kit.game, warm, rng)
    plain.player.choose(kit.game, warm, rng)
    for number in range(4):
        state = settle(kit.game, kit.game.initial(number % kit.game.seats), rng)
        while kit.game.outcome(state) is None:
            plain.choose(kit.game, state, rng)
            action = timed.choose(kit.game, state, rng)
            state = settle(kit.game, kit.game.apply(state, action), rng)
    return round(2000 * timed.pace / plain.pace)


def main() -> None:
    """Prints how much the bot wins, with the interval, and how long both take for a move."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("spec", nargs="?", default="redline")
    parser.add_argument("bot", nargs="?", default="champion")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int)
    asked = parser.parse_args()
    kit: Any = load(asked.spec)
    bot = Timed(kit.bots[asked.bot])
    count = asked.iterations or iterations_for(kit, bot.player)
    plain = Timed(Plain(kit.round.rules, count))
    found = share(play(kit, bot, plain, asked.games, asked.seed), asked.games)
    print(f"{asked.spec}, {asked.games} games, fair share {100 / kit.game.seats:.1f} %")
    print(
        f"{asked.bot}: {100 * found.value:.1f} % [{100 * found.low:.1f} to {100 * found.high:.1f}]"
    )
    print(f"{asked.bot} {bot.pace:.1f} ms a move, plain {plain.pace:.1f} ms ({count} iterations)")


if __name__ == "__main__":
    main()
