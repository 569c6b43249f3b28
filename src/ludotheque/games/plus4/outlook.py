"""What a position of Plus 4 seems worth, some pushes ahead: plain, and the same for `search`."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.games.plus4.rules import LINES, PAWNS, Plus4, State

Looking = Callable[[Plus4, State, int], int]

WON = 1000
POINT = 100
LEAD = 20
FAR = 1 << 20


def values(game: Plus4, state: State, depth: int, looking: Looking | None = None) -> list[int]:
    """What each push seems worth to the mover, that many pushes ahead; in the order of `actions`.

    Positions are looked at without their past: a repetition ends the game only where the next push
    brings it about.
    """
    looking = looking or plain
    after = (game.apply(state, push) for push in game.actions(state))
    return [
        -looking(game, then, depth - 1) if game.outcome(then) is None else -ended(then, depth - 1)
        for then in after
    ]


def plain(game: Plus4, state: State, depth: int) -> int:
    """The value of a position for the player to move, by the rules."""
    return look(game, State(state.columns, state.mover, state.scores), depth, -FAR, FAR)


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
