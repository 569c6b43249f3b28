"""Teaches Babylone, where every position is known to be won or lost."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Verdict
from ludotheque.core.teacher import RoundTeacher, opposed
from ludotheque.games.babylone.rules import BabyloneOptions, Move, State
from ludotheque.games.babylone.solver import shared_solver


class Teacher(RoundTeacher[State, Move]):
    """Answers by the solver."""

    def __init__(self, options: BabyloneOptions) -> None:
        """Shares the memory of the perfect player."""
        self.solver = shared_solver(options)
        super().__init__(self.solver.game)

    def value(self, board: State) -> tuple[Verdict, ...]:
        """Proved, whatever the position."""
        return opposed(self.solver.verdict(board), board.mover)

    def preferred(self, board: State, best: Sequence[Move]) -> Move:
        """The one after which the smallest share of the other's answers wins."""
        return min(best, key=lambda move: self._danger(self.game.apply(board, move)))

    def _danger(self, after: State) -> tuple[float, int]:
        """Which share of the answers wins, and how many answers there are."""
        answers = len(self.game.actions(after))
        return len(self.solver.best(after)) / max(1, answers), answers

    def reason(self, board: State, action: Move) -> Reason:
        """How many answers it leaves, and how many of them win."""
        after = self.game.apply(board, action)
        answers = len(self.game.actions(after))
        if not answers:
            return because("teacher.last_move")
        winning = len(self.solver.best(after))
        if not winning:
            return because("teacher.answers", n=answers)
        key = "teacher.risky" if self.solver.wins(board) else "teacher.lost"
        return because(key, n=answers, w=winning)
