"""Exact values of Plus 4: the elementary game, the endless grid, the match of rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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
from ludotheque.games.plus4 import series
from ludotheque.games.plus4.gpu import graphics_card
from ludotheque.games.plus4.kernel import pack
from ludotheque.games.plus4.modes import ElementaryMode, EndlessMode, Mode, RoundsMode
from ludotheque.games.plus4.retrograde import DRAW, LOSS, MOST_LEVELS, WIN
from ludotheque.games.plus4.rules import Plus4, Plus4Options, Push, State
from ludotheque.games.plus4.stage import Place, Ranks, Stage

SHARES = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}

Match = SeriesState[State]


class Solver:
    """Exact answers under one set of options, for a bare round or for the match it belongs to."""

    def __init__(self, options: Plus4Options) -> None:
        """Reads nothing yet."""
        self.game = Plus4(options)
        self.series = Series(self.game, series(options))
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
        """Solves what is missing and keeps it in the data folder."""
        self.mode.prepare(progress)

    def verdict(self, state: State | Match) -> Verdict:
        """What the position is worth to the player to move; the whole match where there is one."""
        match = self._match(state)
        end = self.series.outcome(match)
        return self._look(match) if end is None else final(end, board_of(match).mover)

    def analyse(self, state: State | Match) -> Analysis[Push]:
        """The position and every push; from the start, also what there is to tell of the game."""
        match = self._match(state)
        start = not match.results and board_of(match) == State(mover=board_of(match).mover)
        return replace(self._analysed(match), facts=self.mode.facts() if start else ())

    def _analysed(self, match: Match) -> Analysis[Push]:
        found = alternating(self.series, match, self.verdict)
        pushes = tuple(
            (push, replace(verdict, distance=self._distance(match, push, verdict)))
            for push, verdict in found.actions
            if isinstance(push, Push)
        )
        return Analysis(found.verdict, pushes, until=self.mode.until)

    def best(self, state: State | Match) -> list[Push]:
        """Pushes that give nothing away and bring what can be had nearer."""
        match = self._match(state)
        found = self._analysed(match)
        if found.verdict.distance is not None:
            return list(found.best)
        lasting = [push for push in found.keeping if self._is_lasting(match, push)]
        if lasting:
            return lasting
        near = {push: self._nearness(match, push) for push in found.keeping}
        least = min(near.values())
        return [push for push, level in near.items() if level == least]

    def _look(self, match: Match) -> Verdict:
        """As the table has it, if no position seen twice before changes that."""
        state = board_of(match)
        stage, role = self.mode.stage(match)
        number = self.mode.stages.number(pack(state.columns, state.mover))
        value = stage.value(role, number)
        if value not in SHARES:
            raise Unsolvable(because("wrong_scores", "4.5"))
        if state.twice and self._ranks(stage, role, state).value((role, number)) != value:
            raise Unsolvable(because("past_decides"))
        far = None if state.twice else self.mode.distance(match, number)
        return Verdict(SHARES[value], far)

    def _distance(self, match: Match, push: Push, verdict: Verdict) -> int | None:
        """The distance by that push, where distances are kept: 1 if it scores or ends the game."""
        before = board_of(match)
        if before.twice or not self.mode.measured(match):
            return None
        after = self.game.apply(before, push)
        over = self.game.outcome(after) is not None
        return 1 if over or after.scores != before.scores else verdict.distance

    def _is_lasting(self, match: Match, push: Push) -> bool:
        """Whether it adds a pawn, scores or ends the round, so that nothing before comes back."""
        after = self.game.apply(board_of(match), push)
        return not (after.once or after.twice) or self.game.outcome(after) is not None

    def _nearness(self, match: Match, push: Push) -> int:
        """How far a push leaves what can be had; MOST_LEVELS where endless play will do."""
        then = self.series.apply(match, push)
        after = board_of(then)
        stage, role = self.mode.stage(then)
        number = self.mode.stages.number(pack(after.columns, after.mover))
        if stage.value(role, number) == stage.endless[role]:
            return MOST_LEVELS
        return self._ranks(stage, role, after).level((role, number))

    def _ranks(self, stage: Stage, role: int, state: State) -> Ranks:
        """The ranks where what was seen twice ends the game when it comes back."""
        number = self.mode.stages.number
        other = len(stage.starts) - 1 - role
        ended: list[Place] = [
            (role if mover == state.mover else other, number(pack(columns, mover)))
            for columns, mover in state.twice
        ]
        return self.mode.stages.ranks_at(stage, pack(state.columns, state.mover), ended)

    def _match(self, state: State | Match) -> Match:
        """The match; a bare round is its first, begun by seat 0, or just now if it is empty."""
        if isinstance(state, State):
            first = 0 if any(state.columns) else state.mover
            end = self.game.outcome(state)
            results = () if end is None else (Result(first, end.points),)
            return SeriesState(results, first, None, state)
        if state.round is None:
            raise Unsolvable(because("series.lot", self.series.settings.rule))
        return state


def board_of(match: Match) -> State:
    """The round on the table."""
    assert match.round is not None
    return match.round
