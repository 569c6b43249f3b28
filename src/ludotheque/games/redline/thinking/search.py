"""Exact chances in endgames of Redline for two, by expectimax over the kernel's positions.

The array continues behind the position, so that one array holds all that the search needs:

    | position | counters, key | random keys | a frame for each depth | memory: two-word slots |

A position's key is a Zobrist hash of two words, with random bits for each tile where it lies or is
held: that two different positions share a key is practically impossible (a chance of about one in
10 to the 24th in a search of ten million). `bounds` holds two numbers for each slot, between which
the first seat's chance is known to be; if they are equal it is exact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.kernel import LUCK, acting, barred, draw, give_back, place
from ludotheque.games.redline.layout import Integers
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount

Chances = NDArray[np.float64]

LIMIT, STOPPED, FILLED, KEY = (at.SIZE + n for n in range(4))
SLOTS = 1 << 20  # two words and two bounds each: 32 MB, of the 45 MB in docs/explanation/bots.md
LYING_KEYS = at.SIZE + 8
HELD_KEYS = LYING_KEYS + 2 * at.AREA * 192
PHASE_KEYS = HELD_KEYS + 2 * 96
FRAMES = PHASE_KEYS + 2 * 256
# A frame: header and two seats, key, open squares touched, the eight neighbours; then the actions.
SEATED, KEPT_KEY = 0, at.SEAT + 2 * at.EACH_SEAT
KEPT_OPEN, KEPT_SQUARES, ACTIONS = KEPT_KEY + 2, KEPT_KEY + 5, KEPT_KEY + 37
MOST_ACTIONS, MOST_DEPTH = 700, 200  # with more actions the search gives up; no endgame is so deep
EACH_FRAME = ACTIONS + MOST_ACTIONS
MEMORY = FRAMES + EACH_FRAME * MOST_DEPTH
WORKSPACE = MEMORY + 2 * SLOTS
NEARLY_ONE = 1.0 - 2.0**-53  # the greatest number below 1
# How promising a placement looks, to order the search: a win; the other must return tiles; the
# other can place (a point less for each way); a tile is drawn (like ten ways); a loss.
WON_PROMISE, RETURN_PROMISE, WAYS_PROMISE, DRAW_PROMISE, LOST_PROMISE = 4000, 3000, 1000, 990, 0


def workspace() -> tuple[Integers, Chances]:
    """New arrays for a search: the one with the position and the keys, and the bounds."""
    work = np.zeros(WORKSPACE, np.int64)
    chance = np.random.default_rng(1988)
    work[LYING_KEYS:FRAMES] = chance.integers(0, 1 << 63, FRAMES - LYING_KEYS)
    return work, np.zeros(2 * SLOTS)


@kernel
def turn_key(work: Integers, number: int) -> None:
    """Adds the random key with that number to the position's key, or removes it (xor)."""
    work[KEY] ^= work[number]
    work[KEY + 1] ^= work[number + 1]


@kernel
def lying_key(square: int, colour: int, lying: int) -> int:
    """The number of the random key of a tile (colour 0 or 1) as it lies on that square."""
    return LYING_KEYS + 2 * (192 * square + 96 * colour + lying)


@kernel
def held_key(seat: int, tile: int) -> int:
    """The number of the random key of a tile in a hand."""
    return HELD_KEYS + 2 * (48 * seat + tile)


@kernel
def set_key(work: Integers, lying: Integers) -> None:
    """Computes the key of the position from its lying tiles and its hands."""
    work[KEY] = work[KEY + 1] = 0
    for number in lying:
        turn_key(work, number)
    for seat in range(2):
        for tile in range(48):
            if work[at.SEAT + at.EACH_SEAT * seat] >> tile & 1:
                turn_key(work, held_key(seat, tile))


