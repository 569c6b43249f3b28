"""Counts the sequences of legal actions, to compare two readings of the same rules."""

from __future__ import annotations

from collections.abc import Hashable

from ludotheque.core.game import A, Game, S


def perft(game: Game[S, A], state: S, depth: int) -> int:
    """How many sequences of `depth` legal actions start here; a finished game has none."""
    return _count(game, state, depth, {})


def divide(game: Game[S, A], state: S, depth: int) -> dict[A, int]:
    """`perft`, split by the first action."""
    known: dict[tuple[Hashable, int], int] = {}
    return {
        action: _count(game, game.apply(state, action), depth - 1, known)
        for action in game.actions(state)
    }


def _count(game: Game[S, A], state: S, depth: int, known: dict[tuple[Hashable, int], int]) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.actions(state))
    future = game.future(state)
    found = known.get((future, depth))
    if found is None:
        after = (game.apply(state, action) for action in game.actions(state))
        found = known[future, depth] = sum(_count(game, then, depth - 1, known) for then in after)
    return found
