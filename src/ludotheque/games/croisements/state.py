"""The actions and the positions of Croisements."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from ludotheque.core.game import Seat
from ludotheque.core.repetition import Past, past_with
from ludotheque.games.croisements.board import COLUMNS, ROWS, Crossing, Square

PAWNS = 3
GOAL = 3
Side = int
RED, GREEN = 0, 1
Pawns = tuple[tuple[Square, ...], tuple[Square, ...]]
Position = tuple[Pawns, Side]


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance: the next place of Red's half gets this strip, counted from 1."""

    strip: int


@dataclass(frozen=True, slots=True)
class Place:
    """A pawn is placed on a square of its player's first row."""

    square: Square


@dataclass(frozen=True, slots=True)
class Announce:
    """A word for a crossing; `lost` says that the word is not in the list, so the turn is lost.

    Other players are not shown a lost word: in their records `word` is empty. `parts` are the parts
    of the word as it was typed; they are dropped once the word list has decided.
    """

    crossing: Crossing
    word: str
    lost: bool = False
    parts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a move."""


Action = Lay | Place | Announce | Pass


@dataclass(frozen=True, slots=True)
class State:
    """Who is Red, the strips laid, each side's pawns, turns in a row without a move, all turns.

    `once` and `twice` are the past positions, by how often they occurred; `used` are the words that
    must not be repeated.
    """

    red: Seat = 0
    strips: tuple[int, ...] = ()
    pawns: Pawns = ((), ())
    idle: int = 0
    turns: int = 0
    once: Set[Position] = frozenset()
    twice: Set[Position] = frozenset()
    used: frozenset[str] = frozenset()

    @property
    def placed(self) -> int:
        """How many pawns stand on the board."""
        return len(self.pawns[RED]) + len(self.pawns[GREEN])

    @property
    def side(self) -> Side:
        """The side to move: they place and play in turn, Red first (1.4, 1.5)."""
        return (self.placed + self.turns) % 2

    @property
    def position(self) -> Position:
        """What repetition compares: the pawns and the player to move (4.5)."""
        return self.pawns, self.side

    @property
    def fresh(self) -> bool:
        """Whether the position counts as a new occurrence; not after a second idle turn (4.5)."""
        return self.idle <= 1

    def seat(self, side: Side) -> Seat:
        """The seat that plays that side."""
        return self.red if side == RED else 1 - self.red


def first_row(side: Side) -> int:
    """The row next to that player."""
    return 0 if side == RED else ROWS - 1


def free_first_row(state: State) -> list[Square]:
    """The squares where the player to move may place a pawn (1.4)."""
    row = [Square(column, first_row(state.side)) for column in range(COLUMNS)]
    return [square for square in row if square not in state.pawns[state.side]]


def worth(square: Square, side: Side) -> int:
    """What a pawn of that side scores there: 3 on the last row, then 2, then 1 (5.2)."""
    return max(0, GOAL - abs(first_row(1 - side) - square.row))


def goal_of(square: Square) -> tuple[Side, int] | None:
    """The side whose pawns score on a square, and how much; None outside the goals."""
    for side in (RED, GREEN):
        if worth(square, side):
            return side, worth(square, side)
    return None


def score(state: State, side: Side) -> int:
    """The points of a side as its pawns stand."""
    return sum(worth(pawn, side) for pawn in state.pawns[side])


def points_of(state: State) -> tuple[int, ...]:
    """The points of each seat as the pawns stand."""
    return tuple(score(state, RED if seat == state.red else GREEN) for seat in (0, 1))


def arrived(state: State, side: Side) -> bool:
    """Whether all three pawns stand in the opponent's first three rows (4.1)."""
    pawns = state.pawns[side]
    return len(pawns) == PAWNS and all(worth(pawn, side) for pawn in pawns)


def with_pawns(state: State, own: Sequence[Square]) -> Pawns:
    """All pawns, with those of the player to move on these squares."""
    mine, theirs = tuple(sorted(own)), state.pawns[1 - state.side]
    return (mine, theirs) if state.side == RED else (theirs, mine)


def past_of(state: State) -> Past[Position]:
    """The past positions, with the current one if it counts as a new occurrence."""
    if not state.fresh:
        return state.once, state.twice
    return past_with(state.position, state.once, state.twice)
