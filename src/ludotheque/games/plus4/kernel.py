"""Plus 4 on packed integers: the rules of `rules.py`, for search and solving.

A position is 64 bits, four sets of 16 squares each, as seen by the player to move:

    bits  0-15   own pawns, the bonus pawn among them
    bits 16-31   the other's pawns
    bits 32-47   the own bonus pawn (no bit set: in hand)
    bits 48-63   the other's bonus pawn

A square is bit `4 * column + row`, row 0 on top. A push shifts the four bits of a column up by one
in each set, and the bit shifted out is the pawn that falls. Points and past positions are separate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.games.plus4.rules import BONUS, PAWNS, SIZE, Columns, Plus4, State
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount

Packed = np.uint64

_ONE = np.uint64(1)
_SIXTEEN = np.uint64(16)
_LANE = np.uint64(0xFFFF)
_OWN_LANES = np.uint64(0x0000FFFF_0000FFFF)
_PLAIN_PAWN = np.uint64(1)
_BONUS_PAWN = np.uint64(1 << 32 | 1)
_COLUMN = np.uint64(0x000F_000F_000F_000F)
_BELOW_TOP = np.uint64(0x000E_000E_000E_000E)
_FULL = np.uint64(0xF)


class Form(NamedTuple):
    """How the options change pushes and points; the target is passed separately."""

    bonus_pawns: bool
    fresh_bonus_doubles: bool  # even in the push that plays the bonus pawn (not in rounds, 5.2)
    one_point_at_most: bool  # several lines count as one (3.1, 3.2)
    best_line_only: bool = False  # of several lines of a colour, only the best counts (5.9)
    mover_first: bool = False  # the other's line does not count beside one of the mover (3.2)


@kernel
def pushed(position: Packed, column: int, bonus: bool) -> Packed:
    """The position after the push, still seen by the mover (2.2)."""
    by = np.uint64(4 * column)
    moved = (position & ~(_COLUMN << by)) | ((position << _ONE) & (_BELOW_TOP << by))
    return moved | ((_BONUS_PAWN if bonus else _PLAIN_PAWN) << by)


@kernel
def turned(position: Packed) -> Packed:
    """The same position seen by the other player."""
    return ((position & _OWN_LANES) << _SIXTEEN) | ((position >> _SIXTEEN) & _OWN_LANES)


@kernel
def occupied(position: Packed) -> Packed:
    """The squares that hold a pawn."""
    return (position | (position >> _SIXTEEN)) & _LANE


@kernel
def bonus_in_hand(position: Packed) -> bool:
    """Whether the mover's bonus pawn is out of the grid (4.1)."""
    return bool((position >> np.uint64(32)) & _LANE == np.uint64(0))


@kernel
def lines(pawns: Packed) -> int:
    """The complete lines among these squares, as one bit for each line (2.3)."""
    upright = pawns & (pawns >> _ONE)
    upright = upright & (upright >> np.uint64(2)) & np.uint64(0x1111)
    level = pawns & (pawns >> np.uint64(4))
    level = level & (level >> np.uint64(8)) & np.uint64(0xF)
    found = np.int64(upright) | np.int64(level) << 16
    if pawns & np.uint64(0x8421) == np.uint64(0x8421):
        found |= 1 << 20
    if pawns & np.uint64(0x1248) == np.uint64(0x1248):
        found |= 1 << 21
    return int(found)


@kernel
def points(before: Packed, after: Packed, lane: int, doubles: bool, best: bool) -> int:
    """The points of one colour from a push: 1 for each new line, 2 with a bonus pawn (4.2, 4.3).

    `lane` is 0 for the mover's colour, 16 for the other's. A line runs through the bonus pawn if it
    is no longer complete without it. With `best`, only the line worth most counts (5.9).
    """
    by = np.uint64(lane)
    pawns = (after >> by) & _LANE
    new = lines(pawns) & ~lines((before >> by) & _LANE)
    if new == 0:
        return 0
    bonus = (after >> (by + np.uint64(32))) & _LANE
    through = new & ~lines(pawns & ~bonus) if doubles else 0
    return 1 + int(through != 0) if best else popcount(new) + popcount(through)


@kernel
def scored(before: Packed, column: int, bonus: bool, form: Form) -> Any:
    """The position after the push, still seen by the mover, and the points mover and other gain."""
    after = pushed(before, column, bonus)
    best = form.best_line_only
    own = points(before, after, 0, form.fresh_bonus_doubles or not bonus, best)
    other = points(before, after, 16, True, best)
    if form.one_point_at_most:
        own, other = min(own, 1), min(other, 1)
    if form.mover_first and own:
        other = 0
    return after, own, other


@kernel
def grows(position: Packed, column: int) -> bool:
    """Whether a push into the column adds a pawn, so that no earlier position can come back."""
    return bool((occupied(position) >> np.uint64(4 * column)) & _FULL != _FULL)


def form_of(game: Plus4) -> Form:
    """The options of a game as kernels need them."""
    mode, options = game.mode, game.options
    return Form(
        game.has_bonus,
        mode != "rounds",
        mode == "elementary",
        options.best_line_only,
        options.mover_first,
    )


def pack(columns: Columns, mover: int) -> Packed:
    """The grid as bits, seen by the player to move."""
    sets = [0, 0, 0, 0]
    for column, pawns in enumerate(columns):
        for row, pawn in enumerate(pawns):
            seat = PAWNS.index(pawn.lower())
            bit = 1 << (SIZE * column + row)
            sets[seat ^ mover] |= bit
            sets[2 + (seat ^ mover)] |= bit if pawn in BONUS else 0
    return np.uint64(sum(squares << 16 * lane for lane, squares in enumerate(sets)))


def pack_state(state: State) -> Packed:
    """The position of a state, without its points and its past."""
    return pack(state.columns, state.mover)
