"""A stage: one score of the endless grid, or one round of a match, with all its positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.kernel import Form
from ludotheque.games.plus4.solving.mode import DRAW, LOSS, MOST_LEVELS, WIN
from ludotheque.games.plus4.solving.numbering import NONE, Blocks
from ludotheque.games.plus4.solving.retrograde import unpack_values, value_in


class Stage(NamedTuple):
    """The values of all positions, where those of each role begin, and how they were solved."""

    blocks: Blocks
    values: NDArray[np.uint8]  # four positions a byte
    starts: NDArray[np.int64]  # by role
    exits: NDArray[np.int64]  # see `Layer`
    endless: NDArray[np.int64]  # by role: what endless play is worth
    form: Form

    def value(self, role: int, number: int) -> int:
        """What the position is worth to the player to move, who has that role."""
        return int(value_in(self.values, self.starts[role], number))


def census(stage: Stage) -> dict[str, int]:
    """How many positions are won, lost and drawn for the first role, mirror images included."""
    blocks = stage.blocks
    worth = np.zeros(int(blocks.base[-1]), np.uint8)
    unpack_values(stage.values, stage.starts[0], worth, np.array([0, worth.size]))
    digits = [blocks.heights // 5**place % 5 for place in range(4)]
    alike = (digits[0] == digits[3]) & (digits[1] == digits[2])
    alone = alike & (blocks.own_bonus == NONE) & (blocks.other_bonus == NONE)
    times = np.repeat(np.where(alone, 1, 2).astype(np.uint8), 1 << blocks.bits)
    counts = np.bincount(worth[times == 1], minlength=4) + 2 * np.bincount(
        worth[times == 2], minlength=4
    )
    return {"win": int(counts[WIN]), "loss": int(counts[LOSS]), "draw": int(counts[DRAW])}


def farthest(distances: NDArray[np.uint8]) -> int:
    """The greatest distance of any position that has one."""
    return int(np.max(distances, where=distances < MOST_LEVELS, initial=0))
