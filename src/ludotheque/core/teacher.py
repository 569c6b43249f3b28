"""Teachers, which say what a position is worth, which action is best, and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol

from ludotheque.core.game import A, Game, Outcome, S, Seat, mover
from ludotheque.core.reason import Reason, because
from ludotheque.core.series import Choice, on_table
from ludotheque.core.solver import Analysis, Verdict


class Teacher(Protocol):
    """Explains positions of `kit.game` in which a player is to move.

    Answers are proved if that is quick, otherwise estimated; the same question always has the same
    answer.
    """

    def worth(self, state: Any) -> tuple[Verdict, ...]:
        """What the position is worth to each seat."""

    def analyse(self, state: Any) -> Analysis[Any]:
        """What the position and each of its actions are worth to the player to move."""

    def rate(self, state: Any, action: Any) -> Verdict:
        """What an action is worth to its player, even if `analyse` does not list it."""

    def advice(self, state: Any) -> Any:
        """The action that the teacher recommends."""

    def why(self, state: Any, action: Any) -> Reason:
        """Why to take an action, as a reason in the texts of the game."""


class RoundTeacher(ABC, Generic[S, A]):
    """A teacher that looks at the round on the table and ignores the score of the match."""

    def __init__(self, game: Game[S, A]) -> None:
        self.game = game

    @abstractmethod
    def value(self, board: S) -> tuple[Verdict, ...]:
        """What an unfinished round is worth to each seat."""

    @abstractmethod
    def reason(self, board: S, action: A) -> Reason:
        """Why to take an action."""

    def worth(self, state: Any) -> tuple[Verdict, ...]:
        """What the round is worth to each seat; before a choice, after the better choice."""
        if state.chooser is not None:
            return max(self._choices(state).values(), key=lambda w: w[state.chooser].share)
        return self._value(on_table(state))

    def analyse(self, state: Any) -> Analysis[Any]:
        """The analysis of the choice to go first or second, or of the actions of the round."""
        if state.chooser is not None:
            rated = {c: w[state.chooser] for c, w in self._choices(state).items()}
            return joined(tuple(rated.items()))
        return self.analysed(on_table(state))

    def rate(self, state: Any, action: Any) -> Verdict:
        """What a choice, or an action of the round, is worth to its player."""
        if state.chooser is not None:
            return self.analyse(state).of(action)
        return self.rated(on_table(state), action)

    def advice(self, state: Any) -> Any:
        """One of the best actions: in a round, the one that `preferred` picks."""
        best = self.analyse(state).best
        return best[0] if state.chooser is not None else self.preferred(on_table(state), best)

    def preferred(self, board: S, best: Sequence[A]) -> A:
        """Which of several equally good actions of the round to recommend: the first by default."""
        del board
        return best[0]

    def why(self, state: Any, action: Any) -> Reason:
        """Why to take an action of the round, or to go first or second."""
        if isinstance(action, Choice):
            return because("teacher.first" if action.first else "teacher.second")
        return self.reason(on_table(state), action)

    def analysed(self, board: S) -> Analysis[A]:
        """The analysis of the round; it is worth as much as its best action."""
        return joined(tuple((a, self.rated(board, a)) for a in self.game.actions(board)))

    def rated(self, board: S, action: A) -> Verdict:
        """What an action of the round is worth to its player."""
        found = self._value(self.game.apply(board, action))[mover(self.game, board)]
        return replace(found, distance=None if found.distance is None else found.distance + 1)

    def _value(self, board: S) -> tuple[Verdict, ...]:
        end = self.game.outcome(board)
        return self.value(board) if end is None else finished(end)

    def _choices(self, state: Any) -> dict[Choice, tuple[Verdict, ...]]:
        """What the round is worth to each seat after each choice of who begins."""
        first = {Choice(True): state.chooser, Choice(False): (state.chooser + 1) % self.game.seats}
        return {choice: self._value(self.game.initial(seat)) for choice, seat in first.items()}


def joined(rated: tuple[tuple[Any, Verdict], ...]) -> Analysis[Any]:
    """The analysis of a position, which is worth as much as the best of these rated actions."""
    found = Analysis(rated[0][1], rated)
    return replace(found, verdict=found.of(found.best[0]))


def finished(end: Outcome) -> tuple[Verdict, ...]:
    """What a finished game is worth to each seat: 1 for a win, shared in a tie or a draw."""
    seats = range(len(end.returns))
    winners = end.winners or seats
    return tuple(Verdict(1 / len(winners) if seat in winners else 0.0, 0) for seat in seats)


def opposed(verdict: Verdict, seat: Seat) -> tuple[Verdict, Verdict]:
    """What a position of two players is worth to each of them, given its worth to `seat`."""
    other = replace(verdict.before(), distance=verdict.distance)
    return (verdict, other) if seat == 0 else (other, verdict)
