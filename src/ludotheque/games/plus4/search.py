"""Alpha-beta search on packed positions, with the values of `outlook`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.games.plus4.kernel import (
    Form,
    Packed,
    bonus_in_hand,
    form_of,
    pack_state,
    scored,
    turned,
)
from ludotheque.games.plus4.outlook import INFINITE, POINT_VALUE, ended_with
from ludotheque.games.plus4.plain_search import MASKS
from ludotheque.games.plus4.rules import Plus4, State
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount

_LANE = np.uint64(0xFFFF)
_MASKS = np.array(MASKS, np.uint64)


@kernel
def estimate(position: Packed, own: int, other: int) -> int:
    """The same as `plain_search.estimate`: points, and lines of a single colour."""
    mine, theirs = position & _LANE, (position >> np.uint64(16)) & _LANE
    value = POINT_VALUE * (own - other)
    for mask in _MASKS:
        for_me, for_them = popcount(mine & mask), popcount(theirs & mask)
        if for_them == 0:
            value += for_me * for_me
        elif for_me == 0:
            value -= for_them * for_them
    return value


ended = kernel(ended_with)


@kernel
def look(
    position: Packed, scores: Any, depth: int, low: int, high: int, target: int, form: Form
) -> int:
    """The value for the player to move, exact between `low` and `high` (alpha-beta).

    `scores` are the points of the mover and of the other.
    """
    own, other = scores
    if own >= target or other >= target:
        return ended(own, other, depth)
    if depth == 0:
        return estimate(position, own, other)
    best = -INFINITE
    kinds = 2 if form.bonus_pawns and bonus_in_hand(position) else 1
    for choice in range(4 * kinds):
        after, mine, theirs = scored(position, choice & 3, choice > 3, form)
        then = (other + theirs, own + mine)
        found = -look(turned(after), then, depth - 1, -high, -max(low, best), target, form)
        best = max(best, found)
        if best >= high:
            break
    return best


def packed(game: Plus4, state: State, depth: int, high: int = INFINITE) -> int:
    """The value of a position for the player to move, on packed integers; exact below `high`."""
    scores = state.scores[state.mover], state.scores[1 - state.mover]
    found = look(pack_state(state), scores, depth, -INFINITE, high, game.enough, form_of(game))
    return int(found)
