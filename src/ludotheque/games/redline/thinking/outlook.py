"""Estimates each seat's chance to win Redline with a network that learned from played games.

`judge` looks at what each seat holds and can do, and applies a small network with one hidden
layer, the same for every seat. `tools/outlook.py` learned its weights. In `outlook.json` they are a
row for each input, a row of thresholds, and a row of the weight of each neuron in the answer; the
last column holds the direct weights of the inputs.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import sqrt

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.kernel import act, aligns, barred, place, placement
from ludotheque.games.redline.layout import Integers
from ludotheque.kernels import light_kernel
from ludotheque.kernels.arrays import Bits, Reals, add_times, matrix, real_zeros, zeros
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following

SEAT_INPUTS, TABLE_INPUTS = 9, 4
TILES, FITTING, WAYS, PLACES, ROWS, STEPS, MOVES, RETURNS, PLACED = range(SEAT_INPUTS)
INPUTS = 2 * SEAT_INPUTS + TABLE_INPUTS
SEEN_LENGTH = at.MOST_SEATS * SEAT_INPUTS + TABLE_INPUTS
MOST_OPEN_SQUARES = at.COUNTS - at.OPENS
_FIRST_TURNS = 0x111111111111  # the lowest of the four bits of each shape


@cache
def weights() -> Reals:
    """The weights of the network, from `outlook.json`."""
    text = files(__package__).joinpath("outlook.json").read_text("utf-8")
    return matrix(json.loads(text))


@light_kernel
def aligning(table: Integers, square: int, colour: int) -> bool:
    """Whether a tile of that colour (0 or 1) on that open square would make a new alignment."""
    cell = at.SQUARES + at.EACH_SQUARE * square + at.COLOUR
    table[cell] = colour + 1
    found = aligns(table, square)
    table[cell] = 0
    return bool(found)


@light_kernel
def play_at_random(table: Integers, actions: int, bits: Bits) -> Bits:
    """Takes up to `actions` random actions; draws once more if a placement does not align."""
    while actions and table[at.WIDTH]:
        actions -= 1
        bits = following(bits)
        if table[at.PHASE] == at.PLACING:
            index, colour, lying = placement(table, below(bits, table[at.WIDTH]))
            if not aligning(table, table[at.OPENS + index], colour):
                bits = following(bits)
                index, colour, lying = placement(table, below(bits, table[at.WIDTH]))
            place(table, index, colour, lying)
        else:
            act(table, below(bits, table[at.WIDTH]))
    return bits


@light_kernel
def judge(table: Integers, weights: Reals, seen: Reals, chances: Reals) -> None:
    """Writes each seat's chance to win, which add up to 1; `seen` is scratch space for inputs."""
    look(table, seen)
    total = 0.0
    for seat in range(table[at.SEATS]):
        chances[seat] = 0.0
        if seen[SEAT_INPUTS * seat + TILES]:
            worth = _worth(table, weights, seen, seat)
            chances[seat] = worth + sqrt(worth * worth + 1.0)
            total += chances[seat]
    for seat in range(table[at.SEATS]):
        chances[seat] /= total


@light_kernel
def _worth(table: Integers, weights: Reals, seen: Reals, seat: int) -> float:
    """The network's answer for a seat, by its inputs, the mean of the others' and the table's."""
    inputs = real_zeros(INPUTS)
    others = max(1, table[at.SEATS] - table[at.GONE] - 1)
    for field in range(SEAT_INPUTS):
        own = seen[SEAT_INPUTS * seat + field]
        inputs[field], inputs[SEAT_INPUTS + field] = own, -own
        for other in range(table[at.SEATS]):
            if seen[SEAT_INPUTS * other + TILES]:
                inputs[SEAT_INPUTS + field] += seen[SEAT_INPUTS * other + field]
        inputs[SEAT_INPUTS + field] /= others
    for field in range(TABLE_INPUTS):
        inputs[2 * SEAT_INPUTS + field] = seen[SEAT_INPUTS * at.MOST_SEATS + field]
    return _answer(weights, inputs)


