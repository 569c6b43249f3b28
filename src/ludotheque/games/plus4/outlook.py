"""What a position of Plus 4 seems worth, some pushes ahead: plain, and the same for `search`."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.games.plus4.rules import LINES, PAWNS, Plus4, Push, State

Looking = Callable[[Plus4, State, int, int], int]

WON = 1000
POINT = 100
LEAD = 20
FAR = 1 << 20


def best(game: Plus4, state: State, depth: int, looking: Looking) -> list[Push]:
    """The pushes with the best outlook for the mover, that many pushes ahead.

    Positions are looked at without their past: a repetition ends the game only where the next push
    brings it about.
    """
    highest, found = -FAR, list[Push]()
    for push in game.actions(state):
        then = game.apply(state, push)
        over = game.outcome(then) is not None
        value = -ended(then, depth - 1) if over else -looking(game, then, depth - 1, 1 - highest)
        if value > highest:
            highest, found = value, []
        if value == highest:
            found.append(push)
    return found


def plain(game: Plus4, state: State, depth: int, high: int = FAR) -> int:
    """The value of a position for the player to move, by the rules; exact below `high`."""
    return look(game, State(state.columns, state.mover, state.scores), depth, -FAR, high)


def look(game: Plus4, state: State, depth: int, low: int, high: int) -> int:
    """The value for the player to move, exact between `low` and `high` (alpha-beta)."""
    if game.outcome(state) is not None:
        return ended(state, depth)
    if depth == 0:
        return standing(state)
    best = -FAR
    for push in game.actions(state):
        best = max(best, -look(game, game.apply(state, push), depth - 1, -high, -max(low, best)))
        if best >= high:
            break
    return best


def ended(state: State, depth: int) -> int:
    """A win, the sooner and the higher the better; a draw is nothing."""
    lead = state.scores[state.mover] - state.scores[1 - state.mover]
    return (lead > 0) * (WON + depth) - (lead < 0) * (WON + depth) + POINT * lead


def standing(state: State) -> int:
    """Points, and lines on which only one colour stands."""
    grid = [column.lower() for column in state.columns]
    value = LEAD * (state.scores[state.mover] - state.scores[1 - state.mover])
    for line in LINES:
        on_line = [grid[column][row] for column, row in line if row < len(grid[column])]
        if len(set(on_line)) == 1:
            own = on_line[0] == PAWNS[state.mover]
            value += len(on_line) ** 2 * (1 if own else -1)
    return value
