"""Runs the sweeps of `retrograde`: unit after unit, on every core."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.solver import Progress
from ludotheque.games.plus4.solving.mode import DRAW, LOSS, MOST_LEVELS, WIN
from ludotheque.games.plus4.solving.numbering import Plan, Range, units
from ludotheque.games.plus4.solving.retrograde import Layer, pack_values, settle, sweep

# More pieces than cores, so that no core waits long for the last piece.
_PIECES_PER_CORE = 4


class Sweeper:
    """Solves layers over one plan."""

    def __init__(self, plan: Plan, cores: int | None = None) -> None:
        """Uses that many cores, by default all."""
        self.plan = plan
        self.units = units(plan.blocks)
        self.cores = cores or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.cores)

    def solve(self, layer: Layer, endless: tuple[int, ...], progress: Progress | None) -> None:
        """Solves every position; `endless` is what endless play is worth to each role."""
        done, farthest = 0, 0
        for unit in self.units:
            farthest = self.solve_blocks(layer, endless, unit, farthest)
            done += int(self.plan.blocks.base[unit[1]] - self.plan.blocks.base[unit[0]])
            if progress:
                progress(done / int(self.plan.blocks.base[-1]))

    def solve_blocks(
        self, layer: Layer, endless: tuple[int, ...], blocks: Range, farthest: int = 0
    ) -> int:
        """Solves some blocks; all other blocks that they lead to must be solved.

        Takes and returns the greatest distance so far: up to there, fuller grids still matter.
        """
        farthest = self._sweep_until_still(layer, blocks, (0,) * len(endless), farthest)
        if DRAW not in endless:
            saving = tuple(2 if worth == WIN else 1 for worth in endless)
            farthest = self._sweep_until_still(layer, blocks, saving, farthest)
        first, last = (int(self.plan.blocks.base[block]) for block in blocks)
        for role, worth in enumerate(endless):
            self.settle(layer, (first, last), role, worth)
        return farthest

    def settle(self, layer: Layer, numbers: Range, role: int, worth: int) -> None:
        """Gives the positions of a range that are still open the value of endless play."""
        settle(layer, np.array(numbers), role, worth)

    def _sweep_until_still(
        self, layer: Layer, blocks: Range, saving: tuple[int, ...], farthest: int
    ) -> int:
        pieces = list(self._pieces(blocks))
        exact = layer.level.size > 0
        level = int(exact)
        while self._sweep(layer, pieces, saving, level) or (exact and level <= farthest):
            level += exact
            if level == MOST_LEVELS:
                raise OverflowError("a distance beyond what a byte holds")
        return max(farthest, level - 1)

    def _sweep(self, layer: Layer, pieces: list[Range], saving: tuple[int, ...], level: int) -> int:
        """Sweeps all roles over all pieces once; returns how many positions were decided."""
        jobs = [
            self.pool.submit(sweep, self.plan, layer, np.array(piece), role, saves, level)
            for role, saves in enumerate(saving)
            for piece in pieces
        ]
        return sum(job.result() for job in jobs)

    def _pieces(self, blocks: Range) -> Iterator[Range]:
        """Splits the blocks into pieces of about the same number of positions."""
        base = self.plan.blocks.base
        first, last = blocks
        share = max(1, int(base[last] - base[first]) // (_PIECES_PER_CORE * self.cores))
        while first < last:
            end = int(np.searchsorted(base, base[first] + share))
            end = min(max(end, first + 1), last)
            yield first, end
            first = end


def verdict_of(own: int, other: int) -> int:
    """The value of an end for the other player, from the points of mover and other."""
    return LOSS if own > other else WIN if own < other else DRAW


def packed(worth: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The values packed four to a byte, read-only as those of a file are."""
    values = np.zeros(-(-worth.size // 4), np.uint8)
    pack_values(worth, values)
    values.flags.writeable = False
    return values