@light_kernel
def _answer(weights: Reals, inputs: Reals) -> float:
    """The network's answer; the inner loop is over neurons so that it runs on vectors."""
    sums = weights[INPUTS].copy()
    for field in range(INPUTS):
        add_times(sums, weights[field], inputs[field])
    last = len(sums) - 1
    answer = sums[last]
    for neuron in range(last):
        answer += max(0.0, sums[neuron]) * weights[INPUTS + 1][neuron]
    return float(answer)


@light_kernel
def look(table: Integers, seen: Reals) -> None:
    """Writes the inputs of each seat, then those of the table."""
    rows = zeros(MOST_OPEN_SQUARES)
    _find_rows(table, rows)
    for seat in range(table[at.SEATS]):
        _look_at(table, seat, rows, seen)
    table_wide = SEAT_INPUTS * at.MOST_SEATS
    seen[table_wide] = popcount(table[at.RESERVE]) / 32
    seen[table_wide + 1] = table[at.OPEN] / 16
    seen[table_wide + 2] = 1.0 if table[at.PHASE] == at.DRAWING else 0.0
    seen[table_wide + 3] = (table[at.SEATS] - table[at.GONE]) / 6


@light_kernel
def _find_rows(table: Integers, rows: Integers) -> None:
    """Writes for each open square in which colours a tile there would make a new alignment."""
    for index in range(table[at.OPEN]):
        square = table[at.OPENS + index]
        cell = at.SQUARES + at.EACH_SQUARE * square
        if table[cell + at.LOW] | table[cell + at.HIGH]:
            for colour in range(2):
                if barred(table, cell) != colour + 1 and aligning(table, square, colour):
                    rows[index] |= colour + 1


@light_kernel
def _look_at(table: Integers, seat: int, rows: Integers, seen: Reals) -> None:
    """Writes what that seat holds, what of it fits where, and when its turn comes."""
    held, own = at.SEAT + at.EACH_SEAT * seat, SEAT_INPUTS * seat
    seats, mover = table[at.SEATS], table[at.MOVER]
    seen[own + TILES] = popcount(table[held]) / 8
    _count_fitting(table, held + at.LYING_HELD, rows, seen, own)
    seen[own + STEPS] = (seat - mover + seats) % seats / seats
    seen[own + MOVES] = 1.0 if seat == mover else 0.0
    returns = table[at.PHASE] == at.RETURNING and table[at.RETURNER] == seat
    seen[own + RETURNS] = 1.0 if returns else 0.0
    seen[own + PLACED] = 1.0 if table[at.PLACED] == seat else 0.0


@light_kernel
def _count_fitting(table: Integers, lying: int, rows: Integers, seen: Reals, own: int) -> None:
    """Writes how many tiles fit, in how many ways, on how many squares, on how many aligning."""
    ways = places = aligned = 0
    first = second = third = fourth = 0
    for index in range(table[at.OPEN]):
        cell = at.SQUARES + at.EACH_SQUARE * table[at.OPENS + index]
        low, high, bar = table[cell + at.LOW], table[cell + at.HIGH], barred(table, cell)
        yellow = blue = 0
        if bar != 1:
            first |= low & table[lying]
            second |= high & table[lying + 1]
            yellow = popcount(low & table[lying]) + popcount(high & table[lying + 1])
        if bar != 2:
            third |= low & table[lying + 2]
            fourth |= high & table[lying + 3]
            blue = popcount(low & table[lying + 2]) + popcount(high & table[lying + 3])
        ways += yellow + blue
        places += 1 if yellow + blue else 0
        aligned += 1 if (yellow and rows[index] & 1) or (blue and rows[index] & 2) else 0
    fitting = _shapes(first) + _shapes(second) + _shapes(third) + _shapes(fourth)
    seen[own + FITTING], seen[own + WAYS] = fitting / 8, sqrt(ways) / 4
    seen[own + PLACES], seen[own + ROWS] = places / 8, aligned / 4


@light_kernel
def _shapes(lying: int) -> int:
    """How many different tiles these lying tiles are, each in up to four rotations."""
    return popcount((lying | lying >> 1 | lying >> 2 | lying >> 3) & _FIRST_TURNS)
