"""Quixo as text: `c1>a1`, and positions such as `xo..x/…/x.o.. 0 3`."""

from __future__ import annotations

import re

from ludotheque.core.notation import Notation, read_number, unread
from ludotheque_quixo.rules import BLANK, GRID, MOST_IDLE_TURNS, SIGNS, Push, State, winner

_STATE = re.compile(r"(\S+) ([01]) (\d+)")


class QuixoNotation(Notation[State, Push]):
    """Cells are letters and numbers from the lower left; rows of a position come from the top."""

    def write_action(self, action: Push) -> str:
        """Where the cube is taken, and where it is pushed in."""
        return f"{GRID.names[action.cell]}>{GRID.names[action.end]}"

    def read_action(self, text: str) -> Push:
        """Two cells with `>` between them."""
        cell, end = map(GRID.find, text.strip().lower().partition(">")[::2])
        return unread("unread", text) if cell is None or end is None else Push(cell, end)

    def write_state(self, state: State) -> str:
        """The rows, who is to move, for how many turns no blank cube was taken."""
        return f"{GRID.write(state.board)} {state.mover} {state.idle}"

    def read_state(self, text: str) -> State:
        """A position in which both have turned a cube before one was taken again."""
        match = _STATE.fullmatch(" ".join(text.split()))
        board = GRID.read(match[1], BLANK + SIGNS) if match else None
        if match is None or board is None:
            return unread("unread_state", text)
        mover, idle = int(match[2]), read_number(match[3], "unread_state", 0, MOST_IDLE_TURNS)
        if idle and not set(SIGNS) <= set(board):
            return unread("unread_state", text)
        return State(board, mover, idle, winner(board, 1 - mover))
