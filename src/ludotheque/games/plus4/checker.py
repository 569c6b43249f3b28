"""Checks solved tables of Plus 4 with the plain rules and none of the code that solved them.

It builds every position as the rules have it, applies every push by the rules, and compares what
is kept in the files:

- a win has a push into a loss, and is one ply farther than the nearest of these;
- a loss has only pushes into wins, and is one ply farther than the farthest of these;
- a draw has no push into a loss and one into a draw;
- only what endless play is worth (3.3, 4.7) may stand without a distance; whoever gets more than
  that comes nearer to it with every turn, so no circle of positions can hold each other up.

A distance is counted to the next points or the end.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Checked, Progress, Unsolvable
from ludotheque.games.plus4.catalogue import (
    ALL_HEIGHTS,
    CHECK,
    HEADER,
    NO_DISTANCE,
    Catalogue,
    Heights,
    Values,
    sound,
)
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.rules import Columns, Plus4, Plus4Options, Push, State, complete
from ludotheque.kernels.storing import data_folder

NOTHING, WIN, LOSS, DRAW = 0, 1, 2, 3
OTHERS = 1_000_000
_MOST_FAULTS = 20
_COLOURINGS = 2048
_DRAWS = 20_000

Needs = tuple[int, int]


@dataclass(frozen=True)
class Task:
    """Positions to look at in one go: of some heights and colourings, or drawn at random.

    Those drawn are of any score, or of any but the first, where that is looked at whole.
    """

    heights: Heights = ()
    colourings: range = range(0)
    seed: int = 0
    draws: int = 0
    others: bool = False


@dataclass(frozen=True)
class Step:
    """Where a push leads: its worth to the other, and from how far (0: points, or the end)."""

    value: int
    distance: int


class Judge:
    """Judges positions of one table, by every score that is kept in it."""

    def __init__(self, options: Plus4Options, folder: Path) -> None:
        """Opens the files; refuses if they are not there or not whole."""
        self.game = Plus4(options)
        self.catalogue = Catalogue(self.game.has_bonus)
        self.target = self.game.enough
        elementary = self.game.mode == "elementary"
        size = self.catalogue.positions
        self.scores = elementary_scores(folder, size) if elementary else endless_scores(
            folder, size, self.target
        )  # fmt: skip

    def judge(self, task: Task) -> tuple[int, list[Reason]]:
        """How many positions of the task were looked at, and what is wrong."""
        count, faults = 0, []
        for needs, columns in self._positions(task):
            count += 1
            key = self.fault(needs, columns)
            if key:
                text = Plus4Notation(self.game).write_state(self.state(needs, columns))
                faults.append(because(key, state=text))
        return count, faults

    def fault(self, needs: Needs, columns: Columns) -> str | None:
        """What is wrong with one position, red to move, as the key of a sentence."""
        kept, number = self.scores[needs], self.catalogue.number(columns, 0)
        value = kept.value(number)
        if self.game.mode == "elementary" and complete(columns):
            return None if value == NOTHING else "checked.over"
        state = self.state(needs, columns)
        steps = [self._step(state, kept, push) for push in self.game.actions(state)]
        if value != worth(steps):
            return "checked.value"
        if kept.distances is None:
            return None
        leads = (needs[0] < needs[1]) - (needs[0] > needs[1])
        right = distance(value, steps, leads)
        return None if kept.distance(number) == right else "checked.distance"

    def state(self, needs: Needs, columns: Columns) -> State:
        """The position as the rules have it, red to move."""
        return State(columns, 0, (self.target - needs[0], self.target - needs[1]))

    def _step(self, state: State, kept: Values, push: Push) -> Step:
        after = self.game.apply(state, push)
        end = self.game.outcome(after)
        if end is not None:
            return Step({1: WIN, 0: DRAW, -1: LOSS}[round(end.returns[1])], 0)
        number = self.catalogue.number(after.columns, 1)
        reached = self.scores[self.target - after.scores[1], self.target - after.scores[0]]
        if after.scores != state.scores:
            return Step(reached.value(number), 0)
        far = NO_DISTANCE if kept.distances is None else reached.distance(number)
        return Step(reached.value(number), far)

    def _positions(self, task: Task) -> Iterator[tuple[Needs, Columns]]:
        top = self.target, self.target
        if task.heights:
            for columns in self.catalogue.among(task.heights, task.colourings):
                yield top, columns
        rng = Random(task.seed)
        every = [needs for needs in self.scores if needs != top or not task.others]
        for _ in range(task.draws):
            yield rng.choice(every), self.catalogue.columns(rng.randrange(self.catalogue.positions))


class Checker:
    """The check of what `ludotheque solve` has kept for one set of options."""

    def __init__(self, options: Plus4Options, cores: int | None = None) -> None:
        """Takes the options and looks where the solver keeps its tables."""
        self.options = options
        self.folder = data_folder() / "plus4"
        self.cores = cores or os.cpu_count() or 1

    def check(self, sample: int | None, progress: Progress | None = None) -> Checked:
        """The whole first score (elementary: all there is) and a million draws of the others."""
        if self.options.mode == "rounds":
            raise Unsolvable(because("unchecked"))
        judge = Judge(self.options, self.folder)
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
        for heights in ALL_HEIGHTS:
            many = 1 << sum(heights)
            for first in range(0, many, _COLOURINGS):
                yield Task(heights, range(first, min(first + _COLOURINGS, many)))
        if self.options.mode == "endless" and self.options.target > 1:
            yield from _draws(OTHERS, others=True)

    def _judged(self, judge: Judge, tasks: list[Task]) -> Iterator[tuple[int, list[Reason]]]:
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


_judges: list[Judge] = []


def _prepare(options: Plus4Options, folder: Path) -> None:
    _judges[:] = [Judge(options, folder)]


def _judge(task: Task) -> tuple[int, list[Reason]]:
    return _judges[0].judge(task)


def _draws(many: int, others: bool = False) -> Iterator[Task]:
    """That many random positions, in tasks of a fixed seed each."""
    whole, rest = divmod(many, _DRAWS)
    sizes: Iterable[int] = [_DRAWS] * whole + [rest] * (rest > 0)
    for seed, size in enumerate(sizes):
        yield Task(seed=seed, draws=size, others=others)


def elementary_scores(folder: Path, positions: int) -> Mapping[Needs, Values]:
    """The one score of the elementary game: values, then distances, each with its CRC-32."""
    file, size = folder / "elementary.table", -(-positions // 4)
    then = HEADER + size + CHECK
    _demand(file, HEADER, size)
    _demand(file, then, positions)
    return {(1, 1): Values(file, HEADER, file, then)}


def endless_scores(folder: Path, positions: int, target: int) -> Mapping[Needs, Values]:
    """Every score up to the target, by what mover and other need, with distances where kept."""
    file, size = folder / "endless.table", -(-positions // 4)
    scores: dict[Needs, Values] = {}
    for place, needs in enumerate(islice(_in_order(), target * target)):
        start = HEADER + place * (size + CHECK)
        far = folder / f"endless-{needs[0]}-{needs[1]}.distances"
        _demand(file, start, size)
        if far.exists() or needs == (target, target):
            _demand(far, 0, positions)
        scores[needs] = Values(file, start, far if far.exists() else None)
    return scores


def _demand(file: Path, start: int, size: int) -> None:
    """Refuses where a stretch of a file is not there, or not as it was written."""
    if not file.exists() or file.stat().st_size < start + size + CHECK:
        raise Unsolvable(because("unsolved", file=file.name))
    if not sound(file, start, size):
        raise Unsolvable(because("damaged", file=str(file)))


def _in_order() -> Iterator[Needs]:
    """Needs by the greater, then by the smaller; first the mover needs more."""
    most = 0
    while most := most + 1:
        for least in range(1, most):
            yield most, least
            yield least, most
        yield most, most


def worth(steps: list[Step]) -> int:
    """The best that the steps allow."""
    values = {step.value for step in steps}
    if LOSS in values:
        return WIN
    if DRAW in values:
        return DRAW
    return LOSS if values == {WIN} else NOTHING


def distance(value: int, steps: list[Step], leads: int) -> int:
    """The distance that goes with the value: one more than that of what it rests on.

    `leads` is 1 if the mover has the higher score, -1 if the other has it, 0 if they are equal;
    -1 is no distance at all.
    """
    if value == DRAW and leads == 0:
        return NO_DISTANCE
    rests_on = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}[value]
    steps_there = [step.distance for step in steps if step.value == rests_on]
    hurries = value == WIN or (value == DRAW and leads < 0)
    last = min(steps_there) if hurries else max(steps_there)
    content = (value == WIN and leads > 0) or (value == LOSS and leads < 0)
    if last == NO_DISTANCE:
        return NO_DISTANCE if content else -1
    return last + 1
