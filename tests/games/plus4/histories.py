"""Values by the rules alone, every history for itself: slow, and sure of the third repetition."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ludotheque.games.plus4.rules import BONUS, Plus4, Position, State
from ludotheque.games.plus4.solver import Solver

MOST = 300


class TooMany(Exception):
    """The histories are too many to look at."""


class Histories:
    """Values up to the next pawn or point, where the past is forgotten and the table speaks."""

    def __init__(self, solver: Solver) -> None:
        self.solver, self.game = solver, solver.game
        self.known: dict[State, float] = {}

    def value(self, state: State) -> float:
        """The mover's share, as `Verdict` has it."""
        if (end := self.game.outcome(state)) is not None:
            return (1 + end.returns[state.mover]) / 2
        if not (state.once or state.twice):
            return self.solver.verdict(state).share
        if state not in self.known:
            if len(self.known) >= MOST:
                raise TooMany
            self.known[state] = 0.0  # counts positions under examination; a history never repeats
            self.known[state] = self._best(state)
        return self.known[state]

    def _best(self, state: State) -> float:
        best = 0.0
        for push in self.game.actions(state):
            best = max(best, 1 - self.value(self.game.apply(state, push)))
            if best == 1:
                break
        return best


def with_past(game: Plus4, start: State, rng: Random) -> State | None:
    """The position with a past of positions that lie ahead of it."""
    if game.turn(start) is None:
        return None
    ahead = [place for _ in range(4) for place in _wandering(game, start, rng)]
    ahead = [place for place in ahead if place != start.position]
    if not ahead:
        return None
    twice = frozenset(rng.sample(ahead, min(len(ahead), rng.randrange(1, 5))))
    once = frozenset(rng.sample(ahead, min(len(ahead), 3))) - twice
    return State(start.columns, start.mover, start.scores, once, twice)


def random_columns(heights: tuple[int, ...], bonus: bool, rng: Random) -> tuple[str, ...]:
    """Pawns of any colours, perhaps with bonus pawns among them."""
    columns = [rng.choices("rb", k=height) for height in heights]
    for seat, pawn in enumerate(BONUS):
        column = rng.choice([c for c in columns if c])
        row = rng.randrange(len(column))
        if bonus and rng.random() < 0.8 and column[row] == "rb"[seat]:
            column[row] = pawn
    return tuple(map("".join, columns))


def _wandering(game: Plus4, state: State, rng: Random) -> Iterator[Position]:
    """Positions that a random walk without new pawns or points comes by."""
    for _ in range(12):
        after = [game.apply(state, push) for push in game.actions(state)]
        still = [s for s in after if (s.once or s.twice) and game.outcome(s) is None]
        if not still:
            return
        state = rng.choice(still)
        yield state.position
