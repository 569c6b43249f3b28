"""The contract of a game: immutable states and pure rules; `play` checks, `apply` trusts."""

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
    """How a game ended: the return of each seat (1 won, -1 lost), the points, and why."""

    returns: tuple[float, ...]
    points: tuple[int, ...]
    reason: Reason

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won; empty when it is a draw."""
        best = max(self.returns)
        return tuple(s for s, r in enumerate(self.returns) if r == best) if best > 0 else ()


def returns_for(winners: Sequence[Seat], seats: int) -> tuple[float, ...]:
    """The winner 1, each other -1/(n-1); those who tie for the win share equally."""
    other = -1 / (seats - 1)
    shared = (1 + (len(winners) - 1) * other) / len(winners) if len(winners) < seats else 0.0
    return tuple(shared if seat in winners else other for seat in range(seats))


def win(seat: Seat, reason: Reason, seats: int = 2) -> Outcome:
    """The outcome in which that seat wins, and with it the one point of the round."""
    points = tuple(int(other == seat) for other in range(seats))
    return Outcome(returns_for([seat], seats), points, reason)


def drawn(reason: Reason, seats: int = 2) -> Outcome:
    """The outcome in which nobody wins."""
    return Outcome((0.0,) * seats, (0,) * seats, reason)


def ranked(points: Sequence[int], reason: Reason) -> Outcome:
    """The outcome in which the most points win."""
    best = max(points)
    winners = [seat for seat, own in enumerate(points) if own == best]
    return Outcome(returns_for(winners, len(points)), tuple(points), reason)


class Game(ABC, Generic[S, A]):
    """The rules of one game under one set of options. Holds no position."""

    name: str
    seats: int
    examples: bool = False
    """Whether `actions` are only examples of what is legal, as where any word may be said."""

    @abstractmethod
    def initial(self, first: Seat | None = None) -> S:
        """The position before anything happens; `first` begins (None: the lot, or seat 0)."""

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
        """The position after a legal action; trusted, checks nothing."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Whether it is over, for whom and why; None while it goes on."""

    def play(self, state: S, action: A) -> S:
        """The position after the action, or `IllegalAction` if the rules refuse it."""
        return self.apply(state, self.checked(state, action))

    def checked(self, state: S, action: A) -> A:
        """The action as a record keeps it, with its ruling, or `IllegalAction`."""
        self.check(state, action)
        return self.ruled(state, action)

    def check(self, state: S, action: A) -> None:
        """Raises `IllegalAction` if the rules refuse the action."""
        reason = self.refusal(state, action)
        if reason is not None:
            raise IllegalAction(reason)

    def ruled(self, state: S, action: A) -> A:
        """The action with what only play can find out, such as a dictionary's verdict on a word.

        Most games have nothing to add. A ruling stands: `apply` and replays trust it. What it finds
        out may also be that the action is refused (`IllegalAction`).
        """
        del state
        return action

    def weights(self, state: S) -> Sequence[int]:
        """The odds of `actions` when chance acts: all alike unless a game says otherwise."""
        return [1] * len(self.actions(state))

    def ends_turn(self, before: S, after: S) -> bool:
        """Whether a turn was completed between two states (a turn may take several actions)."""
        del after
        return self.turn(before) is not None

    def key(self, state: S) -> Hashable:
        """The position without its history: equal keys have equal futures but for repetition."""
        return state

    def future(self, state: S) -> Hashable:
        """All that decides what can still happen: equal futures have equal perft."""
        return state
