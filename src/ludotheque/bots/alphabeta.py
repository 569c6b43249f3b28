"""Alpha-beta for any game: looks a few decisions ahead, takes chance as it may fall.

With more than two players every other one is taken to play against the one who thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludotheque.core.game import A, Game, S, Seat
from ludotheque.core.series import on_table

Value = Callable[[Any, Seat], float]
_WON = 1000.0


class AlphaBetaPlayer:
    """Looks `depth` decisions ahead, at no more than `most` positions."""

    def __init__(self, depth: int, most: int, value: Value | None = None) -> None:
        """Positions that are not over are valued by `value` (of a round, for a seat)."""
        self.depth = depth
        self.most = most
        self.value = value

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The action with the best outlook; among equals, any."""
        seat = game.turn(state)
        assert seat is not None
        actions = list(game.actions(state))
        rng.shuffle(actions)
        search = _Search(game, seat, self.value, rng, max(1, self.most // len(actions)))
        best, found = -float("inf"), actions[0]
        for action in actions:
            search.left = search.share
            value = search.look(game.apply(state, action), self.depth - 1, best, float("inf"))
            if value > best:
                best, found = value, action
        return found


class _Search:
    """One thought: the game, who thinks, and how many positions are left to look at."""

    def __init__(
        self, game: Game[Any, Any], seat: Seat, value: Value | None, rng: Random, share: int
    ) -> None:
        self.game, self.seat, self.value, self.rng = game, seat, value, rng
        self.share = self.left = share

    def look(self, state: Any, depth: int, low: float, high: float) -> float:
        """The value of a position for who thinks, exact between `low` and `high`."""
        self.left -= 1
        end = self.game.outcome(state)
        if end is not None:
            return _WON * end.returns[self.seat]
        turn = self.game.turn(state)
        if turn is None:
            actions = self.game.actions(state)
            sample = self.rng.choices(actions, weights=self.game.weights(state))[0]
            return self.look(self.game.apply(state, sample), depth, low, high)
        if depth <= 0 or self.left <= 0:
            return self.guess(state)
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

    def guess(self, state: Any) -> float:
        """What a position that is not over seems worth."""
        board = on_table(state)
        return self.value(board, self.seat) if self.value and board is not None else 0.0
