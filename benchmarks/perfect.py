"""`python -m benchmarks.perfect SPEC`: counts the moves by which the perfect bot gives value away.

It plays many games against another bot; every second one begins after some random actions of both
sides. Before and after each of its moves the solver tells what the position is worth, by its tables
and the history. The exit status is 1 if a move or an end was worth less than the position before.

python -m benchmarks.perfect "plus4(mode=endless)" --against random --games 2000
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ludotheque import load
from ludotheque.core.solver import Solver
from ludotheque.games import AnyKit

_MOST_RANDOM = 30


@dataclass
class Tally:
    """The results of many games for the perfect bot."""

    games: int = 0
    ends: dict[str, int] = field(default_factory=lambda: {"won": 0, "drawn": 0, "lost": 0})
    moves: dict[float, int] = field(default_factory=lambda: {1.0: 0, 0.5: 0, 0.0: 0})
    seconds: list[float] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        ends = ", ".join(f"{many:,} {how}" for how, many in self.ends.items())
        won, drawn, lost = self.moves.values()
        slow = sorted(self.seconds, reverse=True)
        return (
            f"{self.games:,} games: {ends}\n"
            f"{won + drawn + lost:,} moves: {won:,} in won positions, {drawn:,} in drawn ones, "
            f"{lost:,} in lost ones; {len(self.left)} left a value\n"
            f"a move took {sum(slow) / len(slow) * 1000:.1f} ms in the mean, "
            f"{slow[len(slow) // 1000] * 1000:.0f} ms once in a thousand, "
            f"{slow[0] * 1000:.0f} ms at worst (processor time, the first move aside)"
        )


class Trial:
    """Checks the perfect bot of one game."""

    def __init__(self, spec: str) -> None:
        """Loads the tables and makes a move, so that later moves load nothing."""
        self.kit: AnyKit = load(spec)
        solver = self.kit.solver
        assert solver is not None
        self.solver: Solver = solver
        self.solver.prepare()
        self.perfect = self.kit.bots["perfect"]
        self.perfect.choose(self.kit.game, self.kit.game.initial(0), Random(0))
        self.tally = Tally()

    def game(self, against: str, seed: int) -> None:
        """Plays one game to its end."""
        rng, rules = Random(seed), self.kit.game
        state = self._start(seed, rng)
        had = 0.0
        while (end := rules.outcome(state)) is None:
            if rules.turn(state) == 0:
                state, had = self._move(state, rng)
            else:
                action = self.kit.bots[against].choose(rules, state, rng)
                state = rules.play(state, action)
        got = (1 + end.returns[0]) / 2
        if got < had:
            self.tally.left.append(f"seed {seed}: the end")
        self.tally.games += 1
        self.tally.ends[{1.0: "won", 0.5: "drawn", 0.0: "lost"}[got]] += 1

    def _start(self, seed: int, rng: Random) -> Any:
        """Returns a start with either seat to begin, every second time after random actions."""
        rules = self.kit.game
        state = rules.initial(seed // 2 % 2)
        for _ in range(rng.randrange(_MOST_RANDOM) if seed % 2 else 0):
            after = rules.apply(state, rng.choice(rules.actions(state)))
            state = state if rules.outcome(after) else after
        return state

    def _move(self, state: Any, rng: Random) -> tuple[Any, float]:
        """Makes one move; returns the state after it, and what that is worth."""
        rules = self.kit.game
        before = self.solver.verdict(state).share
        start = time.process_time()
        action = self.perfect.choose(rules, state, rng)
        self.tally.seconds.append(time.process_time() - start)
        after = rules.play(state, action)
        self.tally.moves[before] += 1
        kept = self._worth(after)
        if kept < before:
            self.tally.left.append(rules.notation.write_state(state))
        return after, kept

    def _worth(self, state: Any) -> float:
        """Returns what a position is worth to the perfect bot, no matter which side is to move."""
        rules = self.kit.game
        if (end := rules.outcome(state)) is not None:
            return (1 + end.returns[0]) / 2
        share = self.solver.verdict(state).share
        return share if rules.turn(state) == 0 else 1 - share


def main() -> int:
    """Plays, and prints the results."""
    words = argparse.ArgumentParser()
    words.add_argument("spec")
    words.add_argument("--against", default="random", help="a bot of that game")
    words.add_argument("--games", type=int, default=1000)
    words.add_argument("--seed", type=int, default=0, help="that of the first game")
    options = words.parse_args()
    trial = Trial(options.spec)
    for seed in range(options.seed, options.seed + options.games):
        trial.game(options.against, seed)
    print(f"{options.spec} against {options.against}, from seed {options.seed}")
    print(trial.tally)
    for text in trial.tally.left:
        print(f"left: {text}")
    return 1 if trial.tally.left else 0


if __name__ == "__main__":
    sys.exit(main())
