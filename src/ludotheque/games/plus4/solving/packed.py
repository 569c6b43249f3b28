"""What the modes that are solved with kernels share: packed positions, in stages of values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from ludotheque.games.plus4.kernel import pack
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import SIZE, Columns, Push
from ludotheque.games.plus4.solving.file import Bytes
from ludotheque.games.plus4.solving.forcing import Force, forced
from ludotheque.games.plus4.solving.gpu import GpuSweeper, graphics_card
from ludotheque.games.plus4.solving.mode import MOST_LEVELS, Ended, MatchState, Spot, board_of
from ludotheque.games.plus4.solving.numbering import Blocks, Plan, all_blocks, number_of
from ludotheque.games.plus4.solving.stage import Stage
from ludotheque.games.plus4.solving.sweeper import Sweeper


class PackedMode(ABC):
    """What all modes share: packed positions, in stages that hold all their values."""

    until = "points"
    bonus = True

    def __init__(self, options: Plus4Options) -> None:
        self.options = options
        self.sweeper: Callable[[Plan], Sweeper] = Sweeper

    def use_gpu(self) -> None:
        """Solves on the card from now on; the elementary game takes under a second without it."""
        graphics_card()
        self.sweeper = GpuSweeper

    @cached_property
    def blocks(self) -> Blocks:
        """The numbering of positions."""
        return all_blocks(self.bonus)

    @cached_property
    def positions(self) -> int:
        """How many positions are numbered."""
        return int(self.blocks.base[-1])

    @abstractmethod
    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The stage of the round being played, and in it the role of the player to move."""

    def spot(self, match: MatchState) -> Spot:
        """The position of the round that is being played."""
        return Spot(*self.stage(match), pack(*board_of(match).position))

    def beside(self, spot: Spot, columns: Columns, mover: int, same: bool) -> Spot:
        """Another position of that stage; `same` says whether the same player is to move."""
        return Spot(spot.stage, spot.role if same else other_role(spot), pack(columns, mover))

    def value(self, spot: Spot) -> int:
        """The value for the player to move, as if there were no past."""
        return int(spot.stage.value(spot.role, self.number(spot)))

    def distances(self, match: MatchState) -> Bytes:
        """The plies to the end or the next points, of all positions; empty if none are stored."""
        del match
        return np.zeros(0, np.uint8)

    def measured(self, match: MatchState) -> bool:
        """Whether distances are stored for the stage of this position."""
        return self.distances(match).size > 0

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """The distance of the position; None if there is none, or none is stored."""
        stored = self.distances(match)
        level = int(stored[self.number(spot)]) if stored.size else MOST_LEVELS
        return None if level == MOST_LEVELS else level

    def endless(self, spot: Spot) -> int:
        """What endless play is worth to the player to move."""
        return int(spot.stage.endless[spot.role])

    def number(self, spot: Spot) -> int:
        """The number of the position."""
        return int(number_of(self.blocks, spot.position))

    def forced(self, spot: Spot, ended: Sequence[Ended]) -> int:
        """The value for the player to move, given the ended positions."""
        values = self.value(spot), self.endless(spot)
        return forced(spot.stage, spot.role, spot.position, values, ended)

    def levels(
        self, spot: Spot, ask: int, forcing: bool, ended: Sequence[Ended]
    ) -> Callable[[Push], int]:
        """Returns a function of a push: the plies until the gain `ask` is certain, or `FAR`."""
        role = spot.role if forcing else other_role(spot)
        force = Force(spot.stage, role, ask, spot.position, forcing, ended)
        return lambda push: force.level_after(push.column + SIZE * push.bonus)


def other_role(spot: Spot) -> int:
    """The role of the player who is not to move."""
    return len(spot.stage.starts) - 1 - spot.role
