"""The value of a position under perfect play: proved, or estimated with an interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, runtime_checkable

from ludotheque.core.game import A, Game, Outcome, S, Seat
from ludotheque.core.reason import Reason, Refusal

Progress = Callable[[float], None]
"""Called from time to time with the fraction of the work that is done, from 0 to 1."""


class Unsolvable(Refusal):
    """The position, or the game under these options, is beyond what can be solved here."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth to the player to move, or an action to the player who takes it.

    `share` is 1 for a win, 1/2 for a draw, 0 for a loss; if chance still acts (`odds`), it is the
    expected value of these. `low` and `high` are the interval of an estimate, and None if the share
    is proved. `distance` is the number of actions to the event in `Analysis.until`, if both sides
    play for it.
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
    def moves(self) -> int | None:
        """The distance as people count it: in moves of one player, not of both."""
        return None if self.distance is None else (self.distance + 1) // 2

    @property
    def word(self) -> str:
        """`win`, `draw` or `loss`: whether the share is above, at or below 1/2."""
        if self.share == 0.5:
            return "draw"
        return "win" if self.share > 0.5 else "loss"

    def before(self) -> Verdict:
        """The verdict for the other player, on the action that led to this position."""
        farther = None if self.distance is None else self.distance + 1
        low = None if self.high is None else 1 - self.high
        high = None if self.low is None else 1 - self.low
        return replace(self, share=1 - self.share, distance=farther, low=low, high=high)

    @property
    def _rank(self) -> tuple[float, bool, int]:
        """A sort key: better verdicts rank higher.

        The greater share counts first. Of equal shares, a proved win or an estimated draw or loss
        ranks higher. After that, a sooner win ranks higher, or a later draw or loss.
        """
        soon, good = self.distance or 0, self.share > 0.5
        return self.share, self.proved == good, -soon if good else soon


@dataclass(frozen=True, slots=True)
class Analysis(Generic[A]):
    """The verdicts on a position and on each of its actions, in order.

    `looked_at` is the number of positions that were searched. `until` is the event that distances
    are counted to: the `end`, or the next `points`. `facts` are about the whole game, if the
    position is its start, or say what an estimate is based on.
    """

    verdict: Verdict
    actions: tuple[tuple[A, Verdict], ...]
    looked_at: int | None = None
    until: str = "end"
    facts: tuple[Reason, ...] = ()

    @property
    def best(self) -> tuple[A, ...]:
        """The best actions: among wins the soonest, among losses the latest."""
        top = max((v._rank for _, v in self.actions), default=None)
        return tuple(action for action, v in self.actions if v._rank == top)

    def of(self, action: A) -> Verdict:
        """The verdict on that action."""
        return dict(self.actions)[action]

    @property
    def keeping(self) -> tuple[A, ...]:
        """The actions that keep the full share of the position."""
        return tuple(action for action, v in self.actions if v.share == self.verdict.share)


class Solver(Protocol):
    """Gives exact answers about positions of a single round, or of a series if that is solved."""

    def prepare(self, progress: Progress | None = None) -> None:
        """Computes what all answers need; returns at once if that is already done."""

    def verdict(self, state: Any) -> Verdict:
        """What the position is worth to the player to move."""

    def analyse(self, state: Any) -> Analysis[Any]:
        """The verdicts on the position and on each action, for the player to move."""


@runtime_checkable
class OnGpu(Protocol):
    """A solver that can run on a CUDA graphics card."""

    def use_gpu(self) -> None:
        """Computes on the graphics card from now on; raises `Unsolvable` if there is none."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check: the number of positions looked at, and the faults found."""

    looked_at: int
    faults: tuple[Reason, ...] = ()


class Checker(Protocol):
    """Checks the stored results of a solver against the rules, without the solver's code."""

    def check(self, sample: int | None, progress: Progress | None = None) -> Checked:
        """Checks every stored position, or `sample` of them drawn at random."""


def final(end: Outcome, seat: Seat) -> Verdict:
    """The verdict on a finished game of two players, for that seat."""
    return Verdict((1 + end.returns[seat]) / 2, 0)


def alternating(game: Game[S, A], state: S, verdict: Callable[[S], Verdict]) -> Analysis[A]:
    """The analysis of a position for two players without chance, who may move twice in a row.

    An action that ends the game gets no distance: a solver that counts distances sets it to 1.
    """
    seat = game.turn(state)
    valued = tuple(
        (action, _after(game, game.apply(state, action), verdict, seat))
        for action in game.actions(state)
    )
    return Analysis(verdict(state), valued)


def _after(
    game: Game[S, A], state: S, verdict: Callable[[S], Verdict], seat: Seat | None
) -> Verdict:
    """What a position is worth to `seat`, whose action led to it."""
    end = game.outcome(state)
    if end is not None:
        assert seat is not None
        return replace(final(end, seat), distance=None)
    then = verdict(state).before()
    if game.turn(state) != seat:
        return then
    return replace(then.before(), distance=then.distance)
