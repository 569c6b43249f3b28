"""Examines the stored values of positions of the elementary game and of the endless grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Protocol

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof.conditions import (
    DRAW,
    LOSS,
    NOTHING,
    WIN,
    Step,
    distance,
    is_forced,
    worth,
)
from ludotheque.games.plus4.proof.numbering import (
    CRC_BYTES,
    HEADER_BYTES,
    Heights,
    Numbering,
    Values,
    sound,
)
from ludotheque.games.plus4.rules import Columns, Plus4, Push, State, complete

FOLLOWED_ONE_IN = 50
"""Where no distances are stored, one in this many of the positions drawn is also checked with
`is_forced`, which takes far longer than comparing its value with those of its pushes."""

Needs = tuple[int, int]


@dataclass(frozen=True)
class Task:
    """Positions to examine in one go: of given heights and colourings, or drawn at random.

    Drawn positions have any score, or with `others` any score but the first.
    """

    heights: Heights = ()
    colourings: range = range(0)
    seed: int = 0
    draws: int = 0
    others: bool = False


class Examiner(Protocol):
    """Examines stored positions of one set of options."""

    def examine(self, task: Task) -> tuple[int, list[Reason]]:
        """Examines the positions of a task; returns how many there were and what is wrong."""


class GridExaminer:
    """Examines positions at every score that is stored."""

    def __init__(self, options: Plus4Options, folder: Path) -> None:
        """Opens the files; raises `Unsolvable` if one is missing or damaged."""
        self.game = Plus4(options)
        self.numbering = Numbering(self.game.has_bonus)
        self.target = self.game.enough
        elementary = self.game.mode == "elementary"
        size = self.numbering.positions
        if elementary:
            self.scores = elementary_scores(folder / options.elementary_file, size)
        else:
            self.scores = endless_scores(folder, size, self.target)

    def examine(self, task: Task) -> tuple[int, list[Reason]]:
        """Examines the positions of a task; returns how many there were and what is wrong."""
        count, faults = 0, []
        for needs, columns in self._positions(task):
            key = self.fault(needs, columns, follow=task.draws > 0 and count % FOLLOWED_ONE_IN == 0)
            count += 1
            if key:
                text = Plus4Notation(self.game).write_state(self.state(needs, columns))
                faults.append(because(key, state=text))
        return count, faults

    def fault(self, needs: Needs, columns: Columns, follow: bool = False) -> str | None:
        """What is wrong with a position (red to move), as the key of a text; None if nothing is."""
        stored, number = self.scores[needs], self.numbering.number(columns, 0)
        value = stored.value(number)
        if self.game.mode == "elementary" and complete(columns):
            return None if value == NOTHING else "checked.over"
        state = self.state(needs, columns)
        steps = self.steps(state)
        if value != worth(steps):
            return "checked.value"
        leads = (needs[0] < needs[1]) - (needs[0] > needs[1])
        if stored.distances is not None:
            right = distance(value, steps, leads)
            return None if stored.distance(number) == right else "checked.distance"
        endless = {1: WIN, 0: DRAW, -1: LOSS}[leads]
        unforced = follow and is_forced(state, value, endless, self.steps) is False
        return "checked.unforced" if unforced else None

    def state(self, needs: Needs, columns: Columns) -> State:
        """The position as a state of the rules, red to move."""
        return State(columns, 0, (self.target - needs[0], self.target - needs[1]))

    def steps(self, state: State) -> list[Step]:
        """Where every push leads."""
        return [self._step(state, push) for push in self.game.actions(state)]

    def _step(self, state: State, push: Push) -> Step:
        after = self.game.apply(state, push)
        end = self.game.outcome(after)
        if end is not None:
            return Step({1: WIN, 0: DRAW, -1: LOSS}[round(end.returns[after.mover])], 0)
        number = self.numbering.number(after.columns, after.mover)
        own, other = after.scores[after.mover], after.scores[state.mover]
        reached = self.scores[self.target - own, self.target - other]
        if after.scores != state.scores:
            return Step(reached.value(number), 0)
        again = after if after.once else None
        return Step(reached.value(number), reached.distance(number), again)

    def _positions(self, task: Task) -> Iterator[tuple[Needs, Columns]]:
        top = self.target, self.target
        if task.heights:
            for columns in self.numbering.among(task.heights, task.colourings):
                yield top, columns
        rng = Random(task.seed)
        every = [needs for needs in self.scores if needs != top or not task.others]
        for _ in range(task.draws):
            yield rng.choice(every), self.numbering.columns(rng.randrange(self.numbering.positions))


def elementary_scores(file: Path, positions: int) -> Mapping[Needs, Values]:
    """Opens the file of the elementary game, which has a single score, and checks its CRC-32s."""
    size = -(-positions // 4)
    then = HEADER_BYTES + size + CRC_BYTES
    demand(file, HEADER_BYTES, size)
    demand(file, then, positions)
    return {(1, 1): Values(file, HEADER_BYTES, file, then)}


def endless_scores(folder: Path, positions: int, target: int) -> Mapping[Needs, Values]:
    """Opens the files of all scores up to the target, by the points that mover and other need."""
    file, size = folder / "endless.table", -(-positions // 4)
    scores: dict[Needs, Values] = {}
    for place, needs in enumerate(islice(_in_order(), target * target)):
        start = HEADER_BYTES + place * (size + CRC_BYTES)
        far = folder / f"endless-{needs[0]}-{needs[1]}.distances"
        demand(file, start, size)
        if far.exists() or needs == (target, target):
            demand(far, 0, positions)
        scores[needs] = Values(file, start, far if far.exists() else None)
    return scores


def demand(file: Path, start: int, size: int) -> None:
    """Raises `Unsolvable` if a stretch of a file is missing or damaged."""
    if not file.exists() or file.stat().st_size < start + size + CRC_BYTES:
        raise Unsolvable(because("unsolved", file=file.name))
    if not sound(file, start, size):
        raise Unsolvable(because("damaged", file=str(file)))


def _in_order() -> Iterator[Needs]:
    """Yields all needs, by the greater, then the smaller; the mover's greater need first."""
    for most in count(1):
        for least in range(1, most):
            yield most, least
            yield least, most
        yield most, most
