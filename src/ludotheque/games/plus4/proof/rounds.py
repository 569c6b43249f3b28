"""Examines the stored values of positions of the rounds of a match.

What an end of a round is worth follows from the rules of the series and, if the match goes on, from
the next round: the value stored for its empty grid. The file of a round is named by a hash of what
all its ends are worth. It holds the values with the player who began the round to move, then those
with the other to move, four to a byte, and a CRC-32 of both.
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
from ludotheque.games.plus4.options import Plus4Options
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
from ludotheque.games.plus4.proof.grids import FOLLOWED_ONE_IN, Task, demand
from ludotheque.games.plus4.proof.numbering import HEADER_BYTES, Numbering, Values
from ludotheque.games.plus4.rules import SIZE, Columns, Plus4, Push, State, complete

Points = tuple[int, int]
NO_POINTS = (0, 0)

# The ends of a round, in the order of the hash: one colour up to six points, or both up to three.
ENDS: tuple[Points, ...] = tuple(
    (own, other)
    for own in range(7)
    for other in range(7)
    if own + other > 0 and (min(own, other) == 0 or max(own, other) <= 3)
)


class Situation(NamedTuple):
    """A match when a round begins: both scores (beginner first), rounds drawn in a row, played."""

    own: int = 0
    other: int = 0
    drawn: int = 0
    played: int = 0


@dataclass(frozen=True)
class Round:
    """A stored round: its name, a situation where it occurs, its values by the mover's role."""

    name: str
    situation: Situation
    values: tuple[Values, Values]


class RoundExaminer:
    """Examines positions of every round that can come up in a match."""

    def __init__(self, options: Plus4Options, folder: Path) -> None:
        """Opens the files; raises `Unsolvable` if one is missing or damaged."""
        self.game = Plus4(options)
        self.series = Series(self.game, match_format(options))
        self.numbering = Numbering(bonus=True)
        self.folder = folder
        self.rounds: dict[str, Round] = {}
        self._worth: dict[Situation, int] = {}
        self.worth(Situation())

    def examine(self, task: Task) -> tuple[int, list[Reason]]:
        """Examines the positions of a task; returns how many there were and what is wrong."""
        rng, faults, every = Random(task.seed), list[Reason](), list(self.rounds.values())
        for count in range(task.draws):
            one, role = rng.choice(every), rng.randrange(2)
            columns = self.numbering.columns(rng.randrange(self.numbering.positions))
            key = self.fault(one, role, columns, follow=count % FOLLOWED_ONE_IN == 0)
            if key:
                text = Plus4Notation(self.game).write_state(State(columns))
                faults.append(because(key, state=f"{text} ({one.name}, {role})"))
        return task.draws, faults

    def fault(self, one: Round, role: int, columns: Columns, follow: bool = False) -> str | None:
        """What is wrong with a position (red to move), as the key of a text; None if nothing is.

        Role 0 means that red began the round.
        """
        value = one.values[role].value(self.numbering.number(columns, 0))
        if complete(columns):
            return None if value == NOTHING else "checked.over"

        def steps(state: State) -> list[Step]:
            return [self._step(one, role, state, push) for push in self.game.actions(state)]

        if value != worth(steps(State(columns))):
            return "checked.value"
        endless = _seen_by(role, self.end(one.situation, NO_POINTS))
        unforced = follow and is_forced(State(columns), value, endless, steps) is False
        return "checked.unforced" if unforced else None

    def worth(self, situation: Situation) -> int:
        """What the match is worth to the player who begins: the value of the empty grid."""
        if situation not in self._worth:
            empty = self.numbering.number(("",) * SIZE, 0)
            self._worth[situation] = self._round(situation).values[0].value(empty)
        return self._worth[situation]

    def end(self, situation: Situation, points: Points) -> int:
        """What the match is worth to the player who began, if the round ends with those points."""
        last = Result(0, points)
        results = (*self._results(situation), last)
        state: SeriesState[State] = SeriesState(results, 0)
        own, other = self.series.totals(state)
        if self.series.over(state):
            return WIN if own > other else LOSS if own < other else DRAW
        drawn = 0 if any(points) else situation.drawn + 1
        played = situation.played + 1 if self.series.format.rounds else 0
        if self.series.beginner(last) == 0:
            return self.worth(Situation(own, other, drawn, played))
        return FLIPPED[self.worth(Situation(other, own, drawn, played))]

    def _results(self, situation: Situation) -> tuple[Result, ...]:
        """Invented results of rounds that lead to the situation; seat 0 begins the next round."""
        scored = (Result(0, (situation.own, situation.other)),)
        if self.series.format.rounds:
            more = max(0, situation.played - 1)
            return (scored + (Result(0, NO_POINTS),) * more)[: situation.played]
        drawn = (Result(0, NO_POINTS),) * situation.drawn
        return scored + drawn if situation.own or situation.other else drawn

    def _round(self, situation: Situation) -> Round:
        meaning = bytes(self.end(situation, points) for points in (*ENDS, NO_POINTS))
        name = f"round-{hashlib.sha256(meaning).hexdigest()[:12]}"
        if name not in self.rounds:
            file, size = self.folder / f"{name}.table", -(-self.numbering.positions // 4)
            demand(file, HEADER_BYTES, 2 * size)
            values = Values(file, HEADER_BYTES, None), Values(file, HEADER_BYTES + size, None)
            self.rounds[name] = Round(name, situation, values)
        return self.rounds[name]

    def _step(self, one: Round, role: int, state: State, push: Push) -> Step:
        """What a push leads to; `role` is that of red."""
        after = self.game.apply(state, push)
        to_move = role ^ after.mover
        end = self.game.outcome(after)
        if end is not None:
            first, second = after.scores[role], after.scores[1 - role]
            return Step(_seen_by(to_move, self.end(one.situation, (first, second))), 0)
        value = one.values[to_move].value(self.numbering.number(after.columns, after.mover))
        return Step(value, 0, after if after.once else None)


def _seen_by(role: int, value: int) -> int:
    """The value for that role, from the value for the player who began the round."""
    return value if role == 0 else FLIPPED[value]
