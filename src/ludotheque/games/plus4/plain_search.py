"""The search of `search` without Numba: the same values, but fewer positions searched.

It remembers bounds on the value of each position, tries promising pushes first, and tests the other
pushes with a null window. Positions are packed as in `kernel`.
"""

from __future__ import annotations

from functools import cache

from ludotheque.games.plus4.outlook import INFINITE, POINT_VALUE, ended_with
from ludotheque.games.plus4.rules import BONUS, LINES, PAWNS, SIZE, Columns, Plus4, State

Position = tuple[int, int, int]
"""Packed squares, and the points of the player to move and of the other."""

_LANE, _GRID = 0xFFFF, 0xFFFF_FFFF
_OWN_LANES = 0x0000FFFF_0000FFFF
_KEPT = tuple(~(0x000F_000F_000F_000F << SIZE * column) for column in range(SIZE))
_MOVED = tuple(0x000E_000E_000E_000E << SIZE * column for column in range(SIZE))
_PAWN = tuple(
    tuple(pawn << SIZE * column for column in range(SIZE)) for pawn in (1, 1 << 32 | 1)
)  # plain, bonus
MASKS = tuple(sum(1 << (SIZE * column + row) for column, row in line) for line in LINES)
# Each takes about 100 bytes: this many take about 15 MB, all three million would take too much.
_MOST_ESTIMATES = 1 << 17


class PlainSearch:
    """The search for a single decision, with everything that it remembers."""

    def __init__(self, game: Plus4) -> None:
        self.target = game.enough
        self.has_bonus = game.has_bonus
        self.fresh_bonus_doubles = game.mode != "rounds"
        self.one_point_at_most = game.mode == "elementary"
        self.best_line_only = game.options.best_line_only
        self.mover_first = game.options.mover_first
        self.bounds: dict[tuple[Position, int], tuple[int, int]] = {}
        self.favourite: dict[Position, Position] = {}

    def __call__(self, game: Plus4, state: State, depth: int, high: int) -> int:
        """The value of a position for the player to move; exact below `high`."""
        del game
        own, other = state.scores[state.mover], state.scores[1 - state.mover]
        position = pack(state.columns, state.mover), own, other
        if high < INFINITE and self.look(position, depth, high - 1, high) >= high:
            return high
        return self.look(position, depth, -INFINITE, high)

    def look(self, position: Position, depth: int, low: int, high: int) -> int:
        """The value for the player to move, exact between `low` and `high`."""
        _, own, other = position
        if own >= self.target or other >= self.target:
            return ended_with(own, other, depth)
        if depth <= 1:
            return self._next(position, high) if depth else estimate(position)
        least, most = self.bounds.get((position, depth), (-INFINITE, INFINITE))
        if least >= high or most <= low or least == most:
            return least if least >= high or least == most else most
        low, high = max(low, least), min(high, most)
        best = self._best(position, depth, low, high)
        self.bounds[position, depth] = (
            best if best > low else least,
            best if best < high else most,
        )
        return best

    def _best(self, position: Position, depth: int, low: int, high: int) -> int:
        """The value of the best push; every push but the first is tested with a null window."""
        best = -INFINITE
        for then in self._promising(position):
            if best == -INFINITE or high - low == 1:
                value = -self.look(then, depth - 1, -high, -low)
            else:
                value = -self.look(then, depth - 1, -low - 1, -low)
                if low < value < high:
                    value = -self.look(then, depth - 1, -high, -value)
            if value > best:
                best, low = value, max(low, value)
                self.favourite[position] = then
                if best >= high:
                    break
        return best

    def _next(self, position: Position, high: int) -> int:
        """The value with one push left; stops as soon as it reaches `high`."""
        best = -INFINITE
        for then in self.pushes(position):
            if then[1] >= self.target or then[2] >= self.target:
                best = max(best, -ended_with(then[1], then[2], 0))
            else:
                best = max(best, -estimate(then))
            if best >= high:
                break
        return best

    def _promising(self, position: Position) -> list[Position]:
        """The positions after each push: the best one found before, then by estimate."""
        after = sorted(self.pushes(position), key=estimate)
        before = self.favourite.get(position)
        if before is not None:
            after.remove(before)
            after.insert(0, before)
        return after

    def pushes(self, position: Position) -> list[Position]:
        """The positions after each push, seen by the other player."""
        grid, own, other = position
        mine, theirs = lines(grid & _LANE), lines(grid >> 16 & _LANE)
        found = []
        for bonus in (0, 1) if self.has_bonus and not grid >> 32 & _LANE else (0,):
            doubles = self.fresh_bonus_doubles or not bonus
            for column in range(SIZE):
                after = grid & _KEPT[column] | grid << 1 & _MOVED[column] | _PAWN[bonus][column]
                gained = self._points(after, mine, doubles)
                given = self._points(after >> 16, theirs, True)
                if self.mover_first and gained:
                    given = 0
                turned = (after & _OWN_LANES) << 16 | after >> 16 & _OWN_LANES
                found.append((turned, other + given, own + gained))
        return found

    def _points(self, after: int, before: int, doubles: bool) -> int:
        """The points of the colour in the lowest lane; `before` are its lines before the push."""
        pawns = after & _LANE
        new = lines(pawns) & ~before
        if not new:
            return 0
        if self.one_point_at_most:
            return 1
        through = new & ~lines(pawns & ~(after >> 32)) if doubles else 0
        if self.best_line_only:
            return 1 + (through != 0)
        return new.bit_count() + through.bit_count()


_estimates: dict[int, int] = {}


def estimate(position: Position) -> int:
    """The lead in points, and for each line of a single colour the square of its pawns."""
    grid = position[0] & _GRID
    value = _estimates.get(grid)
    if value is None:
        if len(_estimates) >= _MOST_ESTIMATES:
            _estimates.clear()
        value = _estimates[grid] = _standing(grid & _LANE, grid >> 16)
    return value + POINT_VALUE * (position[1] - position[2])


def _standing(own: int, other: int) -> int:
    value = 0
    for mask in MASKS:
        mine, theirs = (own & mask).bit_count(), (other & mask).bit_count()
        if not theirs:
            value += mine * mine
        elif not mine:
            value -= theirs * theirs
    return value


@cache
def lines(pawns: int) -> int:
    """The complete lines among these squares, as one bit for each line."""
    return sum(1 << number for number, mask in enumerate(MASKS) if pawns & mask == mask)


def pack(columns: Columns, mover: int) -> int:
    """The grid as bits, seen by the player to move."""
    lanes = [0, 0, 0, 0]
    for column, pawns in enumerate(columns):
        for row, pawn in enumerate(pawns):
            bit, seat = 1 << SIZE * column + row, PAWNS.index(pawn.lower())
            lanes[seat ^ mover] |= bit
            lanes[2 + (seat ^ mover)] |= bit if pawn in BONUS else 0
    return sum(squares << 16 * lane for lane, squares in enumerate(lanes))
