"""One score, or one round of a match: what a position at it is worth, and how to get there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.kernel import Packed
from ludotheque.games.plus4.numbering import NONE, Blocks, Range, block_of, number_of, plan
from ludotheque.games.plus4.retrograde import (
    DRAW,
    LOSS,
    MOST_LEVELS,
    OPEN,
    WIN,
    Layer,
    unpack_values,
    value_in,
)
from ludotheque.games.plus4.solving import Sweeper

Form = tuple[bool, bool, bool]
"""Whether there are bonus pawns, fresh ones count twice, lines count once: see `kernel.scored`."""

Place = tuple[int, int]
"""A role and the number of a position."""


class Stage(NamedTuple):
    """Where the values of each role are kept, and what they were solved with."""

    name: str
    kept: NDArray[np.uint8]
    starts: tuple[int, ...]
    exits: NDArray[np.int64]
    endless: tuple[int, ...]
    form: Form

    def value(self, role: int, number: int) -> int:
        """What the position is worth to the player to move, that role's."""
        return int(value_in(self.kept, self.starts[role], number))


class Ranks:
    """How near each position of one grid's heights is to what its better side plays for.

    Values alone do not say how to bring a win about. The positions with the same heights are
    solved again, by levels, up to the next pawn, points or end; `ended` are positions whose next
    coming would end the game by repetition, and that count as endless play does.
    """

    def __init__(
        self, found: Blocks, stage: Stage, heights: Range, ended: frozenset[Place]
    ) -> None:
        """Solves those positions; it takes about a second where the grid is full."""
        many = int(found.base[-1])
        first, last = (int(found.base[block]) for block in heights)
        self.layer = Layer(
            np.zeros((len(stage.starts), many), np.uint8),
            np.zeros((len(stage.starts), many), np.uint8),
            stage.exits,
            stage.kept,
        )
        steps = plan(found, *stage.form, only=heights)
        reached = np.unique(steps.start[heights[0] : heights[1]])
        for role, start in enumerate(stage.starts):
            for block in np.searchsorted(found.base, reached[reached >= 0]):
                ends = found.base[block : block + 2]
                unpack_values(stage.kept, start, self.layer.worth[role], ends)
        self.layer.worth[:, first:last] = OPEN
        self.layer.level[:, first:last] = MOST_LEVELS
        for role, number in ended:
            self.layer.worth[role, number] = stage.endless[role]
        Sweeper(steps).solve_blocks(self.layer, stage.endless, heights)

    def value(self, place: Place) -> int:
        """What the position is worth if what has ended stays ended."""
        return int(self.layer.worth[place])

    def level(self, place: Place) -> int:
        """How many plies it is away; MOST_LEVELS where endless play is good enough."""
        return int(self.layer.level[place])


class Stages:
    """Numbers positions, and remembers the ranks last asked for."""

    def __init__(self, found: Blocks) -> None:
        """Takes the numbering."""
        self.blocks = found
        self.ranks = lru_cache(maxsize=16)(self._ranks)
        self._known: dict[str, Stage] = {}

    def number(self, position: Packed) -> int:
        """The number of a position."""
        return int(number_of(self.blocks, position))

    def ranks_at(self, stage: Stage, position: Packed, ended: Iterable[Place]) -> Ranks:
        """The ranks of all positions with the heights of this one."""
        self._known[stage.name] = stage
        return self.ranks(stage.name, self._heights(position), frozenset(ended))

    def _ranks(self, name: str, heights: Range, ended: frozenset[Place]) -> Ranks:
        return Ranks(self.blocks, self._known[name], heights, ended)

    def _heights(self, position: Packed) -> Range:
        """The blocks with the same heights of the columns, or their images in the mirror."""
        block = int(block_of(self.blocks, position))
        code = self.blocks.heights[block if block >= 0 else ~block]
        same = np.flatnonzero(self.blocks.heights == code)
        return int(same[0]), int(same[-1]) + 1


def census(found: Blocks, stage: Stage, role: int = 0) -> dict[str, int]:
    """How many positions are won, lost and drawn for that role to move, images included."""
    worth = np.zeros(int(found.base[-1]), np.uint8)
    unpack_values(stage.kept, stage.starts[role], worth, np.array([0, worth.size]))
    digits = [found.heights // 5**place % 5 for place in range(4)]
    alike = (digits[0] == digits[3]) & (digits[1] == digits[2])
    alone = alike & (found.own_bonus == NONE) & (found.other_bonus == NONE)
    times = np.repeat(np.where(alone, 1, 2).astype(np.uint8), 1 << found.bits)
    counts = np.bincount(worth[times == 1], minlength=4) + 2 * np.bincount(
        worth[times == 2], minlength=4
    )
    return {"win": int(counts[WIN]), "loss": int(counts[LOSS]), "draw": int(counts[DRAW])}


def farthest(level: NDArray[np.uint8]) -> int:
    """The greatest distance there is."""
    return int(np.max(level, where=level < MOST_LEVELS, initial=0))
