"""Exact values of Plus 4: the elementary game, the endless grid, the match of rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ludotheque.core.player import has_kernels
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
from ludotheque.games.plus4.match_format import match_format
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import Plus4, Push, State
from ludotheque.games.plus4.solving.mode import (
    DRAW,
    GAIN_OF,
    LOSS,
    WIN,
    Ended,
    MatchState,
    Spot,
    board_of,
)
from ludotheque.games.plus4.solving.paths import is_read_plainly, last_file
from ludotheque.games.plus4.solving.plain import PlainElementary

if TYPE_CHECKING:
    from ludotheque.games.plus4.solving.modes import Mode

SHARES = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}


def _mode(options: Plus4Options) -> Mode | PlainElementary:
    """The mode with kernels; without them, the stored elementary game if its file exists."""
    if not has_kernels() and is_read_plainly(options):
        return PlainElementary(last_file(options).parent, options)
    from ludotheque.games.plus4.solving.modes import mode_of  # noqa: PLC0415  # loads Numba

    return mode_of(options)


class Solver:
    """Exact values under one set of options, of a bare round or of the match it belongs to."""

    def __init__(self, options: Plus4Options) -> None:
        """Raises `Unsolvable` for options that are not solved; does not solve or read yet."""
        if not options.is_solved:
            raise Unsolvable(because("open_reading"))
        self.game = Plus4(options)
        self.series = Series(self.game, match_format(options))
        self.mode = _mode(options)

    def use_gpu(self) -> None:
        """Solves on the graphics card from now on; raises `Unsolvable` if there is none."""
        self.mode.use_gpu()

    def prepare(self, progress: Progress | None = None) -> None:
        """Solves what is missing, stores it in the data folder and compiles what players need."""
        self.mode.prepare(progress)
        spot = self.mode.spot(self._match(self.game.initial()))
        self.mode.levels(spot, GAIN_OF[WIN], forcing=True, ended=())

    def verdict(self, state: State | MatchState) -> Verdict:
        """The value for the player to move: of the match, or of a bare round."""
        match = self._match(state)
        end = self.series.outcome(match)
        return self._look(match) if end is None else final(end, board_of(match).mover)

    def analyse(self, state: State | MatchState) -> Analysis[Push]:
        """The values of the position and of every push; at the start also facts about the game."""
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
        """The pushes that keep the value, bring a win nearer and delay a loss."""
        match = self._match(state)
        found = self._analysed(match)
        if found.verdict.distance is not None:
            return list(found.best)
        worth, still = found.verdict.share, SHARES[self.mode.endless(self.mode.spot(match))]
        if worth < still:
            return self._by_level(match, found, sign=-1)
        lasting = [push for push in found.keeping if self._is_lasting(match, push)]
        if lasting or worth == still:
            return lasting or list(found.keeping)
        return self._by_level(match, found, sign=1)

    def _look(self, match: MatchState) -> Verdict:
        """The stored value, unless positions that occurred twice change it."""
        spot = self.mode.spot(match)
        value = self.mode.value(spot)
        if value not in SHARES:
            raise Unsolvable(because("wrong_scores", "4.5"))
        ended = self._ended(match, spot)
        if not ended:
            return Verdict(SHARES[value], self.mode.distance(match, spot))
        return Verdict(SHARES[self.mode.forced(spot, ended)])

    def _distance(self, match: MatchState, push: Push, verdict: Verdict) -> int | None:
        """The distance counted from the push (1: it scores or ends the game); None if unknown."""
        before = board_of(match)
        if self._ended(match, self.mode.spot(match)) or not self.mode.measured(match):
            return None
        after = self.game.apply(before, push)
        over = self.game.outcome(after) is not None
        return 1 if over or after.scores != before.scores else verdict.distance

    def _is_lasting(self, match: MatchState, push: Push) -> bool:
        """Whether it adds a pawn, scores or ends the round, so that no earlier position returns."""
        after = self.game.apply(board_of(match), push)
        return not (after.once or after.twice) or self.game.outcome(after) is not None

    def _by_level(self, match: MatchState, found: Analysis[Push], sign: int) -> list[Push]:
        """The pushes that keep the value with the least level (`sign` 1) or the greatest (-1)."""
        spot = self.mode.spot(match)
        forcing, share = sign > 0, found.verdict.share
        ask = round(2 * (share if forcing else 1 - share))
        level_after = self.mode.levels(spot, ask, forcing, self._ended(match, spot))
        levels = {push: sign * level_after(push) for push in found.keeping}
        least = min(levels.values())
        return [push for push, level in levels.items() if level == least]

    def _ended(self, match: MatchState, spot: Spot) -> list[Ended]:
        """The positions that occurred twice and are worth more or less than endless play."""
        state = board_of(match)
        ended: list[Ended] = []
        for columns, mover in state.twice:
            same = mover == state.mover
            seen = self.mode.beside(spot, columns, mover, same)
            if self.mode.value(seen) != self.mode.endless(seen):
                ended.append((seen.position, same))
        return ended

    def _match(self, state: State | MatchState) -> MatchState:
        """The match; a bare round becomes its first, begun by seat 0, or if empty by the mover."""
        if isinstance(state, State):
            first = 0 if any(state.columns) else state.mover
            end = self.game.outcome(state)
            results = () if end is None else (Result(first, end.points),)
            return SeriesState(results, first, None, state)
        if state.round is None:
            raise Unsolvable(because("series.lot", self.series.format.lot_rule))
        return state
