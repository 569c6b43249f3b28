"""Starter as text: `b2`, and positions such as `..o/.x./x.. 1`."""

from __future__ import annotations

from ludotheque.core.notation import Notation, unread
from ludotheque.starter.rules import SIGNS, Starter, State


class StarterNotation(Notation[State, int]):
    """Cells are letters and numbers from the lower left; rows of a position come from the top."""

    def __init__(self, game: Starter) -> None:
        self.game = game

    def write_action(self, action: int) -> str:
        """The cell."""
        return self.game.grid.names[action]

    def read_action(self, text: str) -> int:
        """The cell."""
        cell = self.game.grid.find(text.strip().lower())
        return unread("unread", text) if cell is None else cell

    def write_state(self, state: State) -> str:
        """The rows, and who is to move."""
        return f"{self.game.grid.write(state.board)} {state.mover}"

    def read_state(self, text: str) -> State:
        """A position that play can lead to: the mover has as many signs, or one fewer."""
        rows, *mover = text.split() or [""]
        board = self.game.grid.read(rows, f".{SIGNS}")
        if board is None or mover not in (["0"], ["1"]):
            return unread("unread_state", text)
        state = State(board, int(mover[0]))
        behind = board.count(SIGNS[1 - state.mover]) - board.count(SIGNS[state.mover])
        end = self.game.outcome(state)
        lost = end is not None and end.winners == (state.mover,)
        return unread("unread_state", text) if behind not in (0, 1) or lost else state
