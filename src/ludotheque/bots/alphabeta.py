"""Alpha-beta search for any game: a few decisions ahead, with one sample wherever chance acts.

With more than two players, all others are assumed to play against the player to move.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludotheque.core.game import A, Game, S, Seat, mover
from ludotheque.core.player import draw
from ludotheque.core.series import on_table

Valuation = Callable[[Any, Seat], float]
"""Estimates what an unfinished round is worth to a seat."""

_WIN_VALUE = 1000.0  # larger than any estimate of the games that use it


class AlphaBetaPlayer:
    """Looks `depth` decisions ahead, at no more than `most` positions."""

    def __init__(self, depth: int, most: int, value: Valuation | None = None) -> None:
        """`value` estimates unfinished positions; without it, they are all worth 0."""
        self.depth = depth
        self.most = most
        self.value = value

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The action with the best value; among equals, a random one."""
        seat = mover(game, state)
        actions = list(game.actions(state))
        rng.shuffle(actions)
        share = max(1, self.most // len(actions))
        search = _Search(game, seat, self.value, rng)
        best, found = -float("inf"), actions[0]
        for action in actions:
            search.left = share
            value = search.look(game.apply(state, action), self.depth - 1, best, float("inf"))
            if value > best:
                best, found = value, action
        return found


class _Search:
    """The search for one decision; `left` is how many more positions it may look at."""

    def __init__(
        self, game: Game[Any, Any], seat: Seat, value: Valuation | None, rng: Random
    ) -> None:
        self.game, self.seat, self.value, self.rng = game, seat, value, rng
        self.left = 0

    def look(self, state: Any, depth: int, low: float, high: float) -> float:
        """The value of a position for the seat, exact between `low` and `high`."""
        self.left -= 1
        end = self.game.outcome(state)
        if end is not None:
            return _WIN_VALUE * end.returns[self.seat]
        turn = self.game.turn(state)
        if turn is None:
            drawn = draw(self.game, state, self.rng)
            return self.look(self.game.apply(state, drawn), depth, low, high)
        if depth <= 0 or self.left <= 0:
            return self.estimate(state)
        return self._best(state, depth, low, high, turn == self.seat)

    def _best(self, state: Any, depth: int, low: float, high: float, mine: bool) -> float:
        best = -float("inf") if mine else float("inf")
        for action in self.game.actions(state):
            value = self.look(self.game.apply(state, action), depth - 1, low, high)
            if mine:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high or self.left <= 0:
                break
        return best

    def estimate(self, state: Any) -> float:
        """The estimated value of an unfinished position for the seat."""
        board = on_table(state)
        return self.value(board, self.seat) if self.value and board is not None else 0.0
