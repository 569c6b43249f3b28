"""The rules of Starter: three of your signs in a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.game import Game, Outcome, Seat, drawn, win
from ludotheque.core.grid import Grid
from ludotheque.core.reason import Reason, because
from ludotheque.core.spec import Options, option

SIGNS = "xo"
"""The sign of each seat."""
IN_LINE = 3


@dataclass(frozen=True)
class StarterOptions(Options):
    """The size of the board."""

    size: int = option(3, low=3, high=5)


@dataclass(frozen=True, slots=True)
class State:
    """A sign for each cell, a dot for an empty one, and the player to move."""

    board: str
    mover: Seat = 0


class Starter(Game[State, int]):
    """One round; an action is the number of a cell."""

    name = "starter"
    seats = 2

    def __init__(self, options: StarterOptions) -> None:
        self.grid = Grid(options.size, options.size)
        self.lines = self.grid.lines(IN_LINE)

    def initial(self, first: Seat | None = None) -> State:
        """An empty board (1.1)."""
        return State("." * len(self.grid), first or 0)

    def turn(self, state: State) -> Seat | None:
        """The players take turns (2.1); None once the round is over."""
        return state.mover if self.outcome(state) is None else None

    def actions(self, state: State) -> Sequence[int]:
        """Every empty cell (2.1)."""
        if self.outcome(state) is not None:
            return []
        return [cell for cell, sign in enumerate(state.board) if sign == "."]

    def refusal(self, state: State, action: int) -> Reason | None:
        """Why nothing can be written in that cell, or None if it can."""
        if self.outcome(state) is not None:
            return because("over", "3.1")
        return None if state.board[action] == "." else because("taken", "2.1")

    def apply(self, state: State, action: int) -> State:
        """Writes the mover's sign; then it is the other player's turn."""
        board = state.board[:action] + SIGNS[state.mover] + state.board[action + 1 :]
        return State(board, 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        """Three in a line win (3.1); a full board without a line is a draw (3.2)."""
        board = state.board
        for seat, sign in enumerate(SIGNS):
            if any(board[a] == board[b] == board[c] == sign for a, b, c in self.lines):
                return win(seat, because("made", "3.1", seat=f"@seat.{seat}"))
        return None if "." in board else drawn(because("full", "3.2"))
