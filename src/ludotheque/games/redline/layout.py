"""A position of Redline as one array of 64-bit integers, for the kernel.

    0          24                72       216        360     408                       16792
    | header   | six seats × 8   | open   | counts   | laid  | 64 × 64 squares × 4     |

A lying tile, which is a tile in one rotation, is a bit: shape s in its t-th rotation is bit
4 (s mod 12) + t of a low word (s < 12) or of a high word. A square holds the set of lying tiles
that still fit it, narrowed as tiles are placed beside it, so one `and` and a count of bits tell
what a hand can place there. A tile in a hand or in the reserve is bit 24 × colour + shape of one
word; a seat also holds its tiles in every rotation.

Square x, y is number x + 64 y modulo 4096. All tiles are connected and there are at most 48, so two
squares of one position never get the same number, and no edge needs a check.

The open squares are those that a line reaches; the counts say in how many ways the mover can place
a tile on each. Colours are 1 and 2 on a square (and their sum where it is reached by both), 0 and 1
elsewhere.
"""

from __future__ import annotations

from ludotheque.games.redline.tiles import COLOURS, SHAPES, STEPS, TILES, Tile, mask, turns
from ludotheque.kernels.arrays import Integers, integers

__all__ = ["Integers"]

WIDTH, PHASE, MOVER, LAST, PLACED, OPEN, LAID, RESERVE = 0, 1, 2, 3, 4, 5, 6, 7
RETURNER, OWED, GONE, WINNER, SEATS, HAND, CONTRAST, TURNS = 8, 9, 10, 11, 12, 13, 14, 15
OWN_DEAD_END = 16
OVER, DRAWING, RETURNING, PLACING = 0, 1, 2, 3
SEAT, EACH_SEAT, MOST_SEATS = 24, 8, 6
LYING_HELD, PLACE_OUT = 1, 5
OPENS, COUNTS, LAIDS, SQUARES, EACH_SQUARE = 72, 216, 360, 408, 4
LOW, HIGH, COLOUR, MET = 0, 1, 2, 3
SIDE, AREA = 64, 64 * 64
SIZE = SQUARES + EACH_SQUARE * AREA
FULL, BOTH = (1 << 48) - 1, 3

STEP = integers(dx + SIDE * dy for dx, dy in STEPS)


def _spokes() -> list[int]:
    """The spokes of each lying tile, by its bit: shape after shape, four rotations each."""
    found = [0] * (4 * len(SHAPES))
    for shape, spokes in enumerate(SHAPES):
        for turn, lying in enumerate(turns(Tile(COLOURS[0], spokes))):
            found[4 * shape + turn] = mask(lying.spokes)
    return found


def _words(lying: list[int]) -> list[int]:
    """A set of lying tiles as its low and its high word."""
    bits = sum(1 << number for number in lying)
    return [bits & FULL, bits >> 48]


SPOKES = integers(_spokes())
# What fits a square, by the direction of a neighbour and whether that has a line to the square.
FITTING = integers(
    word
    for way in range(8)
    for line in (0, 1)
    for word in _words(
        [n for n, spokes in enumerate(_spokes()) if spokes and spokes >> way & 1 == line]
    )
)
# For each tile: in which word of a seat its rotations lie, and which bits they are.
HELD_WORD = integers(LYING_HELD + n // 24 * 2 + n % 24 // 12 for n in range(len(TILES)))
HELD_BITS = integers((1 << len(turns(tile))) - 1 << 4 * (n % 12) for n, tile in enumerate(TILES))
_EMPTY_TABLE = integers([0] * SQUARES + [FULL, FULL, 0, 0] * AREA)


def new_table(seats: int, hand: int, contrast: bool, own_dead_end: bool) -> Integers:
    """The position before the deal under these options; seat 0 places first."""
    table = _EMPTY_TABLE.copy()
    table[SEATS], table[HAND] = seats, hand
    table[CONTRAST], table[OWN_DEAD_END] = contrast, own_dead_end
    table[PHASE], table[PLACED], table[WINNER] = DRAWING, -1, -1
    table[RESERVE], table[WIDTH] = FULL, len(TILES)
    table[OPEN], table[SQUARES + MET] = 1, BOTH
    return table
