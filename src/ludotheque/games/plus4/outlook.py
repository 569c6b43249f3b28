"""Estimates positions of Plus 4, and finds the best pushes by looking ahead.

The search itself is in `search`, or without Numba in `plain_search`.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.games.plus4.rules import Plus4, Push, State

Looking = Callable[[Plus4, State, int, int], int]

# A win outweighs any estimate (at most 10 points of lead and 16 on each of 10 lines), and a win by
# more points is better. Before the end a point of lead outweighs two lines of three pawns (9 each).
# These were not tuned by measurement; docs/evidence/ladders.md says how the levels that use them
# compare.
WIN_VALUE = 1000
FINAL_POINT_VALUE = 100
POINT_VALUE = 20
INFINITE = 1 << 20  # beyond every value


def best(game: Plus4, state: State, depth: int, looking: Looking) -> list[Push]:
    """The pushes with the best value for the mover, looking that many pushes ahead.

    Only the next push can end the game by repetition: beyond it, the search ignores the past.
    """
    highest, found = -INFINITE, list[Push]()
    for push in game.actions(state):
        then = game.apply(state, push)
        over = game.outcome(then) is not None
        value = (
            -ended(game, then, depth - 1) if over else -looking(game, then, depth - 1, 1 - highest)
        )
        if value > highest:
            highest, found = value, []
        if value == highest:
            found.append(push)
    return found


def ended(game: Plus4, state: State, depth: int) -> int:
    """The value of a finished game: 0 for a draw, higher for a sooner win or a greater lead."""
    end = game.outcome(state)
    if end is None or not end.winners:
        return 0
    return ended_with(state.scores[state.mover], state.scores[1 - state.mover], depth)


def ended_with(own: int, other: int, depth: int) -> int:
    """The value of an end with these points of the player to move and of the other."""
    win = (own > other) - (own < other)
    return win * (WIN_VALUE + depth) + FINAL_POINT_VALUE * (own - other)
