"""Hex as text: `c4` or `swap`, and positions such as `…/..r../.b... 0 0`."""

from __future__ import annotations

from ludotheque.core.game import Seat
from ludotheque.core.notation import Notation, unread
from ludotheque_hex.rules import STONES, SWAP, Hex, State


class HexNotation(Notation[State, int]):
    """Cells are letters and numbers from the lower left; rows of a position come from the top."""

    def __init__(self, game: Hex) -> None:
        """Knows the cells of that board."""
        self.game = game
        self.grid = game.grid

    def write_action(self, action: int) -> str:
        """The cell, or `swap`."""
        return "swap" if action == SWAP else self.grid.names[action]

    def read_action(self, text: str) -> int:
        """The cell, or `swap`."""
        name = text.strip().lower()
        cell = SWAP if name == "swap" else self.grid.find(name)
        return unread("unread", text) if cell is None else cell

    def write_state(self, state: State) -> str:
        """The rows, who is to move, who began."""
        return f"{self.grid.write(state.board)} {state.mover} {state.first}"

    def read_state(self, text: str) -> State:
        """A position that play can lead to."""
        rows, *seats = text.split() or [""]
        board = self.grid.read(rows, f".{STONES}")
        if board is None or seats not in (["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]):
            return unread("unread_state", text)
        mover, first = map(int, seats)
        if self.game.joined(board, mover) or not self._in_turn(board, mover, first):
            return unread("unread_state", text)
        return State(board, mover, first, self.game.joined(board, 1 - mover))

    def _in_turn(self, board: str, mover: Seat, first: Seat) -> bool:
        """Whether stones were placed in turn, the first perhaps taken over by the other."""
        ahead = board.count(STONES[first]) - board.count(STONES[1 - first])
        swapped = self.game.options.swap and set(board) != {"."}
        return ahead == (mover != first) or (swapped and -ahead == (mover == first))
