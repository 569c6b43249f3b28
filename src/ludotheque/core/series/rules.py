"""A match of rounds of any game: who begins, how points add up, and when the match ends."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile
from typing import Any, Generic

from ludotheque.core.game import A, Game, Outcome, S, Seat, ranked
from ludotheque.core.reason import Reason, because


@dataclass(frozen=True, slots=True)
class Begin:
    """Chance: that seat begins the first round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chance: that seat chooses whether to go first or second."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """The chooser goes first, or second."""

    first: bool


SeriesAction = Begin | Chooser | Choice


class NextBeginner(Enum):
    """Who begins the next round."""

    WINNER = "winner"
    LOSER = "loser"
    LOSER_CHOOSES = "loser_chooses"


@dataclass(frozen=True)
class MatchFormat:
    """How rounds make a match, and the paragraphs of the rules page that say so.

    The match ends when a seat reaches `target` points, after `rounds` rounds, or after `drawn`
    rounds in a row without a point; None disables that condition. If the
    loser chooses who begins the next round, `chooser` does so before the first one; None: by lot.
    """

    lot_rule: str
    end_rule: str
    resign_rule: str
    next_beginner: NextBeginner = NextBeginner.LOSER
    target: int | None = None
    rounds: int | None = None
    drawn: int | None = None
    chooser: Seat | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round: who began it and what each seat scored."""

    first: Seat
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeriesState(Generic[S]):
    """The finished rounds, and the position of the current one.

    Before the first round and while `chooser` chooses who begins, `first` is None and `round` is
    the last position of the previous round, if any. After the match, the last round stays.
    """

    results: tuple[Result, ...] = ()
    first: Seat | None = None
    chooser: Seat | None = None
    round: S | None = None


