"""Solves the endless grid score after score, and stores what it finds."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.kernel import Form
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.solving.file import Bytes, EndlessFile, pairs, record_of, with_crc
from ludotheque.games.plus4.solving.mode import (
    DRAW,
    LOSS,
    MOST_LEVELS,
    WIN,
    MatchState,
    board_of,
)
from ludotheque.games.plus4.solving.numbering import plan
from ludotheque.games.plus4.solving.packed import PackedMode
from ludotheque.games.plus4.solving.paths import distances_file
from ludotheque.games.plus4.solving.retrograde import Layer
from ludotheque.games.plus4.solving.stage import Stage, census, farthest
from ludotheque.games.plus4.solving.sweeper import Sweeper, packed, verdict_of
from ludotheque.kernels.storing import alone, write_whole

Needs = tuple[int, int]
"""How many points the mover and the other still need."""

FORM = Form(bonus_pawns=True, fresh_bonus_doubles=True, one_point_at_most=False)


class EndlessMode(PackedMode):
    """The endless grid: solves every score up to the target, and reads what is solved."""

    def __init__(self, options: Plus4Options) -> None:
        super().__init__(options)
        self.target = options.target
        self._distances: dict[Needs, Bytes] = {}

    @cached_property
    def file(self) -> EndlessFile:
        """The file of all scores, which need not exist yet."""
        return EndlessFile(self.positions)

    @property
    def solved(self) -> bool:
        """Whether all scores are stored, and the distances at the first."""
        last = distances_file(self.target, self.target)
        return last.exists() and self.file.records() >= self.target**2

    def prepare(self, progress: Progress | None) -> None:
        """Solves what is missing, from where the last run stopped."""
        if self.solved:
            return
        with alone(self.file.path):
            sweeper = self.sweeper(plan(self.blocks, FORM))
            todo = pairs(self.target)
            for number, needs in enumerate(todo):
                told = _within(progress, number, len(todo))
                exact = needs == (self.target, self.target)
                lacking = exact and not distances_file(*needs).exists()
                if lacking or record_of(*needs) >= self.file.records():
                    self._solve(sweeper, needs, exact, told)
            if progress:
                progress(1.0)

    def _solve(self, sweeper: Sweeper, needs: Needs, exact: bool, told: Progress | None) -> None:
        """Solves one score for either side to move, and stores it."""
        layer = self.layer(needs, exact)
        sweeper.solve(layer, endless_worth(needs), told)
        if record_of(*needs) >= self.file.records():
            self.file.append(record_of(*needs), *map(packed, layer.worth))
        if exact:
            for role, own_needs in enumerate(roles(needs)):
                write_whole(distances_file(*own_needs), with_crc(layer.level[role].tobytes()))

    def layer(self, needs: Needs, exact: bool) -> Layer:
        """The layer of an unsolved score; the higher scores that it leads to must be solved."""
        sides = roles(needs)
        worth = np.zeros((len(sides), self.positions), np.uint8)
        room = self.positions if exact else 0
        level = np.full((len(sides), room), MOST_LEVELS, np.uint8)
        exits = np.array([self.exits(side) for side in sides], np.int64)
        return Layer(worth, level, exits, self.file.mapped())

    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The stage of the score; role 0 is the side that needs more points."""
        own, other = self._needs(match)
        needs = max(own, other), min(own, other)
        return self._stage(needs), roles(needs).index((own, other))

    def _stage(self, needs: Needs) -> Stage:
        """A solved score; the greater need comes first in `needs`."""
        sides = roles(needs)
        starts = np.array([self.file.start(record_of(*side)) for side in sides], np.int64)
        exits = np.array([self.exits(side) for side in sides], np.int64)
        endless = np.array(endless_worth(needs), np.int64)
        return Stage(self.blocks, self.values, starts, exits, endless, FORM)

    @cached_property
    def values(self) -> Bytes:
        """The whole file, solved first if it is not, and mapped."""
        self.prepare(None)
        return self.file.mapped()

    def distances(self, match: MatchState) -> Bytes:
        """The plies to the next points or the end; those at the first score are always stored."""
        return self._stored(self._needs(match))

    def _stored(self, needs: Needs) -> Bytes:
        """The distances of all positions at that score; empty if they are not stored."""
        file = distances_file(*needs)
        if needs not in self._distances:
            stored = np.memmap(file, np.uint8, "r") if file.exists() else np.zeros(0, np.uint8)
            self._distances[needs] = stored[: self.positions]
        return self._distances[needs]

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn at the first score; the greatest distance."""
        first = self.target, self.target
        counts, far = census(self._stage(first)), (farthest(self._stored(first)) + 1) // 2
        return (because("facts.endless", "", **counts, far=far),)

    def _needs(self, match: MatchState) -> Needs:
        board = board_of(match)
        own, other = board.scores[board.mover], board.scores[1 - board.mover]
        return self.target - own, self.target - other

    def exits(self, needs: Needs) -> list[int]:
        """What each pair of points, own and other's, leads to from that score (see `Layer`)."""
        return [self._exit(needs[0] - (gain >> 4), needs[1] - (gain & 15)) for gain in range(256)]

    def _exit(self, own: int, other: int) -> int:
        """The end by points (4.5, 4.6), or the score at which the other is to move."""
        if own <= 0 or other <= 0:
            return -verdict_of(-own, -other)
        return self.file.start(record_of(other, own))


def roles(needs: Needs) -> list[Needs]:
    """The needs with either side to move; only one entry if both sides need the same."""
    return [needs] if needs[0] == needs[1] else [needs, needs[::-1]]


def endless_worth(needs: Needs) -> tuple[int, ...]:
    """What endless play is worth to each role: the higher score wins (4.7)."""
    return (DRAW,) if needs[0] == needs[1] else (LOSS, WIN)


def _within(progress: Progress | None, number: int, many: int) -> Progress | None:
    """Reports the progress of one score as progress of all, as if all took equally long."""
    if progress is None:
        return None
    return lambda part: progress((number + part) / many)
