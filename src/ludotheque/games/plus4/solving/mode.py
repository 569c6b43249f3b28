"""What the solver asks of a mode of Plus 4: the worth of positions, and what can be forced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from ludotheque.core.reason import Reason
from ludotheque.core.series import SeriesState
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.rules import Columns, Push, State

OPEN, WIN, LOSS, DRAW, OVER = 0, 1, 2, 3, 4
"""What a position is worth to the player to move; OVER: the game has ended there."""
GAIN_OF = {LOSS: 0, DRAW: 1, WIN: 2}
MOST_LEVELS = 255  # what a byte holds; stands for "no distance"
FAR = 1 << 14  # beyond every level; fits 16 bits

MatchState = SeriesState[State]
Ended = tuple[Any, bool]
"""A position that ends the round when it comes back, and whether its mover is to move now."""


class Spot(NamedTuple):
    """A position as its mode writes it, in its stage, and the role of the player to move."""

    stage: Any
    role: int
    position: Any


class Mode(Protocol):
    """The solution of one mode: read from its files, or solved where something is missing."""

    until: str

    @property
    def solved(self) -> bool:
        """Whether everything is stored, so that answers come at once."""
        ...

    def prepare(self, progress: Progress | None) -> None:
        """Solves and stores what is missing."""
        ...

    def use_gpu(self) -> None:
        """Solves on the graphics card from now on, if it is worth it."""
        ...

    def spot(self, match: MatchState) -> Spot:
        """Where the round that is being played stands."""
        ...

    def beside(self, spot: Spot, columns: Columns, mover: int, same: bool) -> Spot:
        """Another position of that stage; `same`: the player to move there moves now too."""
        ...

    def value(self, spot: Spot) -> int:
        """What it is worth to the player to move, as if there were no past."""
        ...

    def endless(self, spot: Spot) -> int:
        """What endless play is worth to the player to move."""
        ...

    def forced(self, spot: Spot, ended: Sequence[Ended]) -> int:
        """What it is worth where some positions are ended."""
        ...

    def levels(
        self, spot: Spot, ask: int, forcing: bool, ended: Sequence[Ended]
    ) -> Callable[[Push], int]:
        """How many plies after a push the side that asks for a gain has it for certain, or `FAR`.

        `forcing`: that side is to move.
        """
        ...

    def measured(self, match: MatchState) -> bool:
        """Whether distances are stored for the stage of this position."""
        ...

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """The stored distance of the position, if it has one."""
        ...

    def facts(self) -> tuple[Reason, ...]:
        """Sentences about the game as a whole."""
        ...


def board_of(match: MatchState) -> State:
    """The round that is being played."""
    assert match.round is not None
    return match.round