class Series(Game[SeriesState[S], A | SeriesAction]):
    """A match of rounds as a game: a lot or a choice of who begins, then round after round."""

    name = "series"

    def __init__(self, round_: Game[S, A], format_: MatchFormat) -> None:
        self.round = round_
        self.format = format_
        self.seats = round_.seats
        self.examples = round_.examples

    def initial(self, first: Seat | None = None) -> SeriesState[S]:
        """The state before the lot or choice; with `first`, the start of a round that it begins."""
        if first is not None:
            return self._begin(SeriesState(), first)
        return SeriesState(chooser=self.format.chooser)

    def turn(self, state: SeriesState[S]) -> Seat | None:
        """The seat that chooses who begins, or the player to move in the round."""
        if state.chooser is not None:
            return state.chooser
        board = self._playing(state)
        return None if board is None else self.round.turn(board)

    def actions(self, state: SeriesState[S]) -> Sequence[A | SeriesAction]:
        """The outcomes of the lot, the two choices, or the actions of the round."""
        if state.chooser is not None:
            return [Choice(True), Choice(False)]
        if state.first is None:
            lot = Chooser if self._by_choice else Begin
            return [lot(seat) for seat in range(self.seats)]
        board = self._playing(state)
        return [] if board is None else self.round.actions(board)

    def weights(self, state: SeriesState[S]) -> Sequence[int]:
        """The odds of the lot, or those of the round."""
        board = self._playing(state)
        return [1] * len(self.actions(state)) if board is None else self.round.weights(board)

    def refusal(self, state: SeriesState[S], action: A | SeriesAction) -> Reason | None:
        """Why the series, or the round on the table, does not allow the action."""
        if isinstance(action, Begin | Chooser | Choice):
            return None if action in self.actions(state) else self._not_now(state)
        board = self._playing(state)
        if board is None and not self.over(state):
            return self._not_now(state)
        on_table = state.round if board is None else board
        assert on_table is not None
        return self.round.refusal(on_table, action)

    def ruled(self, state: SeriesState[S], action: A | SeriesAction) -> A | SeriesAction:
        """The action with the ruling of the round; a lot or a choice needs no ruling."""
        board = self._playing(state)
        if board is None or isinstance(action, Begin | Chooser | Choice):
            return action
        return self.round.ruled(board, action)

    def apply(self, state: SeriesState[S], action: A | SeriesAction) -> SeriesState[S]:
        """Begins a round, lets a seat choose, or applies an action of the round and may end it."""
        match action:
            case Begin(seat):
                return self._begin(state, seat)
            case Chooser(seat):
                return replace(state, chooser=seat)
            case Choice(first):
                assert state.chooser is not None
                return self._begin(state, state.chooser if first else 1 - state.chooser)
        assert state.round is not None
        board = self.round.apply(state.round, action)
        state = SeriesState(state.results, state.first, state.chooser, board)
        end = self.round.outcome(board)
        return state if end is None else self._next(state, end)

    def outcome(self, state: SeriesState[S]) -> Outcome | None:
        """The most points win; a match of one round has the outcome of that round."""
        key = self._end(state.results)
        if key is None or not self.over(state):
            return None
        if len(state.results) == 1 and state.round is not None:
            return self.round.outcome(state.round)
        return self._ranked(self.totals(state), key)

    def ends_turn(self, before: SeriesState[S], after: SeriesState[S]) -> bool:
        """False for a lot or a choice, true at the end of a round, otherwise as the round says."""
        board = self._playing(before)
        if board is None or after.round is None:
            return False
        return len(after.results) > len(before.results) or self.round.ends_turn(board, after.round)

    def key(self, state: SeriesState[S]) -> Hashable:
        """The key of the round, and those facts about past rounds that can still matter."""
        on_table = None if state.round is None else self.round.key(state.round)
        past = (self.totals(state), len(state.results), pointless(state.results))
        return past, state.first, state.chooser, on_table

    def totals(self, state: SeriesState[S]) -> tuple[int, ...]:
        """The points of all finished rounds together."""
        return tuple(sum(r.points[seat] for r in state.results) for seat in range(self.seats))

    def over(self, state: SeriesState[S]) -> bool:
        """Whether the last round has been played."""
        return self._end(state.results) is not None

    def coherent(self, state: SeriesState[S]) -> bool:
        """Whether the finished rounds, the phase and the round on the table fit together."""
        if state.chooser is not None and not self._by_choice:
            return False
        unbegun = not state.results and state.first is None
        if unbegun and self.format.chooser not in (None, state.chooser):
            return False
        if self._end(state.results[:-1]) is not None or not self._in_turn(state):
            return False
        if state.round is None:
            return not self.over(state)
        end = self.round.outcome(state.round)
        if state.chooser is None and not self.over(state):
            return end is None
        done = state.results[-1] if state.results else None
        return end is not None and done is not None and done.points == end.points

    def _in_turn(self, state: SeriesState[S]) -> bool:
        """Whether every round was begun by the seat that the previous result requires.

        If the loser chooses, only the current chooser can be checked.
        """
        due = [self.beginner(result) for result in state.results]
        if self._by_choice:
            return not (due and state.chooser is not None) or state.chooser == due[-1]
        begun = [result.first for result in state.results[1:]]
        if state.first is not None and state.results and not self.over(state):
            begun.append(state.first)
        return all(want == had for want, had in zip(due, begun, strict=False))

    @property
    def _by_choice(self) -> bool:
        return self.format.next_beginner is NextBeginner.LOSER_CHOOSES

    def _playing(self, state: SeriesState[S]) -> S | None:
        """The round being played; None before it begins and after the end."""
        return None if state.first is None or self.over(state) else state.round

    def _begin(self, state: SeriesState[S], first: Seat) -> SeriesState[S]:
        return SeriesState(state.results, first, None, self.round.initial(first))

    def _next(self, state: SeriesState[S], end: Outcome) -> SeriesState[S]:
        first = state.first
        assert first is not None
        state = replace(state, results=(*state.results, Result(first, end.points)))
        if self.over(state):
            return state
        beginner = self.beginner(state.results[-1])
        if self._by_choice:
            return replace(state, first=None, chooser=beginner)
        return self._begin(state, beginner)

    def beginner(self, result: Result) -> Seat:
        """Who begins or chooses next: the winner or the loser; after a draw, the next seat."""
        best = max(result.points)
        if result.points.count(best) != 1:
            return (result.first + 1) % self.seats
        winner = result.points.index(best)
        return winner if self.format.next_beginner is NextBeginner.WINNER else 1 - winner

    def rematch_beginners(self, end: Outcome) -> tuple[Seat, ...]:
        """The winners of a match, if one of them begins a rematch; empty if lots are drawn."""
        by_winner = self.format.next_beginner is NextBeginner.WINNER
        return end.winners if by_winner else ()

    def _end(self, results: tuple[Result, ...]) -> str | None:
        """The key of the reason why the match is over; None while it goes on."""
        if not results:
            return None
        form = self.format
        totals = [sum(points) for points in zip(*(r.points for r in results), strict=True)]
        if form.target is not None and max(totals) >= form.target:
            return "series.target"
        if form.rounds is not None and len(results) >= form.rounds:
            return "series.rounds"
        if form.drawn is not None and pointless(results) >= form.drawn:
            return "series.drawn"
        return None

    def _ranked(self, totals: Sequence[int], key: str) -> Outcome:
        """The outcome of several rounds; its reason names the winners."""
        end = ranked(totals, because(key, self.format.end_rule))
        if key == "series.drawn":
            return end
        if not end.winners:
            key = "series.target_drawn" if key == "series.target" else "series.rounds_drawn"
        elif len(end.winners) > 1:
            key = "series.rounds_even"
        names = " ".join(f"@seat.{seat}" for seat in end.winners)
        numbers = {"n": max(totals), "target": self.format.target or 0}
        return replace(end, reason=because(key, self.format.end_rule, seat=names, **numbers))

    def _not_now(self, state: SeriesState[S]) -> Reason:
        if self.over(state):
            return because("series.over", self.format.end_rule)
        if state.chooser is not None:
            return because("series.choose", self.format.lot_rule)
        key = "series.lot" if state.first is None else "series.begun"
        return because(key, self.format.lot_rule)


def pointless(results: Sequence[Result]) -> int:
    """The number of rounds without points at the end of `results`."""
    return len([*takewhile(lambda result: not any(result.points), reversed(results))])


def on_table(state: Any) -> Any:
    """The round of a series (None before the first), or the state itself if it is a round."""
    return state.round if isinstance(state, SeriesState) else state