@kernel
def chance(work: Integers, bounds: Chances, depth: int, low: float, high: float) -> float:
    """The first seat's chance to win, exact between `low` and `high` and a bound beyond them.

    Meaningless once `work[STOPPED]` is set: more positions than the limit were searched.
    """
    if work[at.PHASE] == at.OVER:
        return 1.0 if work[at.WINNER] == 0 else 0.0
    slot = _slot(work, bounds)
    if bounds[slot] >= high or bounds[slot] == bounds[slot + 1]:
        return float(bounds[slot])
    if bounds[slot + 1] <= low:
        return float(bounds[slot + 1])
    low, high = max(low, bounds[slot]), min(high, bounds[slot + 1])
    seat = acting(work)
    count = _list_actions(work, depth)
    found = 1.0 if seat == 1 else 0.0
    index = 0
    while index < count and not _settled(seat, found, count - index, count, low, high):
        floor, ceiling = _window(seat, found, count - index - 1, count, low, high)
        _take(work, depth, _next_action(work, depth, index, count))
        value = chance(work, bounds, depth + 1, floor, ceiling)
        _take_back(work, depth)
        if work[STOPPED]:
            return 0.5
        found = _joined(seat, found, value, index + 1)
        index += 1
    if seat == LUCK:
        left = count - index
        found = (found + left if found + left <= count * low else found) / count
    _remember(bounds, slot, found, low, high)
    return found


@kernel
def _settled(seat: int, found: float, left: int, count: int, low: float, high: float) -> bool:
    """Whether the actions left can no longer bring the value between `low` and `high`."""
    if seat == LUCK:
        return found + left <= count * low or found >= count * high
    return found >= high if seat == 0 else found <= low


@kernel
def _window(
    seat: int, found: float, left: int, count: int, low: float, high: float
) -> tuple[float, float]:
    """The bounds between which the next action matters; `left` actions come after it."""
    if seat == LUCK:
        return max(0.0, count * low - found - left), min(1.0, count * high - found)
    if seat == 0:
        return max(low, found), high
    return low, min(high, found)


@kernel
def _joined(seat: int, found: float, value: float, count: int) -> float:
    """The best value so far; for luck the sum, kept below the count unless all are certain."""
    if seat == LUCK:
        return found + value if value == 1.0 else min(found + value, count * NEARLY_ONE)
    return max(found, value) if seat == 0 else min(found, value)


@kernel
def _slot(work: Integers, bounds: Chances) -> int:
    """The slot of the position; a new one begins with the bounds 0 and 1."""
    last = work[at.LAST] * work[at.CONTRAST]
    phase = work[at.PHASE] + 4 * work[at.MOVER] + 8 * last
    if work[at.PHASE] == at.RETURNING:
        phase += 32 * work[at.OWED] + 128 * work[at.RETURNER]
    one = work[KEY] ^ work[PHASE_KEYS + 2 * phase]
    two = work[KEY + 1] ^ work[PHASE_KEYS + 2 * phase + 1]
    slot = 2 * (one & (SLOTS - 1))
    while work[MEMORY + slot] | work[MEMORY + slot + 1]:
        if work[MEMORY + slot] == one and work[MEMORY + slot + 1] == two:
            return int(slot)
        slot = (slot + 2) & (2 * SLOTS - 1)
    work[MEMORY + slot], work[MEMORY + slot + 1] = one, two
    bounds[slot], bounds[slot + 1] = 0.0, 1.0
    work[FILLED] += 1
    if work[FILLED] >= work[LIMIT]:
        work[STOPPED] = 1
    return int(slot)


@kernel
def _remember(bounds: Chances, slot: int, found: float, low: float, high: float) -> None:
    """Narrows the bounds of a position by what the search between `low` and `high` found."""
    if found > low:
        bounds[slot] = found
    if found < high:
        bounds[slot + 1] = found


@kernel
def _list_actions(work: Integers, depth: int) -> int:
    """Writes all actions into the frame: tiles, or placements with the promise of each."""
    frame = FRAMES + EACH_FRAME * depth
    if work[at.PHASE] == at.PLACING:
        return _list_placements(work, depth)
    drawing = work[at.PHASE] == at.DRAWING
    tiles = work[at.RESERVE] if drawing else work[at.SEAT + at.EACH_SEAT * work[at.RETURNER]]
    count = 0
    while tiles:
        work[frame + ACTIONS + count] = popcount((tiles & -tiles) - 1)
        tiles &= tiles - 1
        count += 1
    return count


