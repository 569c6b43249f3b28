"""Teaches Babylone, where every position is known to be won or lost."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.player import has_kernels
from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Unsolvable, Verdict
from ludotheque.core.teacher import RoundTeacher, opposed
from ludotheque.games.babylone.rules import BabyloneOptions, Move, State
from ludotheque.games.babylone.solver import MOST_PLAIN_PILES, is_small, shared_solver


class Teacher(RoundTeacher[State, Move]):
    """Answers with the values of the solver."""

    def __init__(self, options: BabyloneOptions) -> None:
        self.solver = shared_solver(options)
        super().__init__(self.solver.game)

    def value(self, board: State) -> tuple[Verdict, ...]:
        """The proved value; raises `Unsolvable` if it would take too long without kernels."""
        self._check_is_near(board)
        return opposed(self.solver.verdict(board), board.mover)

    def preferred(self, board: State, best: Sequence[Move]) -> Move:
        """The move after which the smallest share of the opponent's replies wins."""
        return min(best, key=lambda move: self._danger(self.game.apply(board, move)))

    def _danger(self, after: State) -> tuple[float, int]:
        """The share of the opponent's replies that win, and the number of replies."""
        answers = len(self.game.actions(after))
        return len(self.solver.best(after)) / max(1, answers), answers

    def _check_is_near(self, board: State) -> None:
        """Raises `Unsolvable` where plain Python would take too long to value the position."""
        piles = sum(map(bool, board.piles))
        options = self.solver.game.options
        if piles > MOST_PLAIN_PILES and not is_small(options) and not has_kernels():
            raise Unsolvable(because("teacher.far_off", n=MOST_PLAIN_PILES))

    def reason(self, board: State, action: Move) -> Reason:
        """How many replies the move leaves, and how many of them win."""
        after = self.game.apply(board, action)
        self._check_is_near(after)
        answers = len(self.game.actions(after))
        if not answers:
            return because("teacher.last_move")
        winning = len(self.solver.best(after))
        if not winning:
            return because("teacher.answers", n=answers)
        key = "teacher.risky" if self.solver.wins(board) else "teacher.lost"
        return because(key, n=answers, w=winning)
