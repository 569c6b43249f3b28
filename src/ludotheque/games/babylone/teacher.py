"""What can be taught of Babylone: every position is won or lost, and known."""

from __future__ import annotations

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Verdict
from ludotheque.core.teacher import RoundTeacher, opposed
from ludotheque.games.babylone.rules import BabyloneOptions, Move, State
from ludotheque.games.babylone.solver import shared_solver


class Teacher(RoundTeacher[State, Move]):
    """Knows by the solver."""

    def __init__(self, options: BabyloneOptions) -> None:
        """Shares what the perfect player knows."""
        self.solver = shared_solver(options)
        super().__init__(self.solver.game)

    def value(self, board: State) -> tuple[Verdict, ...]:
        """Proved, whatever the position."""
        return opposed(self.solver.verdict(board), board.mover)

    def reason(self, board: State, action: Move) -> Reason:
        """How many answers it leaves, and that none of them wins."""
        after = self.game.apply(board, action)
        answers = len(self.game.actions(after))
        if not answers:
            return because("teacher.last_move")
        winning = len(self.solver.best(after))
        return because("teacher.answers" if not winning else "teacher.risky", n=answers, w=winning)
