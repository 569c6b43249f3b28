"""The rules of Plus 4: push a pawn into a column, line up four of your colour."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass

from ludotheque.core.game import Game, Outcome, Seat, ranked, returns_for
from ludotheque.core.reason import Reason, because
from ludotheque.core.repetition import past_with
from ludotheque.games.plus4.options import Plus4Options

SIZE = 4
PAWNS = "rb"
BONUS = "RB"
Columns = tuple[str, ...]
Position = tuple[Columns, Seat]
Line = tuple[tuple[int, int], ...]

LINES: tuple[Line, ...] = (
    *(tuple((column, row) for row in range(SIZE)) for column in range(SIZE)),
    *(tuple((column, row) for column in range(SIZE)) for row in range(SIZE)),
    tuple((n, n) for n in range(SIZE)),
    tuple((n, SIZE - 1 - n) for n in range(SIZE)),
)
# Each line with the indices of its squares in a grid written column after column.
_PLACES = tuple((line, tuple(SIZE * column + row for column, row in line)) for line in LINES)


@dataclass(frozen=True, slots=True)
class Push:
    """A pawn, plain or bonus, into a column."""

    column: int
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The columns, each from top to bottom, the player to move and the points of this round.

    `once` and `twice` are the earlier positions that can still come back, by how often they came.
    """

    columns: Columns = ("",) * SIZE
    mover: Seat = 0
    scores: tuple[int, int] = (0, 0)
    once: Set[Position] = frozenset()
    twice: Set[Position] = frozenset()

    @property
    def position(self) -> Position:
        """What repetition compares: the grid and the player to move (points clear the past)."""
        return self.columns, self.mover


