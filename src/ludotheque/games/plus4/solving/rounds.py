"""Solves a match of rounds: each end of a round is worth what the match is worth after it.

A *situation* is all that still matters of the match when a round begins, seen by the player who
begins it. The *meaning* of a round is what each of its ends is worth: each pair of points, and a
drawn round. Rounds of the same meaning are the same game and are solved once.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ludotheque.core.reason import Reason, because
from ludotheque.core.series import pointless
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.kernel import Form
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.solving.file import CRC_BYTES, HEADER_BYTES, NO_VALUES, with_crc
from ludotheque.games.plus4.solving.mode import (
    DRAW,
    LOSS,
    OVER,
    WIN,
    MatchState,
    board_of,
)
from ludotheque.games.plus4.solving.numbering import Plan, plan
from ludotheque.games.plus4.solving.packed import PackedMode
from ludotheque.games.plus4.solving.paths import folder, last_file
from ludotheque.games.plus4.solving.retrograde import Layer, mark_over
from ludotheque.games.plus4.solving.stage import Stage
from ludotheque.games.plus4.solving.sweeper import packed
from ludotheque.kernels.storing import alone, write_whole

DRAWN_ROUNDS = 3  # in a row end a match (5.8)
FORM = Form(bonus_pawns=True, fresh_bonus_doubles=False, one_point_at_most=False)
_HEADER = b"ludotheque plus4 round 1\n".ljust(HEADER_BYTES, b"\0")
FLIPPED = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}

Points = tuple[int, int]
Meaning = tuple[int, ...]


class Situation(NamedTuple):
    """Points of the player who begins and of the other, rounds played, drawn ones in a row.

    Only what can still matter is kept: with a number of rounds, the lead and the rounds played;
    with a target, the points and the drawn rounds.
    """

    own: int
    other: int
    played: int
    drawn: int


# Every pair of points that one push can score on a grid without lines.
POINT_PAIRS: tuple[Points, ...] = tuple(
    (own, other)
    for own in range(7)
    for other in range(7)
    if (own + other) * (own * other == 0) or 0 < min(own, other) <= max(own, other) <= 3
)


class RoundsMode(PackedMode):
    """The match of rounds: solves every round that can come up, and reads what is solved."""

    def __init__(self, options: Plus4Options) -> None:
        super().__init__(options)
        self.target = None if options.rounds else options.target
        self.rounds = options.rounds
        self._plan: Plan | None = None
        self._worth: dict[Situation, int] = {}
        self._stages: dict[Meaning, Stage] = {}

    def situation(self, own: int, other: int, played: int, drawn: int) -> Situation:
        """The situation for these counts, without what can no longer matter."""
        if self.target is not None:
            return Situation(own, other, 0, drawn)
        lead = own - other
        return Situation(max(lead, 0), max(-lead, 0), played, 0)

    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The round in its situation; role 0 is the player who began it."""
        assert match.first is not None
        totals = [sum(result.points[seat] for result in match.results) for seat in (0, 1)]
        own, other = totals[match.first], totals[1 - match.first]
        situation = self.situation(own, other, len(match.results), pointless(match.results))
        return self._stage(situation), int(board_of(match).mover != match.first)

    def facts(self) -> tuple[Reason, ...]:
        """How many situations there are, and how many different rounds these are."""
        every = self.situations()
        rounds = len({self.meaning(situation) for situation in every})
        return (because("facts.rounds", situations=len(every), rounds=rounds),)

    def prepare(self, progress: Progress | None) -> None:
        """Solves every round that can come up; continues where the last run stopped."""
        with alone(folder() / "rounds"):
            todo = self.situations()
            for number, situation in enumerate(todo):
                if progress:
                    progress(number / len(todo))
                self.worth(situation)
            write_whole(last_file(self.options), b"")
            if progress:
                progress(1.0)

    def situations(self) -> list[Situation]:
        """Every situation that can come up, each after those it leads to."""
        seen: dict[Situation, None] = {}

        def visit(situation: Situation) -> None:
            if situation in seen:
                return
            for points in (*POINT_PAIRS, (0, 0)):
                _, then = self._after(situation, points)
                if isinstance(then, Situation):
                    visit(then)
            seen[situation] = None

        visit(self.situation(0, 0, 0, 0))
        return list(seen)

    def worth(self, situation: Situation) -> int:
        """What the match is worth to the player who begins the round."""
        if situation not in self._worth:
            self._worth[situation] = self._stage(situation).value(0, self.positions - 1)
        return self._worth[situation]

    def meaning(self, situation: Situation) -> Meaning:
        """What each end of the round is worth to the player who begins it, a drawn round last."""
        return tuple(self._end(situation, points) for points in (*POINT_PAIRS, (0, 0)))

    def _stage(self, situation: Situation) -> Stage:
        """The round in that situation, solved now if it is not stored."""
        meaning = self.meaning(situation)
        if meaning not in self._stages:
            self._stages[meaning] = self._opened(meaning)
        return self._stages[meaning]

    def _opened(self, meaning: Meaning) -> Stage:
        name = hashlib.sha256(bytes(meaning)).hexdigest()[:12]
        file = folder() / f"round-{name}.table"
        if not _whole(file):
            self._solve(meaning, file)
        size = -(-self.positions // 4)
        values = np.memmap(file, np.uint8, "r")
        starts = np.array([HEADER_BYTES, HEADER_BYTES + size], np.int64)
        exits, endless = _terms(meaning)
        return Stage(self.blocks, values, starts, exits, np.array(endless, np.int64), FORM)

    def _end(self, situation: Situation, points: Points) -> int:
        """What the match is worth, after that end, to the player who began this round."""
        same, then = self._after(situation, points)
        if not isinstance(then, Situation):
            return then
        return self.worth(then) if same else FLIPPED[self.worth(then)]

    def _after(self, now: Situation, points: Points) -> tuple[bool, Situation | int]:
        """Whether the same player begins again (5.4, 5.5), and the next situation or the result."""
        own, other = now.own + points[0], now.other + points[1]
        drawn = 0 if any(points) else now.drawn + 1
        played = now.played + 1
        if self._over(own, other, played, drawn):
            return True, WIN if own > other else LOSS if own < other else DRAW
        if points[0] < points[1]:
            return True, self.situation(own, other, played, drawn)
        return False, self.situation(other, own, played, drawn)

    def _over(self, own: int, other: int, played: int, drawn: int) -> bool:
        """Whether the target, the number of rounds or three drawn rounds end it (5.6 to 5.8)."""
        if self.target is None:
            return played >= self.rounds
        return max(own, other) >= self.target or drawn >= DRAWN_ROUNDS

    def _solve(self, meaning: Meaning, file: Path) -> None:
        if self._plan is None:
            self._plan = plan(self.blocks, FORM)
        exits, endless = _terms(meaning)
        worth = np.zeros((2, self.positions), np.uint8)
        mark_over(self.blocks, worth[0])
        worth[1] = worth[0]
        layer = Layer(worth, np.zeros((2, 0), np.uint8), exits, NO_VALUES)
        self.sweeper(self._plan).solve(layer, endless, None)
        worth[worth == OVER] = 0
        data = packed(worth[0]).tobytes() + packed(worth[1]).tobytes()
        write_whole(file, _HEADER, with_crc(data))


def _terms(meaning: Meaning) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], Points]:
    """The exits and the value of endless play, for the player who begins and for the other."""
    exits = np.full((2, 256), -DRAW, np.int64)
    for (first, second), worth in zip(POINT_PAIRS, meaning, strict=False):
        exits[0, first * 16 + second] = -FLIPPED[worth]
        exits[1, second * 16 + first] = -worth
    return exits, (meaning[-1], FLIPPED[meaning[-1]])


def _whole(file: Path) -> bool:
    """Whether the file of a round exists and is undamaged."""
    try:
        data = file.read_bytes()
    except OSError:
        return False
    return with_crc(data[HEADER_BYTES:-CRC_BYTES]) == data[HEADER_BYTES:]
