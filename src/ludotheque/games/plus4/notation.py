"""Plus 4 as text: `3`, `3*`, and positions such as `rb/-/Rbr/- 0 2:1 rb/-/-/-~1`."""

from __future__ import annotations

import re

from ludotheque.core.notation import Notation, unread
from ludotheque.core.reason import IllegalAction, because
from ludotheque.core.repetition import read_past, write_past
from ludotheque.games.plus4.rules import (
    BONUS,
    SIZE,
    Columns,
    Plus4,
    Position,
    Push,
    State,
    complete,
)

# A push moves one column: that column, four rows and two diagonals, at 2 points each.
_MOST_POINTS_OF_A_PUSH = 14
_ACTION = re.compile(r"([1-4])(\*?)")
_COLUMN = r"(?:[rbRB]{1,4}|-)"
_GRID = rf"{_COLUMN}(?:/{_COLUMN}){{3}}"
_STATE = re.compile(rf"({_GRID}) ([01]) (\d{{1,2}}):(\d{{1,2}})((?: {_GRID}~[01]:[12])*)")


class Plus4Notation(Notation[State, Push]):
    """Columns from the left, each from top to bottom; capitals are bonus pawns.

    After the grid come the player to move, the points, and the earlier positions that can still
    come back, each with its player to move and how often it occurred.
    """

    def __init__(self, game: Plus4) -> None:
        self.game = game

    def write_action(self, action: Push) -> str:
        """`3`, or `3*` with the bonus pawn."""
        return f"{action.column + 1}{'*' if action.bonus else ''}"

    def read_action(self, text: str) -> Push:
        """A column from 1 to 4, perhaps with a star."""
        match = _ACTION.fullmatch(text.strip())
        return Push(int(match[1]) - 1, bool(match[2])) if match else unread("unread", text)

    def write_state(self, state: State) -> str:
        """The position, then the past ones in a fixed order."""
        past = write_past(state.once, state.twice, _write_position)
        scores = f"{state.scores[0]}:{state.scores[1]}"
        return f"{_write_grid(state.columns)} {state.mover} {scores}{past}"

    def read_state(self, text: str) -> State:
        """The position; refuses pawns, points or past positions that this mode cannot have."""
        match = _STATE.fullmatch(" ".join(text.split()))
        if match is None:
            unread("unread_state", text)
        columns, scores = _read_grid(match[1]), (int(match[3]), int(match[4]))
        state = State(columns, int(match[2]), scores, *read_past(match[5], _read_position))
        self._check(state)
        return state

    def _check(self, state: State) -> None:
        """Refuses pawns and points that this mode cannot have."""
        count = sum(map(len, state.columns))
        for grid, _ in (state.position, *state.once, *state.twice):
            bonus = [sum(column.count(pawn) for column in grid) for pawn in BONUS]
            if max(bonus) > 1 or (any(bonus) and not self.game.has_bonus):
                raise IllegalAction(because("wrong_bonus", "4.1"))
            if sum(map(len, grid)) != count:
                raise IllegalAction(because("wrong_past", "4.7"))
        if state.once & state.twice:
            raise IllegalAction(because("wrong_past", "4.7"))
        if not self._can_have_scored(state):
            raise IllegalAction(because("wrong_scores", "4.5"))

    def _can_have_scored(self, state: State) -> bool:
        """Whether the points match the grid: outside mode `endless`, only a line brings points."""
        most = _MOST_POINTS_OF_A_PUSH if self.game.has_bonus else 1
        if max(state.scores) >= self.game.enough + most:
            return False
        if self.game.mode == "endless":
            return True
        owners = set(complete(state.columns).values())
        if len(owners) == 2 and self.game.options.mover_first:
            owners = {1 - state.mover}
        return owners == {seat for seat, score in enumerate(state.scores) if score}


def _write_grid(columns: Columns) -> str:
    return "/".join(column or "-" for column in columns)


def _read_grid(text: str) -> Columns:
    columns = tuple("" if column == "-" else column for column in text.split("/"))
    assert len(columns) == SIZE
    return columns


def _write_position(position: Position) -> str:
    columns, mover = position
    return f"{_write_grid(columns)}~{mover}"


def _read_position(text: str) -> Position:
    grid, _, mover = text.partition("~")
    return _read_grid(grid), int(mover)
