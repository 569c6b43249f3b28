"""The interface of a game: immutable states, pure rules. `play` checks, `apply` does not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludotheque.core.reason import IllegalAction, Reason

Seat = int

S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the return of each seat (1 for a win), the points, and the reason."""

    returns: tuple[float, ...]
    points: tuple[int, ...]
    reason: Reason

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; empty after a draw."""
        best = max(self.returns)
        return tuple(s for s, r in enumerate(self.returns) if r == best) if best > 0 else ()


def mover(game: Game[S, A], state: S) -> Seat:
    """The player to move; only for states in which it is a player's turn."""
    seat = game.turn(state)
    assert seat is not None
    return seat


def returns_for(winners: Sequence[Seat], seats: int) -> tuple[float, ...]:
    """Returns that sum to 0: 1 for the winner, -1/(n-1) for the others; tied winners share."""
    other = -1 / (seats - 1)
    shared = (1 + (len(winners) - 1) * other) / len(winners) if len(winners) < seats else 0.0
    return tuple(shared if seat in winners else other for seat in range(seats))


def win(seat: Seat, reason: Reason, seats: int = 2) -> Outcome:
    """The outcome in which that seat wins and scores the only point of the round."""
    points = tuple(int(other == seat) for other in range(seats))
    return Outcome(returns_for([seat], seats), points, reason)


def drawn(reason: Reason, seats: int = 2) -> Outcome:
    """The outcome of a draw, without points."""
    return Outcome((0.0,) * seats, (0,) * seats, reason)


def ranked(points: Sequence[int], reason: Reason) -> Outcome:
    """The outcome in which the seats with the most points win."""
    best = max(points)
    winners = [seat for seat, own in enumerate(points) if own == best]
    return Outcome(returns_for(winners, len(points)), tuple(points), reason)


class Game(ABC, Generic[S, A]):
    """The rules of one game under one set of options, without a position."""

    name: str
    seats: int
    examples: bool = False
    """Whether `actions` lists only examples of legal actions, as when any word can be played."""

    @abstractmethod
    def initial(self, first: Seat | None = None) -> S:
        """The first position; `first` is the seat that begins (None: drawn by lot, or seat 0)."""

    @abstractmethod
    def turn(self, state: S) -> Seat | None:
        """The player to move; None when chance acts or the game is over."""

    @abstractmethod
    def actions(self, state: S) -> Sequence[A]:
        """Every legal action, in a fixed order; empty exactly when the game is over."""

    @abstractmethod
    def refusal(self, state: S, action: A) -> Reason | None:
        """Why the action is not allowed here; None if it is legal."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """The position after an action that is known to be legal; checks nothing."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def play(self, state: S, action: A) -> S:
        """The position after the action; raises `IllegalAction` if the rules refuse it."""
        return self.apply(state, self.checked(state, action))

    def checked(self, state: S, action: A) -> A:
        """The action with its ruling, as in a record; raises `IllegalAction` if it is refused."""
        self.check(state, action)
        return self.ruled(state, action)

    def check(self, state: S, action: A) -> None:
        """Raises `IllegalAction` if the rules refuse the action."""
        reason = self.refusal(state, action)
        if reason is not None:
            raise IllegalAction(reason)

    def ruled(self, state: S, action: A) -> A:
        """The action with facts from outside the rules, such as a dictionary's verdict on a word.

        Most games add nothing. A ruling is final: `apply` and replays trust it. Raises
        `IllegalAction` if the ruling refuses the action.
        """
        del state
        return action

    def weights(self, state: S) -> Sequence[int]:
        """The odds of `actions` when chance acts; equal unless a game overrides this."""
        return [1] * len(self.actions(state))

    def ends_turn(self, before: S, after: S) -> bool:
        """Whether a turn was completed between two states (a turn may take several actions)."""
        del after
        return self.turn(before) is not None

    def key(self, state: S) -> Hashable:
        """The position without its history; equal keys have equal futures, repetitions aside."""
        return state

    def future(self, state: S) -> Hashable:
        """All that decides what can still happen; equal futures have equal perft counts."""
        return state
