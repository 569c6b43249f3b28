"""What a position of Redline seems worth to each seat, learned from games that were played.

`judge` looks at what each seat holds and can do, and gives everybody's chances; a small network of
one hidden layer does it, the same for every seat. `tools/outlook.py` learned its weights, which
stand in `outlook.json`: a row for each input, a row of thresholds and a row of what each neuron
counts for in the end; the last column is what the inputs count for by themselves.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import sqrt

import numpy as np
from numpy.typing import NDArray

import ludotheque.games.redline.layout as at
from ludotheque.games.redline.kernel import act, aligns, place, placement
from ludotheque.games.redline.layout import Table
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount
from ludotheque.kernels.chance import below, following

Chances = NDArray[np.float64]

OF_SEAT, OF_ALL = 9, 4
TILES, FITTING, WAYS, PLACES, ROWS, STEPS, MOVES, RETURNS, PLACED = range(OF_SEAT)
INPUTS = 2 * OF_SEAT + OF_ALL
SEEN = at.MOST_SEATS * OF_SEAT + OF_ALL
MOST_OPEN = at.COUNTS - at.OPENS
_FIRST_TURNS = 0x111111111111


@cache
def weights() -> Chances:
    """What was learned."""
    text = files(__package__).joinpath("outlook.json").read_text("utf-8")
    return np.array(json.loads(text), np.float64)


@kernel
def aligning(table: Table, square: int, colour: int) -> bool:
    """Whether a tile of that colour (0 or 1) on that open square would make a new alignment."""
    cell = at.SQUARES + at.EACH_SQUARE * square + at.COLOUR
    table[cell] = colour + 1
    found = aligns(table, square)
    table[cell] = 0
    return bool(found)


@kernel
def barred(table: Table, cell: int) -> int:
    """The colour (1 or 2) that may not be placed on that square; 0 if both may."""
    met = table[cell + at.MET]
    return int(table[at.LAST] * table[at.CONTRAST] if met == at.BOTH else met)


@kernel
def play_on_a_little(table: Table, reach: int, bits: np.uint64) -> np.uint64:
    """Takes `reach` actions at random, with a second look for an alignment when placing."""
    while reach and table[at.WIDTH]:
        reach -= 1
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
def judge(table: Table, weights: Chances, seen: Chances, chances: Chances) -> None:
    """Every seat's chance to win, which add up to 1; `seen` is room for what it looks at."""
    look(table, seen)
    total = 0.0
    for seat in range(table[at.SEATS]):
        chances[seat] = 0.0
        if seen[OF_SEAT * seat + TILES]:
            worth = _worth(table, weights, seen, seat)
            chances[seat] = worth + sqrt(worth * worth + 1.0)
            total += chances[seat]
    for seat in range(table[at.SEATS]):
        chances[seat] /= total


@kernel
def _worth(table: Table, weights: Chances, seen: Chances, seat: int) -> float:
    """What the network makes of a seat: its own inputs, the mean of the others', the table's."""
    inputs = np.empty(INPUTS)
    others = max(1, table[at.SEATS] - table[at.GONE] - 1)
    for field in range(OF_SEAT):
        own = seen[OF_SEAT * seat + field]
        inputs[field], inputs[OF_SEAT + field] = own, -own
        for other in range(table[at.SEATS]):
            if seen[OF_SEAT * other + TILES]:
                inputs[OF_SEAT + field] += seen[OF_SEAT * other + field]
        inputs[OF_SEAT + field] /= others
    for field in range(OF_ALL):
        inputs[2 * OF_SEAT + field] = seen[OF_SEAT * at.MOST_SEATS + field]
    return _answer(weights, inputs)


@kernel
def _answer(weights: Chances, inputs: Chances) -> float:
    """What the network answers; each neuron adds up its own, so that all can do it at once."""
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
def look(table: Table, seen: Chances) -> None:
    """Writes what there is to see: the inputs of each seat, then those of the table."""
    rows = np.zeros(MOST_OPEN, np.int64)
    _find_rows(table, rows)
    for seat in range(table[at.SEATS]):
        _look_at(table, seat, rows, seen[OF_SEAT * seat : OF_SEAT * (seat + 1)])
    table_wide = seen[OF_SEAT * at.MOST_SEATS :]
    table_wide[0] = popcount(table[at.RESERVE]) / 32
    table_wide[1] = table[at.OPEN] / 16
    table_wide[2] = 1.0 if table[at.PHASE] == at.DRAWING else 0.0
    table_wide[3] = (table[at.SEATS] - table[at.GONE]) / 6


@kernel
def _find_rows(table: Table, rows: Table) -> None:
    """For each open square, in which colours a tile there would make a new alignment."""
    for index in range(table[at.OPEN]):
        square = table[at.OPENS + index]
        cell = at.SQUARES + at.EACH_SQUARE * square
        if table[cell + at.LOW] | table[cell + at.HIGH]:
            for colour in range(2):
                if barred(table, cell) != colour + 1 and aligning(table, square, colour):
                    rows[index] |= colour + 1


@kernel
def _look_at(table: Table, seat: int, rows: Table, seen: Chances) -> None:
    """What that seat holds, what of it fits where, and when its turn comes."""
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
def _count_fitting(table: Table, lying: int, rows: Table, seen: Chances) -> None:
    """How many tiles fit somewhere, in how many ways, where, and where with an alignment."""
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
    """How many different tiles are among those lying ones, four turns each."""
    return popcount((lying | lying >> 1 | lying >> 2 | lying >> 3) & _FIRST_TURNS)