@kernel
def _list_placements(work: Integers, depth: int) -> int:
    """Writes placements as index × 256 + colour × 128 + lying tile, with 65,536 × their promise."""
    actions = FRAMES + EACH_FRAME * depth + ACTIONS
    own = at.SEAT + at.EACH_SEAT * work[at.MOVER] + at.LYING_HELD
    count = 0
    for index in range(work[at.OPEN]):
        square = at.SQUARES + at.EACH_SQUARE * work[at.OPENS + index]
        bar = barred(work, square)
        for word in range(2 * (bar == 1), 4 - 2 * (bar == 2)):
            lying = work[square + (word & 1)] & work[own + word]
            while lying:
                if count == MOST_ACTIONS:
                    work[STOPPED] = 1
                    return count
                bit = 48 * (word & 1) + popcount((lying & -lying) - 1)
                work[actions + count] = (index << 8) + (word >> 1 << 7) + bit
                lying &= lying - 1
                count += 1
    for index in range(count):
        _take(work, depth, work[actions + index])
        promise = _promise(work, depth)
        _take_back(work, depth)
        work[actions + index] += promise << 16
    return count


@kernel
def _promise(work: Integers, depth: int) -> int:
    """How good a placement looks to the player who made it."""
    if work[at.PHASE] == at.OVER:
        mover = work[FRAMES + EACH_FRAME * depth + SEATED + at.MOVER]
        return WON_PROMISE if work[at.WINNER] == mover else LOST_PROMISE
    if work[at.PHASE] == at.PLACING:
        return int(max(1, WAYS_PROMISE - work[at.WIDTH]))
    return DRAW_PROMISE if work[at.PHASE] == at.DRAWING else RETURN_PROMISE


@kernel
def _next_action(work: Integers, depth: int, index: int, count: int) -> int:
    """Swaps the most promising action from that index on to the index, and returns it."""
    actions = FRAMES + EACH_FRAME * depth + ACTIONS
    best = index
    for other in range(index + 1, count):
        if work[actions + other] >> 16 > work[actions + best] >> 16:
            best = other
    action = work[actions + best]
    work[actions + best] = work[actions + index]
    work[actions + index] = action
    return int(action & 0xFFFF)


@kernel
def _take(work: Integers, depth: int, action: int) -> None:
    """Takes the action, and saves in the frame what is needed to take it back."""
    frame = FRAMES + EACH_FRAME * depth
    for field in range(at.SEAT + 2 * at.EACH_SEAT):
        work[frame + SEATED + field] = work[field]
    work[frame + KEPT_KEY], work[frame + KEPT_KEY + 1] = work[KEY], work[KEY + 1]
    if work[at.PHASE] == at.PLACING:
        _take_place(work, frame, action >> 8, action >> 7 & 1, action & 127)
    elif work[at.PHASE] == at.DRAWING:
        turn_key(work, held_key(work[at.MOVER], action))
        draw(work, action)
    else:
        turn_key(work, held_key(work[at.RETURNER], action))
        give_back(work, action)


@kernel
def _take_place(work: Integers, frame: int, index: int, colour: int, lying: int) -> None:
    square = work[at.OPENS + index]
    work[frame + KEPT_OPEN] = index
    work[frame + KEPT_OPEN + 1] = work[at.OPENS + work[at.OPEN] - 1]
    work[frame + KEPT_OPEN + 2] = square
    for way in range(8):
        beside = at.SQUARES + at.EACH_SQUARE * ((square + at.STEP[way]) & (at.AREA - 1))
        for field in range(at.EACH_SQUARE):
            work[frame + KEPT_SQUARES + at.EACH_SQUARE * way + field] = work[beside + field]
    turn_key(work, lying_key(square, colour, lying))
    turn_key(work, held_key(work[at.MOVER], 24 * colour + (lying >> 2)))
    place(work, index, colour, lying)


@kernel
def _take_back(work: Integers, depth: int) -> None:
    """Restores the position from before `_take`."""
    frame = FRAMES + EACH_FRAME * depth
    for field in range(at.SEAT + 2 * at.EACH_SEAT):
        work[field] = work[frame + SEATED + field]
    work[KEY], work[KEY + 1] = work[frame + KEPT_KEY], work[frame + KEPT_KEY + 1]
    if work[at.PHASE] != at.PLACING:
        return
    square = work[frame + KEPT_OPEN + 2]
    work[at.OPENS + work[at.OPEN] - 1] = work[frame + KEPT_OPEN + 1]
    work[at.OPENS + work[frame + KEPT_OPEN]] = square
    work[at.SQUARES + at.EACH_SQUARE * square + at.COLOUR] = 0
    for way in range(8):
        beside = at.SQUARES + at.EACH_SQUARE * ((square + at.STEP[way]) & (at.AREA - 1))
        for field in range(at.EACH_SQUARE):
            work[beside + field] = work[frame + KEPT_SQUARES + at.EACH_SQUARE * way + field]
