"""What the solver needs of a mode of Plus 4: values of positions, and what can be forced."""

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
    """A position in the form of its mode, its stage, and the role of the player to move."""

    stage: Any
    role: int
    position: Any


class Mode(Protocol):
    """The solution of one mode: read from its files, or solved where something is missing."""

    until: str

    @property
    def solved(self) -> bool:
        """Whether everything is stored, so that answers come at once."""

    def prepare(self, progress: Progress | None) -> None:
        """Solves and stores what is missing."""

    def use_gpu(self) -> None:
        """Solves on the graphics card from now on, if that pays; raises `Unsolvable` without it."""

    def spot(self, match: MatchState) -> Spot:
        """The position of the round that is being played."""

    def beside(self, spot: Spot, columns: Columns, mover: int, same: bool) -> Spot:
        """Another position of that stage; `same` says whether the same player is to move."""

    def value(self, spot: Spot) -> int:
        """The value for the player to move, as if there were no past."""

    def endless(self, spot: Spot) -> int:
        """What endless play is worth to the player to move."""

    def forced(self, spot: Spot, ended: Sequence[Ended]) -> int:
        """The value for the player to move, given the ended positions."""

    def levels(
        self, spot: Spot, ask: int, forcing: bool, ended: Sequence[Ended]
    ) -> Callable[[Push], int]:
        """Returns a function of a push: the plies until the gain `ask` is certain, or `FAR`.

        `forcing` says whether the side that asks for the gain is to move.
        """

    def measured(self, match: MatchState) -> bool:
        """Whether distances are stored for the stage of this position."""

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """The stored distance of the position, or None."""

    def facts(self) -> tuple[Reason, ...]:
        """Sentences about the game as a whole."""


def board_of(match: MatchState) -> State:
    """The round that is being played."""
    assert match.round is not None
    return match.round
