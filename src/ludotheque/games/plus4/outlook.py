"""Estimates positions of Plus 4, and finds the best pushes by looking ahead.

The search itself is in `search`, or without Numba in `plain_search`.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.games.plus4.rules import LINES, PAWNS, Plus4, Push, State

Looking = Callable[[Plus4, State, int, int], int]

# A win outweighs any estimate (at most 10 points of lead and 16 on each of 10 lines), and a higher
# win is a better one. Before the end a point of lead outweighs two lines of three pawns (9 each).
# These were not tuned by measurement; docs/bots.md says how the levels that use them compare.
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
    """The value of a finished game: higher for a sooner and a higher win, 0 for a draw."""
    end = game.outcome(state)
    if end is None or not end.winners:
        return 0
    lead = state.scores[state.mover] - state.scores[1 - state.mover]
    win = (lead > 0) - (lead < 0)
    return win * (WIN_VALUE + depth) + FINAL_POINT_VALUE * lead


def estimate(state: State) -> int:
    """The lead in points, and for each line of a single colour the square of its pawns."""
    grid = [column.lower() for column in state.columns]
    value = POINT_VALUE * (state.scores[state.mover] - state.scores[1 - state.mover])
    for line in LINES:
        on_line = [grid[column][row] for column, row in line if row < len(grid[column])]
        if len(set(on_line)) == 1:
            own = on_line[0] == PAWNS[state.mover]
            value += len(on_line) ** 2 * (1 if own else -1)
    return value
