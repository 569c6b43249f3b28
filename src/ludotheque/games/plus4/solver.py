"""Exact values of Plus 4: the elementary game, the endless grid, the match of rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ludotheque.core.reason import because
from ludotheque.core.series import Result, Series, SeriesState
from ludotheque.core.solver import (
    Analysis,
    Progress,
    Unsolvable,
    Verdict,
    alternating,
    final,
)
from ludotheque.games.plus4.kernel import Packed, pack
from ludotheque.games.plus4.match_format import match_format
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import SIZE, Plus4, Push, State
from ludotheque.games.plus4.solving.forcing import GAIN_OF, Ended, Force, forced, ground
from ludotheque.games.plus4.solving.gpu import graphics_card
from ludotheque.games.plus4.solving.modes import ElementaryMode, EndlessMode, Mode, RoundsMode
from ludotheque.games.plus4.solving.numbering import number_of
from ludotheque.games.plus4.solving.retrograde import DRAW, LOSS, WIN
from ludotheque.games.plus4.solving.stage import Stage

SHARES = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}

MatchState = SeriesState[State]


class Spot(NamedTuple):
    """A position in its stage, and the role of the player to move."""

    stage: Stage
    role: int
    position: Packed


class Solver:
    """Exact answers under one set of options, for a bare round or for the match it belongs to."""

    def __init__(self, options: Plus4Options) -> None:
        """Solves and reads nothing yet; refuses an open reading that is not solved."""
        if not options.is_solved:
            raise Unsolvable(because("open_reading"))
        self.game = Plus4(options)
        self.series = Series(self.game, match_format(options))
        modes: dict[str, Callable[[Plus4Options], Mode]] = {
            "elementary": ElementaryMode,
            "endless": EndlessMode,
            "rounds": RoundsMode,
        }
        self.mode = modes[options.mode](options)

    @property
    def solved(self) -> bool:
        """Whether answers come at once."""
        return self.mode.solved

    def use_gpu(self) -> None:
        """Solves on the graphics card from now on, or refuses if there is none."""
        graphics_card()
        self.mode.use_gpu()

    def prepare(self, progress: Progress | None = None) -> None:
        """Solves what is missing, stores it in the data folder and compiles what players need."""
        self.mode.prepare(progress)
        spot = self._spot(self._match(self.game.initial()))
        Force(ground(self.mode.blocks, spot.stage), 0, GAIN_OF[DRAW], spot.position, forcing=True)

    def verdict(self, state: State | MatchState) -> Verdict:
        """What the position is worth to the player to move; the whole match where there is one."""
        match = self._match(state)
        end = self.series.outcome(match)
        return self._look(match) if end is None else final(end, board_of(match).mover)

    def analyse(self, state: State | MatchState) -> Analysis[Push]:
        """The position and every push; at the start, with facts about the whole game."""
        match = self._match(state)
        start = not match.results and board_of(match) == State(mover=board_of(match).mover)
        return replace(self._analysed(match), facts=self.mode.facts() if start else ())

    def _analysed(self, match: MatchState) -> Analysis[Push]:
        found = alternating(self.series, match, self.verdict)
        pushes = tuple(
            (push, replace(verdict, distance=self._distance(match, push, verdict)))
            for push, verdict in found.actions
            if isinstance(push, Push)
        )
        return Analysis(found.verdict, pushes, until=self.mode.until)

    def best(self, state: State | MatchState) -> list[Push]:
        """Pushes that give nothing away, bring a win nearer and put a loss off."""
        match = self._match(state)
        found = self._analysed(match)
        if found.verdict.distance is not None:
            return list(found.best)
        spot = self._spot(match)
        worth, still = found.verdict.share, SHARES[spot.stage.endless[spot.role]]
        if worth < still:
            return self._by_level(match, found, sign=-1)
        lasting = [push for push in found.keeping if self._is_lasting(match, push)]
        if lasting or worth == still:
            return lasting or list(found.keeping)
        return self._by_level(match, found, sign=1)

    def _look(self, match: MatchState) -> Verdict:
        """The stored value, unless a position seen twice before changes it."""
        spot = self._spot(match)
        value = self._value(spot.stage, spot.role, spot.position)
        if value not in SHARES:
            raise Unsolvable(because("wrong_scores", "4.5"))
        ended = self._ended(match, spot)
        if not ended:
            return Verdict(SHARES[value], self.mode.distance(match, self._number(spot.position)))
        on, values = ground(self.mode.blocks, spot.stage), (value, spot.stage.endless[spot.role])
        return Verdict(SHARES[forced(on, spot.role, spot.position, values, ended)])

    def _distance(self, match: MatchState, push: Push, verdict: Verdict) -> int | None:
        """The distance by that push, if distances are stored: 1 if it scores or ends the game."""
        before = board_of(match)
        if self._ended(match, self._spot(match)) or not self.mode.measured(match):
            return None
        after = self.game.apply(before, push)
        over = self.game.outcome(after) is not None
        return 1 if over or after.scores != before.scores else verdict.distance

    def _is_lasting(self, match: MatchState, push: Push) -> bool:
        """Whether it adds a pawn, scores or ends the round, so that nothing before comes back."""
        after = self.game.apply(board_of(match), push)
        return not (after.once or after.twice) or self.game.outcome(after) is not None

    def _by_level(self, match: MatchState, found: Analysis[Push], sign: int) -> list[Push]:
        """The pushes that keep the value and leave its forcer the shortest way, or the longest."""
        spot = self._spot(match)
        forcing, share = sign > 0, found.verdict.share
        role = spot.role if forcing else len(spot.stage.starts) - 1 - spot.role
        ask = round(2 * (share if forcing else 1 - share))
        on, ended = ground(self.mode.blocks, spot.stage), self._ended(match, spot)
        force = Force(on, role, ask, spot.position, forcing, ended)
        levels = {
            push: sign * force.level_after(push.column + SIZE * push.bonus)
            for push in found.keeping
        }  # fmt: skip
        least = min(levels.values())
        return [push for push, level in levels.items() if level == least]

    def _ended(self, match: MatchState, spot: Spot) -> list[Ended]:
        """The positions seen twice that are worth more or less than endless play."""
        state, stage = board_of(match), spot.stage
        ended: list[Ended] = []
        for columns, mover in state.twice:
            same, position = mover == state.mover, pack(columns, mover)
            role = spot.role if same else len(stage.starts) - 1 - spot.role
            if self._value(stage, role, position) != stage.endless[role]:
                ended.append((position, same))
        return ended

    def _spot(self, match: MatchState) -> Spot:
        state = board_of(match)
        return Spot(*self.mode.stage(match), pack(state.columns, state.mover))

    def _value(self, stage: Stage, role: int, position: Packed) -> int:
        return stage.value(role, self._number(position))

    def _number(self, position: Packed) -> int:
        return int(number_of(self.mode.blocks, position))

    def _match(self, state: State | MatchState) -> MatchState:
        """The match; a bare round becomes its first, begun by seat 0, or by the mover if empty."""
        if isinstance(state, State):
            first = 0 if any(state.columns) else state.mover
            end = self.game.outcome(state)
            results = () if end is None else (Result(first, end.points),)
            return SeriesState(results, first, None, state)
        if state.round is None:
            raise Unsolvable(because("series.lot", self.series.format.lot_rule))
        return state


def board_of(match: MatchState) -> State:
    """The round that is being played."""
    assert match.round is not None
    return match.round
