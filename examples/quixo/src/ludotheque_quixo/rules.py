"""The rules of Quixo: push a cube of your sign into a row or column, line up five of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

from ludotheque.core.game import Game, Outcome, Seat, drawn, win
from ludotheque.core.grid import ORTHOGONAL, Grid
from ludotheque.core.reason import Reason, because

BLANK = "."
SIGNS = "xo"
"""The signs of the seats."""
SIZE = 5
GRID = Grid(SIZE, SIZE)
MOST_IDLE_TURNS = 50
"""In a row without taking a blank cube: twice as many as it takes to turn them all (3.3)."""


@dataclass(frozen=True, slots=True)
class Push:
    """A cube that is taken from a cell, and the cell where it is pushed in again."""

    cell: int
    end: int


def _pushed(cell: int) -> dict[Push, tuple[int, ...]]:
    """The pushes of a cube on the rim, each with the cells from where it was to where it goes."""
    if len(GRID.neighbours(cell)) == len(ORTHOGONAL):
        return {}
    rays = (GRID.ray(cell, direction) for direction in ORTHOGONAL)
    return {Push(cell, ray[-1]): (cell, *ray) for ray in rays if ray}


PATHS = {push: path for cell in range(len(GRID)) for push, path in _pushed(cell).items()}
"""Every push that can be (2.1, 2.3), with the cells whose cubes it moves."""
RIM = {push.cell for push in PATHS}
_LINES = [itemgetter(*line) for line in GRID.lines(SIZE)]


@dataclass(frozen=True, slots=True)
class State:
    """The signs by cell, who is to move, and since how many turns no blank cube was taken."""

    board: str = BLANK * len(GRID)
    mover: Seat = 0
    idle: int = 0
    winner: Seat | None = None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or it is a draw."""
        return self.winner is not None or self.idle >= MOST_IDLE_TURNS


class Quixo(Game[State, Push]):
    """One round."""

    name = "quixo"
    seats = 2

    def initial(self, first: Seat | None = None) -> State:
        """Blank cubes (1.1)."""
        return State(mover=first or 0)

    def turn(self, state: State) -> Seat | None:
        """The players take turns until it is over."""
        return None if state.is_over else state.mover

    def actions(self, state: State) -> Sequence[Push]:
        """Every push of a blank cube or an own one (2.1)."""
        if state.is_over:
            return []
        takes = BLANK + SIGNS[state.mover]
        return [push for push in PATHS if state.board[push.cell] in takes]

    def refusal(self, state: State, action: Push) -> Reason | None:
        """Why the cube cannot be taken, or not be pushed in there."""
        if state.is_over:
            return because("over", "3.1")
        if action.cell not in RIM:
            return because("inside", "2.1")
        if state.board[action.cell] == SIGNS[1 - state.mover]:
            return because("not_yours", "2.1")
        if action.cell == action.end:
            return because("same_place", "2.3")
        return None if action in PATHS else because("not_an_end", "2.3")

    def apply(self, state: State, action: Push) -> State:
        """The cubes move up to close the gap, and the one taken comes in behind them (2.3)."""
        cubes, path = list(state.board), PATHS[action]
        for cell, following in pairwise(path):
            cubes[cell] = cubes[following]
        cubes[action.end] = SIGNS[state.mover]
        board, idle = "".join(cubes), state.idle + 1
        if state.board[action.cell] == BLANK:
            idle = 0
        return State(board, 1 - state.mover, idle, winner(board, state.mover))

    def outcome(self, state: State) -> Outcome | None:
        """Five in line (3.1, 3.2), or a draw once nothing comes of it (3.3)."""
        if state.winner is None:
            idle = because("idle", "3.3", n=MOST_IDLE_TURNS)
            return drawn(idle) if state.is_over else None
        key, rule = ("given", "3.2") if state.winner == state.mover else ("made", "3.1")
        names = {"seat": f"@seat.{state.winner}", "other": f"@seat.{1 - state.winner}"}
        return win(state.winner, because(key, rule, **names))

    def key(self, state: State) -> Hashable:
        """The cubes and who is to move."""
        return state.board, state.mover


def winner(board: str, pusher: Seat) -> Seat | None:
    """Whose line counts: that of the other player (3.2) before that of who pushed (3.1)."""
    lines = {line(board) for line in _LINES}
    return next((seat for seat in (1 - pusher, pusher) if tuple(SIGNS[seat] * SIZE) in lines), None)
