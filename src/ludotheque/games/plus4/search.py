"""Alpha-beta on packed positions: the same values as `outlook`, many pushes further."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.games.plus4.kernel import (
    Packed,
    bonus_in_hand,
    form_of,
    pack_state,
    scored,
    turned,
)
from ludotheque.games.plus4.outlook import FAR, LEAD, POINT, WON
from ludotheque.games.plus4.rules import LINES, SIZE, Plus4, State
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount

_LANE = np.uint64(0xFFFF)
_MASKS = np.array(
    [sum(1 << (SIZE * column + row) for column, row in line) for line in LINES], np.uint64
)


@kernel
def standing(position: Packed, own: int, other: int) -> int:
    """Points, and lines on which only one colour stands."""
    mine, theirs = position & _LANE, (position >> np.uint64(16)) & _LANE
    value = LEAD * (own - other)
    for mask in _MASKS:
        for_me, for_them = popcount(mine & mask), popcount(theirs & mask)
        if for_them == 0:
            value += for_me * for_me
        elif for_me == 0:
            value -= for_them * for_them
    return value


@kernel
def look(position: Packed, own: int, other: int, depth: int, low: int, high: int, form: Any) -> int:
    """The value for the player to move, exact between `low` and `high`."""
    if own >= form[0] or other >= form[0]:
        lead = own - other
        if lead == 0:
            return 0
        return POINT * lead + (WON + depth if lead > 0 else -WON - depth)
    if depth == 0:
        return standing(position, own, other)
    best = -FAR
    kinds = 2 if form[1] and bonus_in_hand(position) else 1
    for choice in range(4 * kinds):
        after, mine, theirs = scored(position, choice & 3, choice > 3, form[2], form[3])
        found = -look(
            turned(after), other + theirs, own + mine, depth - 1, -high, -max(low, best), form
        )
        best = max(best, found)
        if best >= high:
            break
    return best


def packed(game: Plus4, state: State, depth: int, high: int = FAR) -> int:
    """The value of a position for the player to move, on packed integers; exact below `high`."""
    own, other = state.scores[state.mover], state.scores[1 - state.mover]
    return int(look(pack_state(state), own, other, depth, -FAR, high, form_of(game)))
