"""Starter as text: `b2`, and positions such as `..o/.x./x.. 1`."""

from __future__ import annotations

from ludotheque.core.notation import Notation, unread
from ludotheque.starter.rules import SIGNS, Starter, State


class StarterNotation(Notation[State, int]):
    """Names cells by letter and number from the lower left; writes rows from the top down."""

    def __init__(self, game: Starter) -> None:
        self.game = game

    def write_action(self, action: int) -> str:
        """The name of the cell."""
        return self.game.grid.names[action]

    def read_action(self, text: str) -> int:
        """The cell of that name; refuses a name that no cell has."""
        cell = self.game.grid.find(text.strip().lower())
        return unread("unread", text) if cell is None else cell

    def write_state(self, state: State) -> str:
        """The rows, then the player to move."""
        return f"{self.game.grid.write(state.board)} {state.mover}"

    def read_state(self, text: str) -> State:
        """The position; refuses wrong numbers of signs, and a line of the player to move."""
        rows, *mover = text.split() or [""]
        board = self.game.grid.read(rows, f".{SIGNS}")
        if board is None or mover not in (["0"], ["1"]):
            return unread("unread_state", text)
        state = State(board, int(mover[0]))
        behind = board.count(SIGNS[1 - state.mover]) - board.count(SIGNS[state.mover])
        end = self.game.outcome(state)
        lost = end is not None and end.winners == (state.mover,)
        return unread("unread_state", text) if behind not in (0, 1) or lost else state
