"""Numbers every position of Plus 4 without gaps, mirror images only once.

Positions are grouped in *blocks*: those with the same heights of the columns and the same squares
of the two bonus pawns. Within a block only the colours of the other pawns differ, a bit each (1:
the mover's), in the order of the squares. Blocks follow each other from the fullest grid to the
empty one. Of a block and its mirror image only one is numbered.

A push leads from all positions of a block into the same other block, and only moves, drops, turns
and adds bits. So the number after it is a constant, changed by exclusive or with one constant for
each bit that is set (`Plan.flips`). This makes a sweep over all positions fast.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.kernel import Form, Packed, occupied, pushed, scored, turned
from ludotheque.kernels import kernel
from ludotheque.kernels.bits import popcount

NONE = 16  # the square of a bonus pawn that is in hand
PUSHES = 8  # four columns, with a plain or with the bonus pawn
MOST_BITS = 16  # a full grid without bonus pawns


Range = tuple[int, int]


class Blocks(NamedTuple):
    """Where each block begins and what its positions share."""

    by_place: NDArray[np.int32]  # [heights, own bonus, other bonus]: the block; ~block if mirrored
    base: NDArray[np.int64]  # one more than there are blocks: the last is the number of positions
    bits: NDArray[np.int64]
    heights: NDArray[np.int64]
    own_bonus: NDArray[np.int64]
    other_bonus: NDArray[np.int64]


class Plan(NamedTuple):
    """The blocks, and for each of them where its pushes lead and what they score."""

    blocks: Blocks
    pushes: NDArray[np.int64]  # [block]: how many there are, 4 or 8
    start: NDArray[np.int64]  # [block, push]: the first number of the block it leads to
    flips: NDArray[np.int64]  # [block, push, bit + 1]: see above; bit -1 is the constant
    points_at: NDArray[np.int64]  # [block]: where its points begin
    points: NDArray[np.uint8]  # own * 16 + other's, for each position and push


def all_blocks(bonus: bool) -> Blocks:
    """All blocks, with bonus pawns or without."""
    by_place = np.full((625, NONE + 1, NONE + 1), np.iinfo(np.int32).min, np.int32)
    rows: list[tuple[int, int, int, int]] = []
    for heights in sorted(product(range(5), repeat=4), key=lambda h: (-sum(h), h)):
        squares = [4 * column + row for column in range(4) for row in range(heights[column])]
        places = [NONE, *squares] if bonus else [NONE]
        for own, other in product(places, repeat=2):
            if own == other != NONE:
                continue
            image = (_code(heights[::-1]), _mirrored(own), _mirrored(other))
            if by_place[image] >= 0:
                by_place[_code(heights), own, other] = ~by_place[image]
                continue
            by_place[_code(heights), own, other] = len(rows)
            free = len(squares) - (own != NONE) - (other != NONE)
            rows.append((_code(heights), own, other, free))
    codes, owns, others, bits = (np.array(column, np.int64) for column in zip(*rows, strict=True))
    base = np.concatenate([np.zeros(1, np.int64), np.cumsum(1 << bits)])
    return Blocks(by_place, base, bits, codes, owns, others)


def plan(blocks: Blocks, form: Form, only: Range | None = None) -> Plan:
    """The plan of all blocks, filled in for all of them or for the range `only`."""
    many = len(blocks.bits)
    first, last = only or (0, many)
    start = np.full((many, PUSHES), -1, np.int64)
    flips = np.zeros((many, PUSHES, MOST_BITS + 1), np.int64)
    pushes = np.where(form.bonus_pawns & (blocks.own_bonus == NONE), 8, 4).astype(np.int64)
    sizes = np.zeros(many, np.int64)
    sizes[first:last] = (pushes << blocks.bits)[first:last]
    ends = np.cumsum(sizes)
    done = Plan(blocks, pushes, start, flips, ends - sizes, np.zeros(int(ends[-1]), np.uint8))
    fill_leads(done, first, last)
    fill_points(done, first, last, form)
    return done


def units(blocks: Blocks) -> list[Range]:
    """The ranges of blocks with the same number of pawns, fullest first.

    A push never leads to fewer pawns, so units are solved in this order.
    """
    digits = [blocks.heights // 5**place % 5 for place in range(4)]
    pawns = sum(digits[1:], digits[0])
    firsts = [int(np.argmax(pawns == number)) for number in range(16, -1, -1)]
    return list(zip(firsts, [*firsts[1:], len(pawns)], strict=True))


def _code(heights: tuple[int, ...]) -> int:
    return sum(height * 5**column for column, height in enumerate(heights))


def _mirrored(square: int) -> int:
    return NONE if square == NONE else 12 - square // 4 * 4 + square % 4


@kernel
def height(squares: Packed, column: int) -> int:
    """How many pawns stand in that column."""
    return popcount((squares >> np.uint64(4 * column)) & np.uint64(0xF))


@kernel
def mirrored(position: Packed) -> Packed:
    """The mirror image of the position: its columns in reverse order."""
    near = np.uint64(0x00F0_00F0_00F0_00F0)
    far = np.uint64(0x000F_000F_000F_000F)
    eight, four = np.uint64(8), np.uint64(4)
    halves = np.uint64(0x00FF_00FF_00FF_00FF)
    swapped = ((position & halves) << eight) | ((position >> eight) & halves)
    pairs = near | near << eight
    return ((swapped & (far | far << eight)) << four) | ((swapped & pairs) >> four)


@kernel
def square_of(one: Packed) -> int:
    """The square of a set with one square; `NONE` if the set is empty."""
    if one == np.uint64(0):
        return NONE
    return popcount(one - np.uint64(1))


@kernel
def block_of(blocks: Blocks, position: Packed) -> int:
    """The block of a position; `~block` if its mirror image is numbered instead."""
    lane, squares = np.uint64(0xFFFF), occupied(position)
    code = height(squares, 0) + 5 * height(squares, 1)
    code += 25 * height(squares, 2) + 125 * height(squares, 3)
    own = square_of((position >> np.uint64(32)) & lane)
    other = square_of((position >> np.uint64(48)) & lane)
    return int(blocks.by_place[code, own, other])


@kernel
def within(position: Packed) -> int:
    """The number of the position in its block: the colours of all but the bonus pawns."""
    squares = occupied(position)
    special = (position >> np.uint64(32)) | (position >> np.uint64(48))
    number, bit = 0, 0
    for square in range(16):
        here = np.uint64(1) << np.uint64(square)
        if squares & here != np.uint64(0) and special & here == np.uint64(0):
            if position & here != np.uint64(0):
                number |= 1 << bit
            bit += 1
    return number


@kernel
def number_of(blocks: Blocks, position: Packed) -> int:
    """The number that the position shares with its mirror image."""
    block = block_of(blocks, position)
    if block < 0:
        block = ~block
        position = mirrored(position)
    return int(blocks.base[block]) + within(position)


@kernel
def position_at(blocks: Blocks, block: int, number: int) -> Packed:
    """The position with that number in the block."""
    position, bit, code = np.uint64(0), 0, blocks.heights[block]
    for square in range(16):
        if square & 3 >= (code // 5 ** (square >> 2)) % 5:
            continue
        lane = 0
        if square == blocks.own_bonus[block]:
            position |= np.uint64(1) << np.uint64(square + 32)
        elif square == blocks.other_bonus[block]:
            position |= np.uint64(1) << np.uint64(square + 48)
            lane = 16
        else:
            lane = 0 if (number >> bit) & 1 else 16
            bit += 1
        position |= np.uint64(1) << np.uint64(square + lane)
    return position


@kernel
def fill_leads(plan: Plan, first: int, last: int) -> None:
    """Writes into the plan where each push of some blocks leads."""
    blocks, flips = plan.blocks, plan.flips
    for block in range(first, last):
        for push in range(plan.pushes[block]):
            for bit in range(blocks.bits[block] + 1):
                position = position_at(blocks, block, (1 << bit) >> 1)
                after = turned(pushed(position, push & 3, push > 3))
                then = block_of(blocks, after)
                base = blocks.base[then] if then >= 0 else blocks.base[~then]
                plan.start[block, push] = base
                flips[block, push, bit] = number_of(blocks, after) - base
            for bit in range(1, blocks.bits[block] + 1):
                flips[block, push, bit] ^= flips[block, push, 0]


@kernel
def fill_positions(blocks: Blocks, block: int, positions: Any) -> None:
    """Lists all positions of a block: each bit of the number is the colour of one pawn."""
    positions[0] = position_at(blocks, block, 0)
    for bit in range(blocks.bits[block]):
        change = position_at(blocks, block, 1 << bit) ^ positions[0]
        for number in range(1 << bit):
            positions[(1 << bit) + number] = positions[number] ^ change


@kernel
def fill_points(plan: Plan, first: int, last: int, form: Form) -> None:
    """Writes into the plan what each push of each position of some blocks scores."""
    positions = np.zeros(1 << MOST_BITS, np.uint64)
    for block in range(first, last):
        fill_positions(plan.blocks, block, positions)
        at = plan.points_at[block]
        for number in range(1 << plan.blocks.bits[block]):
            for push in range(plan.pushes[block]):
                gains = scored(positions[number], push & 3, push > 3, form)
                plan.points[at] = gains[1] * 16 + gains[2]
                at += 1