class Plus4(Game[State, Push]):
    """One round."""

    name = "plus4"
    seats = 2

    def __init__(self, options: Plus4Options | None = None) -> None:
        self.options = options or Plus4Options()
        self.mode = self.options.mode
        self.has_bonus = self.mode != "elementary"
        self.enough = self.options.target if self.mode == "endless" else 1

    def initial(self, first: Seat | None = None) -> State:
        """An empty grid (1.1)."""
        return State(mover=first or 0)

    def turn(self, state: State) -> Seat | None:
        """The players push in turn; None once the round is over."""
        return None if self._is_over(state) else state.mover

    def actions(self, state: State) -> Sequence[Push]:
        """Any column (2.1), with a plain pawn or with the bonus pawn in hand (4.1)."""
        if self._is_over(state):
            return []
        kinds = (False, True) if self._may_play_bonus(state) else (False,)
        return [Push(column, bonus) for bonus in kinds for column in range(SIZE)]

    def refusal(self, state: State, action: Push) -> Reason | None:
        """Why this push is not possible, or None if it is."""
        if self._is_over(state):
            return because("over", {"elementary": "3.1", "endless": "4.5"}.get(self.mode, "5.1"))
        if not 0 <= action.column < SIZE:
            return because("no_column", "2.1", column=action.column + 1)
        if action.bonus and not self.has_bonus:
            return because("no_bonus", "3.1")
        if action.bonus and not self._may_play_bonus(state):
            return because("bonus_in_grid", "4.1")
        return None

    def apply(self, state: State, action: Push) -> State:
        """The column goes down, the fifth pawn falls out (2.2), then lines are read (2.3)."""
        pawn = (BONUS if action.bonus else PAWNS)[state.mover]
        columns = list(state.columns)
        columns[action.column] = (pawn + columns[action.column])[:SIZE]
        after = tuple(columns)
        scores = self._scores(state, after, action)
        grown = len("".join(after)) > len("".join(state.columns))
        if grown or scores != state.scores:  # no earlier position can come back
            return State(after, 1 - state.mover, scores)
        past = past_with(state.position, state.once, state.twice)
        return State(after, 1 - state.mover, scores, *past)

    def outcome(self, state: State) -> Outcome | None:
        """A line, the target, or repetition; the higher score wins (3.1, 4.5, 4.7, 5.1)."""
        if max(state.scores) >= self.enough:
            return ranked(state.scores, self._end_by_points(state))
        return self._third_time(state) if state.position in state.twice else None

    def key(self, state: State) -> Hashable:
        """Grid, bonus pawns, player to move and scores."""
        return state.columns, state.mover, state.scores

    def worth(self, line: Line, owner: Seat, columns: Columns, just_played: bool) -> int:
        """1, or 2 with the bonus pawn (4.2); in rounds not if it was just played (5.2)."""
        with_bonus = any(columns[column][row] == BONUS[owner] for column, row in line)
        return 2 if with_bonus and not (just_played and self.mode == "rounds") else 1

    def _scores(self, state: State, after: Columns, action: Push) -> tuple[int, int]:
        """Each new line counts for its colour, even if the other pushed (2.4, 4.2, 4.3)."""
        made: tuple[list[int], list[int]] = [0], [0]
        for line, owner in new_lines(state.columns, after).items():
            just_played = action.bonus and owner == state.mover
            made[owner].append(self.worth(line, owner, after, just_played))
        count = max if self.options.best_line_only else sum
        first, second = (old + count(new) for old, new in zip(state.scores, made, strict=True))
        if self.mode != "elementary":
            return first, second
        if first and second and self.options.mover_first:
            return (1, 0) if state.mover == 0 else (0, 1)
        return min(first, 1), min(second, 1)

    def _third_time(self, state: State) -> Outcome:
        """The end by repetition (3.3, 4.7, 4.8, 5.8)."""
        if self.options.third_time_draws:
            rule = "3.3" if self.mode == "elementary" else "4.8"
            reason = because("repetition", rule, then="@then.elementary_even")
            return Outcome(returns_for((0, 1), self.seats), state.scores, reason)
        rule = "4.7" if self.mode == "endless" else "5.8"
        return ranked(state.scores, because("repetition", rule, then=self._then(state)))

    def _end_by_points(self, state: State) -> Reason:
        low, high = sorted(state.scores)
        best, then = state.scores.index(high), self._then(state)
        names = {"seat": f"@seat.{best}", "other": f"@seat.{1 - best}", "then": then}
        if self.mode == "endless":
            key, rule = ("target", "4.5") if low < self.enough else ("both_target", "4.6")
            return because(key, rule, target=self.enough, **names)
        line, both = ("3.1", "3.2") if self.mode == "elementary" else ("5.1", "5.3")
        if low:
            return because("both_lines", both, **names)
        return because("given_line" if best == state.mover else "made_line", line, **names)

    def _then(self, state: State) -> str:
        return f"@then.{self.mode}_{'even' if len(set(state.scores)) == 1 else 'best'}"

    def _is_over(self, state: State) -> bool:
        return max(state.scores) >= self.enough or state.position in state.twice

    def _may_play_bonus(self, state: State) -> bool:
        return self.has_bonus and in_hand(state.columns, state.mover)


def complete(columns: Columns) -> Mapping[Line, Seat]:
    """The lines of four pawns of one colour, each with the seat that owns it (2.3)."""
    grid = "".join([column.ljust(SIZE) for column in columns]).lower()
    return {
        line: PAWNS.index(grid[first])
        for line, (first, second, third, last) in _PLACES
        if grid[first] == grid[second] == grid[third] == grid[last] != " "
    }


def new_lines(before: Columns, after: Columns) -> Mapping[Line, Seat]:
    """The lines that were not complete before, or not of that colour, each with its owner."""
    lines = complete(after)
    old = complete(before) if lines else {}
    return {line: owner for line, owner in lines.items() if old.get(line) != owner}


def in_hand(columns: Columns, seat: Seat) -> bool:
    """Whether the bonus pawn of that seat is out of the grid."""
    return not any(BONUS[seat] in column for column in columns)
