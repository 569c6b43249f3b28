"""Checks solved tables of Plus 4 with the plain rules and none of the code that solved them.

It builds positions as the rules have them, applies every push by the rules, and compares what is
kept in the files with what `judging` asks of it: every position of the elementary game, every one
at the first score of the endless grid, a million others drawn at random, and a million of the
rounds of a match.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ludotheque.core.reason import Reason
from ludotheque.core.solver import Checked, Progress
from ludotheque.games.plus4.proof.grids import AnyJudge, Judge, Task
from ludotheque.games.plus4.proof.numbering import ALL_HEIGHTS
from ludotheque.games.plus4.proof.rounds import RoundsJudge
from ludotheque.games.plus4.rules import Plus4Options
from ludotheque.kernels.storing import data_folder

OTHERS = 1_000_000
_MOST_FAULTS = 20
_COLOURINGS = 2048
_DRAWS = 20_000


class Checker:
    """The check of what `ludotheque solve` has kept for one set of options."""

    def __init__(self, options: Plus4Options, cores: int | None = None) -> None:
        """Takes the options and looks where the solver keeps its tables."""
        self.options = options
        self.folder = data_folder() / "plus4"
        self.cores = cores or os.cpu_count() or 1

    def check(self, sample: int | None, progress: Progress | None = None) -> Checked:
        """All that is to be checked, or that many draws of anything that is kept."""
        judge = judge_of(self.options, self.folder)
        tasks = list(_draws(sample) if sample else self._whole())
        looked_at, faults = 0, list[Reason]()
        for done, (count, found) in enumerate(self._judged(judge, tasks), start=1):
            looked_at += count
            faults += found
            if progress:
                progress(done / len(tasks))
            if len(faults) >= _MOST_FAULTS:
                break
        return Checked(looked_at, tuple(faults[:_MOST_FAULTS]))

    def _whole(self) -> Iterator[Task]:
        """Every position of the first score, by heights; draws of other scores, or of rounds."""
        mode = self.options.mode
        for heights in ALL_HEIGHTS if mode != "rounds" else ():
            many = 1 << sum(heights)
            for first in range(0, many, _COLOURINGS):
                yield Task(heights, range(first, min(first + _COLOURINGS, many)))
        if mode == "rounds" or (mode == "endless" and self.options.target > 1):
            yield from _draws(OTHERS, others=True)

    def _judged(self, judge: AnyJudge, tasks: list[Task]) -> Iterator[tuple[int, list[Reason]]]:
        """The tasks' results in order; in processes of their own where there are many."""
        if self.cores == 1 or len(tasks) == 1:
            yield from map(judge.judge, tasks)
            return
        start = get_context("spawn")
        arguments = (self.options, self.folder)
        with ProcessPoolExecutor(self.cores, start, _prepare, arguments) as pool:
            try:
                yield from pool.map(_judge, tasks, chunksize=4)
            finally:
                pool.shutdown(cancel_futures=True)


def judge_of(options: Plus4Options, folder: Path) -> AnyJudge:
    """The judge of that way to play."""
    return (RoundsJudge if options.mode == "rounds" else Judge)(options, folder)


_judges: list[AnyJudge] = []


def _prepare(options: Plus4Options, folder: Path) -> None:
    _judges[:] = [judge_of(options, folder)]


def _judge(task: Task) -> tuple[int, list[Reason]]:
    return _judges[0].judge(task)


def _draws(many: int, others: bool = False) -> Iterator[Task]:
    """That many random positions, in tasks of a fixed seed each."""
    whole, rest = divmod(many, _DRAWS)
    sizes: Iterable[int] = [_DRAWS] * whole + [rest] * (rest > 0)
    for seed, size in enumerate(sizes):
        yield Task(seed=seed, draws=size, others=others)
