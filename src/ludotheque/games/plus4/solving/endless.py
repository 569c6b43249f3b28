"""Solves the endless grid score after score, and keeps what it finds."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cached_property

import numpy as np

from ludotheque.core.solver import Progress
from ludotheque.games.plus4.solving.file import Bytes, Table, pairs, record_of
from ludotheque.games.plus4.solving.numbering import Blocks, Plan, plan
from ludotheque.games.plus4.solving.paths import distances_file
from ludotheque.games.plus4.solving.retrograde import (
    DRAW,
    LOSS,
    MOST_LEVELS,
    WIN,
    Layer,
)
from ludotheque.games.plus4.solving.stage import Stage
from ludotheque.games.plus4.solving.sweeper import Sweeper, packed, verdict_of
from ludotheque.kernels.storing import alone, write_whole

Needs = tuple[int, int]
FORM = (True, True, False)


class Endless:
    """The table of one target, which holds those of all smaller ones."""

    def __init__(self, found: Blocks, target: int, table: Table) -> None:
        """Takes the numbering, the target and the table to read and to go on with."""
        self.blocks = found
        self.target = target
        self.table = table
        self.positions = int(found.base[-1])
        self.sweeper: Callable[[Plan], Sweeper] = Sweeper
        self._distances: dict[Needs, Bytes] = {}

    @property
    def solved(self) -> bool:
        """Whether all scores are there, and the distances at the first."""
        last = distances_file(self.target, self.target)
        return last.exists() and self.table.records() >= self.target**2

    def solve(self, progress: Progress | None = None) -> None:
        """Goes on where the last run stopped; keeps the distances at the first score."""
        with alone(self.table.file):
            sweeper = self.sweeper(plan(self.blocks, *FORM))
            todo = pairs(self.target)
            for number, needs in enumerate(todo):
                told = _within(progress, number, len(todo))
                exact = needs == (self.target, self.target)
                if record_of(*needs) >= self.table.records() or (exact and self._lacks(needs)):
                    self._solve(sweeper, needs, exact, told)
            if progress:
                progress(1.0)

    def _lacks(self, needs: Needs) -> bool:
        return not distances_file(*needs).exists()

    def _solve(self, sweeper: Sweeper, needs: Needs, exact: bool, told: Progress | None) -> None:
        """Solves both sides to move at one score, and keeps them."""
        layer = self.layer(needs, exact)
        sweeper.solve(layer, endless_worth(needs), told)
        if record_of(*needs) >= self.table.records():
            self.table.append(record_of(*needs), *map(packed, layer.worth))
        if exact:
            for role, own_needs in enumerate(roles(needs)):
                keep_distances(own_needs, layer.level[role])

    def layer(self, needs: Needs, exact: bool) -> Layer:
        """What that score is solved with: nothing known yet but the scores above."""
        sides = roles(needs)
        worth = np.zeros((len(sides), self.positions), np.uint8)
        room = self.positions if exact else 0
        level = np.full((len(sides), room), MOST_LEVELS, np.uint8)
        exits = np.array([self.exits(side) for side in sides], np.int64)
        return Layer(worth, level, exits, self.table.opened())

    def stage(self, needs: Needs) -> Stage:
        """A solved score, the greater need first."""
        sides = roles(needs)
        return Stage(
            self.opened,
            tuple(self.table.start(record_of(*side)) for side in sides),
            np.array([self.exits(side) for side in sides], np.int64),
            endless_worth(needs),
            FORM,
        )

    @cached_property
    def opened(self) -> Bytes:
        """The table as it is when first looked at."""
        return self.table.opened()

    def distance(self, needs: Needs, number: int) -> int | None:
        """The distance of a position when mover and other need that many, if it is kept."""
        kept = self.distances(needs)
        return int(kept[number]) if kept.size else None

    def distances(self, needs: Needs) -> Bytes:
        """All distances when mover and other need that many; empty if they are not kept."""
        file = distances_file(*needs)
        if needs not in self._distances:
            kept = np.memmap(file, np.uint8, "r") if file.exists() else np.zeros(0, np.uint8)
            self._distances[needs] = kept[: self.positions]
        return self._distances[needs]

    def exits(self, needs: Needs) -> list[int]:
        """Where each pair of points leads when the mover and the other need that many."""
        return [self._exit(needs[0] - (gain >> 4), needs[1] - (gain & 15)) for gain in range(256)]

    def _exit(self, own: int, other: int) -> int:
        """The end by points (4.5, 4.6), or the score at which the other is to move."""
        if own <= 0 or other <= 0:
            return -verdict_of(-own, -other)
        return self.table.start(record_of(other, own))


def roles(needs: Needs) -> list[Needs]:
    """Who may be to move at that score, as needs of mover and other; one if both are alike."""
    return [needs] if needs[0] == needs[1] else [needs, needs[::-1]]


def endless_worth(needs: Needs) -> tuple[int, ...]:
    """What endless play is worth to each role: the higher score wins (4.7)."""
    return (DRAW,) if needs[0] == needs[1] else (LOSS, WIN)


def keep_distances(needs: Needs, level: Bytes) -> None:
    """Writes the distances at one score: a byte a position, then a CRC-32."""
    data = level.tobytes()
    write_whole(distances_file(*needs), data, zlib.crc32(data).to_bytes(4, "little"))


def _within(progress: Progress | None, number: int, many: int) -> Progress | None:
    """The part of one score as a part of all: those of one need are half as much work."""
    if progress is None:
        return None
    return lambda part: progress((number + part) / many)
