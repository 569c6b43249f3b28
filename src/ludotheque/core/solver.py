"""What is known of a position under perfect play: proved, or estimated with an interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, runtime_checkable

from ludotheque.core.game import A, Game, Outcome, S, Seat
from ludotheque.core.reason import Reason, Refusal

Progress = Callable[[float], None]
"""Called now and then with the part of the work that is done, from 0 to 1."""


class Unsolvable(Refusal):
    """The position, or the game under these options, is beyond what can be solved here."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth to the player to move, or an action to the player who takes it.

    `share` is 1 for a win, 1/2 for a draw, 0 for a loss; where chance still acts (`odds`), what
    can be expected of these. `low` and `high` are the interval of an estimate and None where the
    share is proved. `distance` is the number of actions to the end, or to the next event that the
    solver names, if both sides play for it.
    """

    share: float
    distance: int | None = None
    odds: bool = False
    low: float | None = None
    high: float | None = None

    @property
    def proved(self) -> bool:
        """Whether the share is exact."""
        return self.low is None

    @property
    def word(self) -> str:
        """`win`, `draw` or `loss`; with odds, on which side of an even chance they are."""
        if self.share == 0.5:
            return "draw"
        return "win" if self.share > 0.5 else "loss"

    def before(self) -> Verdict:
        """The same to the other player, who brought this about by one action."""
        farther = None if self.distance is None else self.distance + 1
        low = None if self.high is None else 1 - self.high
        high = None if self.low is None else 1 - self.low
        return replace(self, share=1 - self.share, distance=farther, low=low, high=high)

    @property
    def _rank(self) -> tuple[float, bool, int]:
        """Better verdicts rank higher: the greater share, then the sooner win or later loss.

        Of equal shares, a win is better proved, and anything else better in doubt.
        """
        soon, good = self.distance or 0, self.share > 0.5
        return self.share, self.proved == good, -soon if good else soon


@dataclass(frozen=True, slots=True)
class Analysis(Generic[A]):
    """A position's verdict, that of each of its actions in order, and what it took.

    `until` is what distances are counted to: the `end`, or the next `points`. `facts` tell of the
    whole game, where the position is its start, or what an estimate rests on.
    """

    verdict: Verdict
    actions: tuple[tuple[A, Verdict], ...]
    looked_at: int | None = None
    until: str = "end"
    facts: tuple[Reason, ...] = ()

    @property
    def best(self) -> tuple[A, ...]:
        """The actions that nothing beats: among wins the soonest, among losses the latest."""
        top = max((v._rank for _, v in self.actions), default=None)
        return tuple(action for action, v in self.actions if v._rank == top)

    def of(self, action: A) -> Verdict:
        """What that action is worth."""
        return dict(self.actions)[action]

    @property
    def keeping(self) -> tuple[A, ...]:
        """The actions that give nothing away."""
        return tuple(action for action, v in self.actions if v.share == self.verdict.share)


class Solver(Protocol):
    """Exact answers about positions: of a bare round, or of a series where that is solved."""

    def prepare(self, progress: Progress | None = None) -> None:
        """Does what every answer needs beforehand; returns at once if that is done."""
        ...

    def verdict(self, state: Any) -> Verdict:
        """What the position is worth to the player to move."""
        ...

    def analyse(self, state: Any) -> Analysis[Any]:
        """The same for the position and for every action, each to the player to move."""
        ...


@runtime_checkable
class OnGpu(Protocol):
    """A solver that can work on a CUDA graphics card."""

    def use_gpu(self) -> None:
        """Works on the card from now on, or raises `Unsolvable` if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: how many positions it looked at, and each fault."""

    looked_at: int
    faults: tuple[Reason, ...] = ()


class Checker(Protocol):
    """Checks what a solver has kept by the rules alone, with none of the solver's code."""

    def check(self, sample: int | None, progress: Progress | None = None) -> Checked:
        """Checks every kept position, or that many drawn at random."""
        ...


def final(end: Outcome, seat: Seat) -> Verdict:
    """What a finished game of two is worth to that seat."""
    return Verdict((1 + end.returns[seat]) / 2, 0)


def alternating(
    game: Game[S, A],
    state: S,
    verdict: Callable[[S], Verdict],
    looked_at: Callable[[], int] | None = None,
) -> Analysis[A]:
    """The analysis for two players without chance, whether turns alternate or come twice in a row.

    An action that ends it has no distance: a solver that counts them says 1 by itself.
    """
    seat = game.turn(state)
    valued = tuple(
        (action, _after(game, game.apply(state, action), verdict, seat))
        for action in game.actions(state)
    )
    return Analysis(verdict(state), valued, looked_at() if looked_at else None)


def _after(
    game: Game[S, A], state: S, verdict: Callable[[S], Verdict], seat: Seat | None
) -> Verdict:
    """What a position is worth to the seat that has just brought it about."""
    end = game.outcome(state)
    if end is not None:
        assert seat is not None
        return replace(final(end, seat), distance=None)
    then = verdict(state).before()
    if game.turn(state) != seat:
        return then
    again = then.before()
    return replace(again, distance=then.distance)
