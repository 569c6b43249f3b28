"""Teaches Redline: exactly near the end of a round for two, otherwise by estimates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from ludotheque.core.game import Seat, mover
from ludotheque.core.player import has_kernels, playable
from ludotheque.core.reason import Reason, because
from ludotheque.core.series import on_table
from ludotheque.core.solver import Analysis, Verdict
from ludotheque.core.teacher import RoundTeacher, opposed
from ludotheque.games.redline.bots import bots
from ludotheque.games.redline.rules import Action, Hand, Place, Redline, RedlineOptions, State

if TYPE_CHECKING:
    from ludotheque.games.redline.solver import Solver

# The kernel plays about 390,000 games a second with two players (docs/evidence/performance.md),
# plain Python about a thousand, and half as many with six: this takes 0.1 s, in plain Python 0.5 s
# or 1 s.
PLAYED_GAMES, PLAIN_GAMES = 40_000, 500
# For each action: the 95 % interval is then at most 4.4 % to either side, without Numba 25 %.
LEAST_GAMES, LEAST_PLAIN_GAMES = 500, 12
# The limit for an exact endgame; the solver uses four times as many, since it may take longer.
MOST_POSITIONS = 200_000


class Teacher(RoundTeacher[State, Action]):
    """Estimates by random games; without Numba, by fewer."""

    game: Redline

    def __init__(self, options: RedlineOptions) -> None:
        """Does not load the kernel yet: that happens at the first question."""
        super().__init__(Redline(options))
        self.options = options
        self._last: tuple[State, Analysis[Action]] | None = None

    @cached_property
    def solver(self) -> Solver | None:
        """The solver of exact endgames, or None without Numba."""
        if not has_kernels():
            return None
        from ludotheque.games.redline.solver import Solver  # noqa: PLC0415  # loads Numba

        return Solver(self.options, MOST_POSITIONS, PLAYED_GAMES)

    def value(self, board: State) -> tuple[Verdict, ...]:
        """Estimates by random games; exact for two players if that takes little time."""
        if self.solver is not None and self.game.seats == 2:
            found = self.analysed(board).verdict
            if found.proved:
                return opposed(found, board.acting)
        return self._played(board, PLAIN_GAMES if self.solver is None else PLAYED_GAMES)

    def advice(self, state: Any) -> Any:
        """One of the best actions; without Numba, the one that the strongest level would take."""
        if self.solver is not None:
            return super().advice(state)
        strongest = list(playable(bots(self.options)).values())[-1]
        return strongest.choose(self.game, on_table(state), Random(0))

    def analysed(self, board: State) -> Analysis[Action]:
        """Every action, all proved or all estimated; with more than two players, estimated."""
        if self.solver is None or self.game.seats > 2:
            return super().analysed(board)
        if self._last is None or self._last[0] != board:
            self._last = board, self.solver.analyse(board)
        return self._last[1]

    def rated(self, board: State, action: Action) -> Verdict:
        """As in the analysis for two; otherwise estimated by a share of the random games."""
        if self.solver is not None and self.game.seats == 2:
            return self.analysed(board).of(action)
        seat = mover(self.game, board)
        after = self.game.apply(board, action)
        if self.game.outcome(after) is not None:
            return super().rated(board, action)
        least, games = (
            (LEAST_PLAIN_GAMES, PLAIN_GAMES) if self.solver is None else (LEAST_GAMES, PLAYED_GAMES)
        )
        times = max(least, games // len(self.game.actions(board)))
        return self._played(after, times)[seat]

    def _played(self, board: State, times: int) -> tuple[Verdict, ...]:
        from ludotheque.games.redline.packing import played  # noqa: PLC0415  # may load Numba

        return played(self.game, board, times, 0)

    def reason(self, board: State, action: Action) -> Reason:
        """What the action brings: an end, tiles, or how many placements it leaves each player."""
        if not isinstance(action, Place):
            ways = self._ways(board, (action.tile,))
            return because("teacher.returned" if ways else "teacher.useless", n=ways)
        after = self.game.apply(board, action)
        if after.winner is not None:
            return because("teacher.ends" if after.winner == board.mover else "teacher.ends_lost")
        if after.mover == board.mover:
            return because("teacher.draws" if after.drawing else "teacher.takes")
        if after.owing:
            return because("teacher.blocks", n=len(after.owing))
        own, other = self._left(after, board.mover)
        if own < other:
            return because("teacher.wins_most")
        key = "teacher.places" if self.game.seats == 2 else "teacher.places_many"
        return because(key, own=own, other=other)

    def preferred(self, board: State, best: Sequence[Action]) -> Action:
        """The action that leaves a rival the fewest ways to place, then the player the most."""
        seat = mover(self.game, board)

        def leaving(action: Action) -> tuple[int, int]:
            own, other = self._left(self.game.apply(board, action), seat)
            return other, -own

        return min(best, key=leaving)

    def _left(self, board: State, seat: Seat) -> tuple[int, int]:
        """In how many ways that seat could place a tile, and in how many the most limited rival."""
        rivals = [self._ways(board, board.hands[s]) for s in board.still_in if s != seat]
        return self._ways(board, board.hands[seat]), min(rivals, default=0)

    def _ways(self, board: State, hand: Hand) -> int:
        """In how many ways one of these tiles could be placed."""
        return len(list(self.game.placements(board.board, hand)))
