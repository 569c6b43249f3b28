"""The rules of Hex: join your two sides of the board by a chain of stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.game import Game, Outcome, Seat, win
from ludotheque.core.grid import HEXAGONAL, Grid
from ludotheque.core.reason import Reason, because
from ludotheque.core.spec import Options, option

STONES = "rb"
"""The stones of the seats: the first joins top and bottom, the second left and right."""
SWAP = -1
"""The action that takes over the first stone; any other action is a cell."""


@dataclass(frozen=True)
class HexOptions(Options):
    """How large the board is, and whether the first stone can be taken over."""

    size: int = option(7, low=3, high=13)
    swap: bool = option(True)


@dataclass(frozen=True, slots=True)
class State:
    """The stones by cell, a dot where there is none; who is to move, who began, and the end."""

    board: str
    mover: Seat = 0
    first: Seat = 0
    won: bool = False
    """Whether the player who moved last has joined both sides."""


class Hex(Game[State, int]):
    """One round."""

    name = "hex"
    seats = 2

    def __init__(self, options: HexOptions) -> None:
        """Knows which cells touch, and which are goals."""
        self.options = options
        self.grid = grid = Grid(options.size, options.size)
        cells = range(len(grid))
        self._beside = [grid.neighbours(cell, HEXAGONAL) for cell in cells]
        ends = 0, options.size - 1
        self.sides = [
            [[cell for cell in cells if grid.place(cell)[axis] == end] for end in ends]
            for axis in (1, 0)
        ]

    def initial(self, first: Seat | None = None) -> State:
        """An empty board (1.1)."""
        return State("." * len(self.grid), first or 0, first or 0)

    def turn(self, state: State) -> Seat | None:
        """The players take turns (2.1) until one has a chain."""
        return None if state.won else state.mover

    def actions(self, state: State) -> Sequence[int]:
        """Every empty cell (2.1), and taking over the first stone (2.3)."""
        if state.won:
            return []
        cells = [cell for cell, sign in enumerate(state.board) if sign == "."]
        return [*cells, SWAP] if self.may_swap(state) else cells

    def refusal(self, state: State, action: int) -> Reason | None:
        """Why no stone can be placed there."""
        if state.won:
            return because("over", "3.1")
        if action == SWAP:
            return None if self.may_swap(state) else because("no_swap", "2.3")
        return None if state.board[action] == "." else because("taken", "2.1")

    def may_swap(self, state: State) -> bool:
        """Only the first stone, and only in the answer to it (2.3)."""
        stones = len(state.board) - state.board.count(".")
        return self.options.swap and stones == 1 and state.mover != state.first

    def first_stone(self, state: State) -> int:
        """Where it lies."""
        return state.board.index(STONES[state.first])

    def mirrored(self, cell: int) -> int:
        """The cell that means to one player what this one means to the other."""
        column, row = self.grid.place(cell)
        return column * self.grid.columns + row

    def apply(self, state: State, action: int) -> State:
        """A stone more, or the first one, mirrored, in the other colour (2.3)."""
        board, cell = state.board, action
        if action == SWAP:
            board, cell = "." * len(board), self.mirrored(self.first_stone(state))
        board = board[:cell] + STONES[state.mover] + board[cell + 1 :]
        return State(board, 1 - state.mover, state.first, self.joined(board, state.mover))

    def outcome(self, state: State) -> Outcome | None:
        """Whoever joins both own sides wins (3.1)."""
        winner = 1 - state.mover
        reason = because("joined", "3.1", seat=f"@seat.{winner}")
        return win(winner, reason) if state.won else None

    def joined(self, board: str, seat: Seat) -> bool:
        """Whether a chain of that seat's stones joins its two sides."""
        start, goal = self.sides[seat]
        return not self.reached(board, STONES[seat], start).isdisjoint(goal)

    def chain(self, board: str, seat: Seat) -> set[int]:
        """The stones that join both sides."""
        start, goal = (self.reached(board, STONES[seat], side) for side in self.sides[seat])
        return start & goal

    def reached(self, board: str, stone: str, side: Sequence[int]) -> set[int]:
        """The cells with such stones that hang together with a side."""
        found = {cell for cell in side if board[cell] == stone}
        ahead = list(found)
        while ahead:
            near = [cell for cell in self._beside[ahead.pop()] if board[cell] == stone]
            ahead += [cell for cell in near if cell not in found]
            found.update(near)
        return found
