"""What a position of Redline seems worth to each seat, learned from games that were played.

`judge` looks at what each seat holds and can do, and estimates everybody's chances by a small
network of one hidden layer, the same for every seat. `tools/outlook.py` learned its weights, which
stand in `outlook.json`: a row for each input, a row of thresholds and a row of the weight of each
neuron in the answer; the last column holds the direct weights of the inputs.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import sqrt

import numpy as np
from numpy.typing import NDArray

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.kernel import act, aligns, barred, place, placement
from ludotheque.games.redline.layout import Integers
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following

Chances = NDArray[np.float64]

SEAT_INPUTS, TABLE_INPUTS = 9, 4
TILES, FITTING, WAYS, PLACES, ROWS, STEPS, MOVES, RETURNS, PLACED = range(SEAT_INPUTS)
INPUTS = 2 * SEAT_INPUTS + TABLE_INPUTS
SEEN_LENGTH = at.MOST_SEATS * SEAT_INPUTS + TABLE_INPUTS
MOST_OPEN_SQUARES = at.COUNTS - at.OPENS
_FIRST_TURNS = 0x111111111111  # the lowest of the four bits of each shape


@cache
def weights() -> Chances:
    """The weights of the network, from `outlook.json`."""
    text = files(__package__).joinpath("outlook.json").read_text("utf-8")
    return np.array(json.loads(text), np.float64)


@kernel
def aligning(table: Integers, square: int, colour: int) -> bool:
    """Whether a tile of that colour (0 or 1) on that open square would make a new alignment."""
    cell = at.SQUARES + at.EACH_SQUARE * square + at.COLOUR
    table[cell] = colour + 1
    found = aligns(table, square)
    table[cell] = 0
    return bool(found)


@kernel
def play_at_random(table: Integers, actions: int, bits: np.uint64) -> np.uint64:
    """Takes so many actions at random; a placement that does not align is drawn a second time."""
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


@kernel
def judge(table: Integers, weights: Chances, seen: Chances, chances: Chances) -> None:
    """Writes every seat's chance to win, which add up to 1; `seen` is room for the inputs."""
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


@kernel
def _worth(table: Integers, weights: Chances, seen: Chances, seat: int) -> float:
    """The network's answer for a seat, by its inputs, the mean of the others' and the table's."""
    inputs = np.empty(INPUTS)
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


@kernel
def _answer(weights: Chances, inputs: Chances) -> float:
    """The network's answer; the inner loop is over neurons so that it runs on vectors."""
    sums = weights[INPUTS].copy()
    for field in range(INPUTS):
        for neuron in range(len(sums)):
            sums[neuron] += inputs[field] * weights[field, neuron]
    last = len(sums) - 1
    answer = sums[last]
    for neuron in range(last):
        answer += max(0.0, sums[neuron]) * weights[INPUTS + 1, neuron]
    return float(answer)


@kernel
def look(table: Integers, seen: Chances) -> None:
    """Writes the inputs of each seat, then those of the table."""
    rows = np.zeros(MOST_OPEN_SQUARES, np.int64)
    _find_rows(table, rows)
    for seat in range(table[at.SEATS]):
        _look_at(table, seat, rows, seen[SEAT_INPUTS * seat : SEAT_INPUTS * (seat + 1)])
    table_wide = seen[SEAT_INPUTS * at.MOST_SEATS :]
    table_wide[0] = popcount(table[at.RESERVE]) / 32
    table_wide[1] = table[at.OPEN] / 16
    table_wide[2] = 1.0 if table[at.PHASE] == at.DRAWING else 0.0
    table_wide[3] = (table[at.SEATS] - table[at.GONE]) / 6


@kernel
def _find_rows(table: Integers, rows: Integers) -> None:
    """Writes for each open square in which colours a tile there would make a new alignment."""
    for index in range(table[at.OPEN]):
        square = table[at.OPENS + index]
        cell = at.SQUARES + at.EACH_SQUARE * square
        if table[cell + at.LOW] | table[cell + at.HIGH]:
            for colour in range(2):
                if barred(table, cell) != colour + 1 and aligning(table, square, colour):
                    rows[index] |= colour + 1


@kernel
def _look_at(table: Integers, seat: int, rows: Integers, seen: Chances) -> None:
    """Writes what that seat holds, what of it fits where, and when its turn comes."""
    held = at.SEAT + at.EACH_SEAT * seat
    seats, mover = table[at.SEATS], table[at.MOVER]
    seen[TILES] = popcount(table[held]) / 8
    _count_fitting(table, held + at.LYING_HELD, rows, seen)
    seen[STEPS] = (seat - mover + seats) % seats / seats
    seen[MOVES] = 1.0 if seat == mover else 0.0
    returns = table[at.PHASE] == at.RETURNING and table[at.RETURNER] == seat
    seen[RETURNS] = 1.0 if returns else 0.0
    seen[PLACED] = 1.0 if table[at.PLACED] == seat else 0.0


@kernel
def _count_fitting(table: Integers, lying: int, rows: Integers, seen: Chances) -> None:
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
    seen[FITTING], seen[WAYS] = fitting / 8, sqrt(ways) / 4
    seen[PLACES], seen[ROWS] = places / 8, aligned / 4


@kernel
def _shapes(lying: int) -> int:
    """How many different tiles these lying tiles are, each in up to four turns."""
    return popcount((lying | lying >> 1 | lying >> 2 | lying >> 3) & _FIRST_TURNS)
