"""Checks the solved files of Plus 4 with the plain rules and none of the code that solved them.

It builds positions as the rules know them, applies every push by the rules, and compares the values
in the files with what `conditions` demands. It checks every position of the elementary game, every
position at the first score of the endless grid, a million random others, and a million random
positions of the rounds of a match.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Checked, Progress, Unsolvable
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof.grids import Examiner, GridExaminer, Task
from ludotheque.games.plus4.proof.numbering import ALL_HEIGHTS
from ludotheque.games.plus4.proof.rounds import RoundExaminer
from ludotheque.kernels.storing import data_folder

# How many are drawn from the scores other than the first (120 scores of 24 million positions each
# at target 11), or from the rounds of a match: there are too many to check them all.
OTHER_POSITIONS = 1_000_000
_MOST_FAULTS = 20  # enough to see what is wrong
# Tasks small enough to report progress often, and large enough to be worth sending to a process.
_COLOURINGS_PER_TASK = 2048
_DRAWS_PER_TASK = 20_000


class Checker:
    """Checks what `ludotheque solve` has stored for one set of options."""

    def __init__(self, options: Plus4Options, cores: int | None = None) -> None:
        self.options = options
        self.folder = data_folder() / "plus4"
        self.cores = cores or os.cpu_count() or 1

    def check(self, sample: int | None, progress: Progress | None = None) -> Checked:
        """Checks everything, or `sample` positions drawn from all that is stored."""
        if not self.options.is_solved:
            raise Unsolvable(because("open_reading"))
        examiner = examiner_of(self.options, self.folder)
        tasks = list(_draws(sample) if sample else self._whole())
        looked_at, faults = 0, list[Reason]()
        for done, (count, found) in enumerate(self._examined(examiner, tasks), start=1):
            looked_at += count
            faults += found
            if progress:
                progress(done / len(tasks))
            if len(faults) >= _MOST_FAULTS:
                break
        return Checked(looked_at, tuple(faults[:_MOST_FAULTS]))

    def _whole(self) -> Iterator[Task]:
        """The tasks of a full check: the first score by heights, random others or rounds."""
        mode = self.options.mode
        for heights in ALL_HEIGHTS if mode != "rounds" else ():
            many = 1 << sum(heights)
            for first in range(0, many, _COLOURINGS_PER_TASK):
                yield Task(heights, range(first, min(first + _COLOURINGS_PER_TASK, many)))
        if mode == "rounds" or (mode == "endless" and self.options.target > 1):
            yield from _draws(OTHER_POSITIONS, others=True)

    def _examined(
        self, examiner: Examiner, tasks: list[Task]
    ) -> Iterator[tuple[int, list[Reason]]]:
        """The results of the tasks in order; several tasks are shared among processes."""
        if self.cores == 1 or len(tasks) == 1:
            yield from map(examiner.examine, tasks)
            return
        start = get_context("spawn")
        arguments = (self.options, self.folder)
        with ProcessPoolExecutor(self.cores, start, _prepare, arguments) as pool:
            try:
                yield from pool.map(_examine, tasks, chunksize=4)
            finally:
                pool.shutdown(cancel_futures=True)


def examiner_of(options: Plus4Options, folder: Path) -> Examiner:
    """The examiner for the mode of these options."""
    return (RoundExaminer if options.mode == "rounds" else GridExaminer)(options, folder)


_examiners: list[Examiner] = []


def _prepare(options: Plus4Options, folder: Path) -> None:
    _examiners[:] = [examiner_of(options, folder)]


def _examine(task: Task) -> tuple[int, list[Reason]]:
    return _examiners[0].examine(task)


def _draws(many: int, others: bool = False) -> Iterator[Task]:
    """Tasks that draw that many random positions, each with a fixed seed."""
    whole, rest = divmod(many, _DRAWS_PER_TASK)
    sizes: Iterable[int] = [_DRAWS_PER_TASK] * whole + [rest] * (rest > 0)
    for seed, size in enumerate(sizes):
        yield Task(seed=seed, draws=size, others=others)
