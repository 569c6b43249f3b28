"""Solves all positions at one score together, from the fullest grids to the empty one.

A push that scores leads to a score that is already solved, or to the end; a push that adds a pawn
leads to a fuller grid, solved just before. Only pushes into full columns can lead in circles, so
positions with the same number of pawns are swept again and again until nothing changes:

1.  A position is won if a push leaves the other in a lost one, and lost if every push leaves the
    other in a won one.
2.  If endless play would win for one side (the *leader*: the rules end it by the points, or by
    what a drawn round means for the match), the other still saves a draw where a push reaches one,
    and where the leader cannot avoid it.
3.  Whatever is left goes on for ever, and is worth what endless play is worth.

Why endless play can stand for threefold repetition (3.3, 4.7, 5.8): a player who can force more
than endless play is worth does so by 1 or 2, along pushes that bring the event strictly nearer. So
no position comes back, and no repetition ends it before. A player who is content with it keeps to
positions of 3 (or better). Then either an event that is no worse comes, or some position occurs for
the third time, and the rules give what endless play is worth. So the values are right from any
position without a past.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.kernel import lines
from ludotheque.games.plus4.solving.mode import DRAW, LOSS, OPEN, OVER, WIN
from ludotheque.games.plus4.solving.numbering import MOST_BITS, Blocks, Plan, fill_positions
from ludotheque.kernels import kernel

LOW_BITS = 8  # half of MOST_BITS: two tables of 256 numbers replace one of 65,536


class Layer(NamedTuple):
    """The data of one score while it is solved; a role is a side to move, one if both are alike.

    An exit is what a push with points leads to, for the other player, who is then to move: minus
    its value, or the index in `below` where the values at the score reached begin.
    """

    worth: NDArray[np.uint8]  # [role, position]
    level: NDArray[np.uint8]  # the same, or empty if no distances are wanted; at first MOST_LEVELS
    exits: NDArray[np.int64]  # [role, own * 16 + other's points]
    below: NDArray[np.uint8]  # four positions a byte


@kernel
def value_in(values: Any, start: int, number: int) -> int:
    """The value of one position, out of the four in its byte."""
    return int((np.int64(values[start + (number >> 2)]) >> ((number & 3) << 1)) & 3)


@kernel
def fill_flips(plan: Plan, block: int, low: Any, high: Any) -> int:
    """Fills the tables that xor low and high bits for each push; returns how many bits are low."""
    bits = plan.blocks.bits[block]
    few = min(bits, LOW_BITS)
    for push in range(plan.pushes[block]):
        low[push, 0] = plan.start[block, push]
        high[push, 0] = plan.flips[block, push, 0]
        base = plan.start[block, push]
        for bit in range(few):
            flip = plan.flips[block, push, bit + 1]
            for number in range(1 << bit):
                low[push, (1 << bit) + number] = ((low[push, number] - base) ^ flip) + base
        for bit in range(bits - few):
            flip = plan.flips[block, push, few + bit + 1]
            for number in range(1 << bit):
                high[push, (1 << bit) + number] = high[push, number] ^ flip
    return int(few)


@kernel
def seen_from(
    plan: Plan, layer: Layer, role: int, saving: int, level: int, at: int, then: Any
) -> int:
    """The values that the pushes of a position lead to, as a set of bits; stops at a loss.

    `then` holds how many pushes there are and where they lead. With a level, positions that are not
    nearer than that level count as open.
    """
    other = layer.worth.shape[0] - 1 - role
    seen = 0
    for push in range(then[0]):
        number = then[push + 1]
        gain = plan.points[at + push]
        if gain:
            leads = layer.exits[role, gain]
            value = -leads if leads < 0 else value_in(layer.below, leads, number)
        else:
            value = np.int64(layer.worth[other, number])
            if level and layer.level[other, number] >= level and (value == DRAW or not saving):
                value = OPEN
        if value == LOSS:
            return 1 << LOSS
        seen |= 1 << value
    return seen


@kernel
def decided(seen: int, saving: int) -> int:
    """The value that follows from those seen: by rule 1, or by rule 2 for either side."""
    if saving == 1:
        return DRAW if seen & 1 << DRAW else OPEN
    if saving == 2:
        return OPEN if seen & (1 << OPEN | 1 << LOSS) else DRAW
    if seen == 1 << LOSS:
        return WIN
    return LOSS if seen == 1 << WIN else OPEN


@kernel
def sweep(plan: Plan, layer: Layer, blocks: Any, role: int, saving: int, level: int) -> int:
    """Decides what can be decided in a range of blocks; returns how many positions that were.

    `saving` is 0 for rule 1 alone; for rule 2 it is 1 if this role saves draws, 2 if it leads.
    """
    low = np.zeros((8, 1 << LOW_BITS), np.int64)
    high = np.zeros((8, 1 << LOW_BITS), np.int64)
    then = np.zeros(9, np.int64)
    changed = 0
    for block in range(blocks[0], blocks[1]):
        few = fill_flips(plan, block, low, high)
        pushes, base = plan.pushes[block], plan.blocks.base[block]
        then[0] = pushes
        for number in range(1 << plan.blocks.bits[block]):
            if layer.worth[role, base + number] != OPEN:
                continue
            below, above = number & ((1 << few) - 1), number >> few
            for push in range(pushes):
                start = plan.start[block, push]
                then[push + 1] = ((low[push, below] - start) ^ high[push, above]) + start
            at = plan.points_at[block] + number * pushes
            value = decided(seen_from(plan, layer, role, saving, level, at, then), saving)
            if value != OPEN:
                layer.worth[role, base + number] = value
                if level:
                    layer.level[role, base + number] = level
                changed += 1
    return changed


@kernel
def settle(layer: Layer, numbers: Any, role: int, worth: int) -> None:
    """Gives the positions of a range that are still open the value of endless play."""
    for number in range(numbers[0], numbers[1]):
        if layer.worth[role, number] == OPEN:
            layer.worth[role, number] = worth


@kernel
def mark_over(blocks: Blocks, worth: Any) -> None:
    """Marks the positions with a line as over, where the first line ends the game (3.1, 5.1)."""
    positions = np.zeros(1 << MOST_BITS, np.uint64)
    lane, sixteen = np.uint64(0xFFFF), np.uint64(16)
    for block in range(blocks.bits.size):
        fill_positions(blocks, block, positions)
        for number in range(1 << blocks.bits[block]):
            position = positions[number]
            if lines(position & lane) | lines((position >> sixteen) & lane):
                worth[blocks.base[block] + number] = OVER


@kernel
def unpack_values(values: Any, start: int, worth: Any, ends: Any) -> None:
    """Unpacks the values from their bytes, from one number up to another."""
    for number in range(ends[0], ends[1]):
        worth[number] = value_in(values, start, number)


@kernel
def pack_values(worth: Any, values: Any) -> None:
    """Packs the values, four to a byte."""
    for number in range(worth.size):
        values[number >> 2] |= (worth[number] & 3) << ((number & 3) << 1)
