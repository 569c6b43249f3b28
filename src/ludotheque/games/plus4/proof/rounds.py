"""Judges positions of the rounds of a match by what is kept of them.

What an end of a round is worth follows from the rules of the series and, where the match goes on,
from what is kept of the round that comes next: the value of its empty grid. The file of a round
is named by all of these worths (`match`, read a second time); it holds the values for who began
the round to move, then those for the other, four a byte, and a CRC-32 of both.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

from ludotheque.core.reason import Reason, because
from ludotheque.core.series import Result, Series, SeriesState
from ludotheque.games.plus4.match_format import match_format
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.proof.conditions import (
    DRAW,
    FLIPPED,
    LOSS,
    NOTHING,
    WIN,
    Step,
    is_forced,
    worth,
)
from ludotheque.games.plus4.proof.grids import FOLLOWED, Task, demand
from ludotheque.games.plus4.proof.numbering import HEADER, Catalogue, Values
from ludotheque.games.plus4.rules import SIZE, Columns, Plus4, Plus4Options, Push, State, complete

Points = tuple[int, int]
NO_POINTS = (0, 0)

# The ends by which a file is named: either colour up to six points, or both up to three.
ENDS: tuple[Points, ...] = tuple(
    (own, other)
    for own in range(7)
    for other in range(7)
    if own + other > 0 and (min(own, other) == 0 or max(own, other) <= 3)
)


class Standing(NamedTuple):
    """A match when a round begins: the points of who begins and of the other, rounds so far."""

    own: int = 0
    other: int = 0
    drawn: int = 0
    played: int = 0


@dataclass(frozen=True)
class Round:
    """One of the different rounds: where it comes up, and its values for either to move."""

    name: str
    standing: Standing
    values: tuple[Values, Values]


class RoundsJudge:
    """Judges positions of every round that can come up in a match."""

    def __init__(self, options: Plus4Options, folder: Path) -> None:
        """Opens the files; refuses if they are not there or not whole."""
        self.game = Plus4(options)
        self.series = Series(self.game, match_format(options))
        self.catalogue = Catalogue(bonus=True)
        self.folder = folder
        self.rounds: dict[str, Round] = {}
        self._worth: dict[Standing, int] = {}
        self.worth(Standing())

    def judge(self, task: Task) -> tuple[int, list[Reason]]:
        """How many positions of the task were looked at, and what is wrong."""
        rng, faults, every = Random(task.seed), list[Reason](), list(self.rounds.values())
        for count in range(task.draws):
            one, role = rng.choice(every), rng.randrange(2)
            columns = self.catalogue.columns(rng.randrange(self.catalogue.positions))
            key = self.fault(one, role, columns, follow=count % FOLLOWED == 0)
            if key:
                text = Plus4Notation(self.game).write_state(State(columns))
                faults.append(because(key, state=f"{text} ({one.name}, {role})"))
        return task.draws, faults

    def fault(self, one: Round, role: int, columns: Columns, follow: bool = False) -> str | None:
        """What is wrong with one position, red to move, in the role of the round's beginner or not.

        The answer is the key of a sentence.
        """
        value = one.values[role].value(self.catalogue.number(columns, 0))
        if complete(columns):
            return None if value == NOTHING else "checked.over"

        def steps(state: State) -> list[Step]:
            return [self._step(one, role, state, push) for push in self.game.actions(state)]

        if value != worth(steps(State(columns))):
            return "checked.value"
        endless = _seen_by(role, self.end(one.standing, NO_POINTS))
        unforced = follow and is_forced(State(columns), value, endless, steps) is False
        return "checked.unforced" if unforced else None

    def worth(self, standing: Standing) -> int:
        """What the match is worth to who begins the round: the value of the empty grid."""
        if standing not in self._worth:
            empty = self.catalogue.number(("",) * SIZE, 0)
            self._worth[standing] = self._round(standing).values[0].value(empty)
        return self._worth[standing]

    def end(self, standing: Standing, points: Points) -> int:
        """What the match is worth to who began the round once it has ended with those points."""
        last = Result(0, points)
        results = (*self._results(standing), last)
        state: SeriesState[State] = SeriesState(results, 0)
        own, other = self.series.totals(state)
        if self.series.over(state):
            return WIN if own > other else LOSS if own < other else DRAW
        drawn = 0 if any(points) else standing.drawn + 1
        played = standing.played + 1 if self.series.format.rounds else 0
        if self.series.beginner(last) == 0:
            return self.worth(Standing(own, other, drawn, played))
        return FLIPPED[self.worth(Standing(other, own, drawn, played))]

    def _results(self, standing: Standing) -> tuple[Result, ...]:
        """Rounds that lead to the standing; seat 0 begins the next."""
        scored = (Result(0, (standing.own, standing.other)),)
        if self.series.format.rounds:
            more = max(0, standing.played - 1)
            return (scored + (Result(0, NO_POINTS),) * more)[: standing.played]
        drawn = (Result(0, NO_POINTS),) * standing.drawn
        return scored + drawn if standing.own or standing.other else drawn

    def _round(self, standing: Standing) -> Round:
        meaning = bytes(self.end(standing, points) for points in (*ENDS, NO_POINTS))
        name = f"round-{hashlib.sha256(meaning).hexdigest()[:12]}"
        if name not in self.rounds:
            file, size = self.folder / f"{name}.table", -(-self.catalogue.positions // 4)
            demand(file, HEADER, 2 * size)
            values = Values(file, HEADER, None), Values(file, HEADER + size, None)
            self.rounds[name] = Round(name, standing, values)
        return self.rounds[name]

    def _step(self, one: Round, role: int, state: State, push: Push) -> Step:
        """Where a push leads; `role` is that of red."""
        after = self.game.apply(state, push)
        to_move = role ^ after.mover
        end = self.game.outcome(after)
        if end is not None:
            first, second = after.scores[role], after.scores[1 - role]
            return Step(_seen_by(to_move, self.end(one.standing, (first, second))), 0)
        value = one.values[to_move].value(self.catalogue.number(after.columns, after.mover))
        return Step(value, 0, after if after.once else None)


def _seen_by(role: int, value: int) -> int:
    """A value for who began the round, as one for that role."""
    return value if role == 0 else FLIPPED[value]
