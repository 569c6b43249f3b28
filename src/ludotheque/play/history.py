"""The history of a game so far, which matches and tables share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from ludotheque.core.game import Outcome, Seat
from ludotheque.core.player import draw
from ludotheque.core.reason import IllegalAction, because
from ludotheque.core.record import Record
from ludotheque.games import AnyKit

FINISHED = "finished"
FORFEITS = RESIGNED, OUT_OF_TIME, ABANDONED = "resigned", "out_of_time", "abandoned"
"""The ways to lose a game of two that is not played to its end."""
# The state is stored each time after this many moves, so that looking back replays fewer than that.
# Only the longest games have that many moves.
_MARK_EVERY_MOVES = 250


@dataclass(frozen=True, slots=True)
class Move:
    """An action that was taken: the seat that decided it (None: chance), and its text."""

    seat: Seat | None
    action: Any = field(repr=False)
    text: str


class Forfeit(NamedTuple):
    """The seat that lost a game before its end, and how: one of `FORFEITS`."""

    seat: Seat
    how: str = RESIGNED


@dataclass(frozen=True)  # no slots: `turn` and `outcome` are read often, so they are cached
class History:
    """The moves of a game and the state they led to; immutable.

    `tail` holds the states before the last moves, from the last decision on, which are needed to
    show and describe the last step. Of the earlier states, `marks` keeps only a few, evenly spaced,
    from which the others are replayed: all those of a game of Croisements would take a megabyte.
    """

    kit: AnyKit = field(repr=False, compare=False)
    state: Any
    moves: tuple[Move, ...] = ()
    tail: tuple[Any, ...] = ()
    forfeit: Forfeit | None = None
    marks: tuple[Any, ...] = field(default=(), repr=False, compare=False)

    @classmethod
    def begun(cls, kit: AnyKit) -> History:
        """The history of a new game, before the lot is drawn."""
        return cls(kit, kit.game.initial())

    @classmethod
    def replayed(
        cls,
        kit: AnyKit,
        actions: Iterable[Any],
        check: Callable[[Any, Any], None] | None = None,
    ) -> History:
        """The history of these actions, replayed in linear time."""
        return cls.begun(kit).then_all(actions, check)

    def then(self, action: Any) -> History:
        """The history after one more action, which the rules have already allowed."""
        return self.then_all((action,))

    def then_all(
        self, actions: Iterable[Any], check: Callable[[Any, Any], None] | None = None
    ) -> History:
        """The history after these actions; `check(state, action)` may refuse each one."""
        game, write = self.kit.game, self.kit.game.notation.write_action
        state, moves, tail, marks = self.state, list(self.moves), list(self.tail), self.marks
        for action in actions:
            if check is not None:
                check(state, action)
            seat = game.turn(state)
            if seat is not None:
                tail = []
            tail.append(state)
            moves.append(Move(seat, action, write(action)))
            state = game.apply(state, action)
            if len(moves) % _MARK_EVERY_MOVES == 0:
                marks = (*marks, state)
        return type(self)(self.kit, state, tuple(moves), tuple(tail), self.forfeit, marks)

    def settled(self, rng: Random) -> History:
        """The history after chance has acted, up to the next decision or the end."""
        game, history = self.kit.game, self
        while history.chance_acts:
            history = history.then(draw(game, history.state, rng))
        return history

    def taken_back(self, to: int) -> History:
        """The history of the first `to` moves, without a forfeit."""
        if to >= len(self.moves):
            return replace(self, forfeit=None)
        before = self._marked(self._last_turn(to))
        later = self.moves[len(before.moves) : to]
        return before.then_all(move.action for move in later)

    def _last_turn(self, to: int) -> int:
        """The index of the last decision among the first `to` moves, where their tail begins."""
        return next((n for n in range(to - 1, -1, -1) if self.moves[n].seat is not None), 0)

    def _marked(self, most: int) -> History:
        """The history up to the last mark within the first `most` moves, without a tail."""
        marks = self.marks[: most // _MARK_EVERY_MOVES]
        if not marks:
            return self.begun(self.kit)
        moves = self.moves[: len(marks) * _MARK_EVERY_MOVES]
        return History(self.kit, marks[-1], moves, marks=marks)

    def given_up(self, seat: Seat, how: str = RESIGNED) -> History:
        """The same history, lost for a seat that resigned, ran out of time or left."""
        return replace(self, forfeit=Forfeit(seat, how))

    def check_forfeit(self) -> None:
        """Raises IllegalAction if the game is over, or has more than two players."""
        if self.outcome is not None:
            raise IllegalAction(because("match.over"))
        if self.kit.game.seats != 2:
            raise IllegalAction(because("match.many"))

    @cached_property
    def turn(self) -> Seat | None:
        """The seat to move; None when chance acts, or when the game is over."""
        return None if self.outcome else self.kit.game.turn(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or by a forfeit; None while it goes on."""
        if self.forfeit is None:
            return self.kit.game.outcome(self.state)
        return self.kit.forfeit(self.state, *self.forfeit)

    @property
    def chance_acts(self) -> bool:
        """Whether the next action is up to chance."""
        return self.outcome is None and self.turn is None

    @cached_property
    def step(self) -> tuple[tuple[Any, Move], ...]:
        """The last decision and what chance did since, each with the state before it."""
        last = self.moves[len(self.moves) - len(self.tail) :]
        return tuple(zip(self.tail, last, strict=True))

    @property
    def decided(self) -> bool:
        """Whether the last step began with a decision, not with chance."""
        return bool(self.step) and self.step[0][1].seat is not None

    @cached_property
    def last_step(self) -> tuple[Any, Any] | None:
        """The state before the last decision, and that decision (or draw, if there is none yet)."""
        if not self.step:
            return None
        before, move = self.step[0] if self.decided else self.step[-1]
        return before, move.action

    @property
    def end_of_round(self) -> tuple[Any, Any] | None:
        """The round that the last step ended, before its last action, and that action; or None."""
        later = (*self.tail[1:], self.state)
        for (before, move), after in zip(self.step, later, strict=False):
            if before.round is not None and len(after.results) > len(before.results):
                return before.round, move.action
        return None

    def last_decision(self, seats: Sequence[Seat] | None = None) -> int | None:
        """The index of the last move that one of these seats (None: any) decided; None if none."""
        for index in range(len(self.moves) - 1, -1, -1):
            seat = self.moves[index].seat
            if seat is not None and (seats is None or seat in seats):
                return index
        return None

    def record(
        self,
        names: Sequence[str] = (),
        date: str = "",
        headers: tuple[tuple[str, str], ...] | None = None,
    ) -> Record:
        """The game as a record, every option written out; by default with the kit's headers."""
        termination = FINISHED if self.outcome else ""
        if self.forfeit is not None:
            termination = f"{self.forfeit.how} {self.forfeit.seat}"
        return Record(
            self.kit.full_spec,
            self.kit.box.version,
            tuple(move.text for move in self.moves),
            tuple(names),
            date,
            write_result(self.outcome),
            termination,
            self.kit.headers() if headers is None else headers,
        )


class WithHistory:
    """Access to the history of a match or a table."""

    history: History

    @property
    def kit(self) -> AnyKit:
        """The kit of the game that is played."""
        return self.history.kit

    @property
    def state(self) -> Any:
        """The state of the game now."""
        return self.history.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that have not been taken back, chance included."""
        return self.history.moves

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None when chance acts, or when the game is over."""
        return self.history.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or by a forfeit; None while it goes on."""
        return self.history.outcome

    @property
    def forfeit(self) -> Forfeit | None:
        """The seat that resigned, ran out of time or left, if that ended the game."""
        return self.history.forfeit

    @property
    def chance_acts(self) -> bool:
        """Whether the next action is up to chance."""
        return self.history.chance_acts


def write_result(outcome: Outcome | None) -> str:
    """What each seat got, as a record writes it; empty while the game goes on."""
    return "" if outcome is None else " ".join(f"{r:.6g}" for r in outcome.returns)
