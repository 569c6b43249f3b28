"""Finds who wins Babylone on packed integers, remembering canonical positions.

A *group* is the heights of all piles with the same colour on top. Groups are numbered in the order
of their total height, so with at most 24 tablets only the greatest number of a position can have
more than nine bits:

    bits 0-12   the group with the greatest number
    bits 13-21, 22-30, 31-39, 40-48, 49-57   the others, in falling order; 0 for an empty group

`groups` lists what a move can turn each group into. `work` holds counters, the unpacked position, a
frame of positions for each depth, and the memory: twice the position, plus 1 if it is won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.caching import cache_of_large
from ludotheque.kernels import kernel

Integers = NDArray[np.int64]
Heights = tuple[int, ...]

COLOURS, TALLEST, FIRST_BITS, BITS = 6, 24, 13, 9
# The fields of a group: where its merges are listed and how many there are, its tallest pile, its
# heights as bits; then for each height the group without such a pile, and the group with such a
# pile doubled (-1 if impossible).
MERGES, MERGED, TALL, HEIGHTS, WITHOUT, DOUBLED = 0, 1, 2, 3, 4, 4 + TALLEST + 1
EACH_GROUP = DOUBLED + TALLEST + 1
FILLED, SLOTS, NOW, EACH_FRAME = 0, 1, 2, 512
FRAMES = 16
# Weighs the tallest pile against the number of merges, which is always less than this.
TALLEST_PROMISE = 1000
MEMORY = FRAMES + EACH_FRAME * (TALLEST + 1)


@kernel
def wins(groups: Integers, work: Integers, position: int, depth: int) -> bool:
    """Whether the player to move wins; tries positions first where the opponent may soon be stuck.

    The result is meaningless if the memory is full: `work[FILLED]` is then `work[SLOTS]`.
    """
    count = _list_after(groups, work, position, depth)
    frame = FRAMES + EACH_FRAME * depth
    won = False
    for index in range(count):
        won = won or _known(work, work[frame + index]) == 0
    left = 0 if won else count
    while left and work[FILLED] < work[SLOTS]:
        after = _most_promising(groups, work, frame, left)
        left -= 1
        known = _known(work, after)
        if known < 0:
            known = wins(groups, work, after, depth + 1)
        if not known:
            won = True
            break
    _remember(work, position, won)
    return won


@kernel
def _list_after(groups: Integers, work: Integers, position: int, depth: int) -> int:
    """Writes every position one move away into the frame, some twice; returns how many."""
    end = FRAMES + EACH_FRAME * depth
    start = end
    for one in range(COLOURS):
        group = EACH_GROUP * number(position, one)
        for merge in range(groups[group + MERGED]):
            _unpack(work, position)
            work[NOW + one] = groups[groups[group + MERGES] + merge]
            work[end] = _packed(work)
            end += 1
        for other in range(COLOURS):
            below = EACH_GROUP * number(position, other)
            shared = groups[group + HEIGHTS] & groups[below + HEIGHTS] if one != other else 0
            for height in range(1, TALLEST // 2 + 1):
                if shared >> height & 1:
                    _unpack(work, position)
                    work[NOW + one] = groups[group + DOUBLED + height]
                    work[NOW + other] = groups[below + WITHOUT + height]
                    work[end] = _packed(work)
                    end += 1
    return end - start


@kernel
def number(position: int, place: int) -> int:
    """The number of the group at that place of a packed position."""
    if place == 0:
        return position & ((1 << FIRST_BITS) - 1)
    return position >> (FIRST_BITS + BITS * (place - 1)) & ((1 << BITS) - 1)


@kernel
def _unpack(work: Integers, position: int) -> None:
    for place in range(COLOURS):
        work[NOW + place] = number(position, place)


@kernel
def _packed(work: Integers) -> int:
    """The unpacked groups, sorted and packed again."""
    for place in range(1, COLOURS):
        moving = work[NOW + place]
        free = place
        while free and work[NOW + free - 1] < moving:
            work[NOW + free] = work[NOW + free - 1]
            free -= 1
        work[NOW + free] = moving
    position = work[NOW]
    for place in range(1, COLOURS):
        position |= work[NOW + place] << (FIRST_BITS + BITS * (place - 1))
    return int(position)


@kernel
def _most_promising(groups: Integers, work: Integers, frame: int, left: int) -> int:
    """Removes and returns the position with the tallest pile, among several the fewest merges."""
    best, chosen = -1, 0
    for index in range(left):
        tallest = merges = 0
        for place in range(COLOURS):
            group = EACH_GROUP * number(work[frame + index], place)
            tallest = max(tallest, groups[group + TALL])
            merges += groups[group + MERGED]
        promise = TALLEST_PROMISE * (tallest + 1) - merges
        if promise > best:
            best, chosen = promise, index
    position = work[frame + chosen]
    work[frame + chosen] = work[frame + left - 1]
    return int(position)


@kernel
def _slot(work: Integers, position: int) -> int:
    """The index where the position is stored, or the free index where it belongs."""
    mixed = position ^ position >> 11 ^ position >> 23 ^ position >> 37 ^ position >> 47
    slot = mixed & (work[SLOTS] - 1)
    while work[MEMORY + slot] and work[MEMORY + slot] >> 1 != position:
        slot = (slot + 1) & (work[SLOTS] - 1)
    return int(MEMORY + slot)


@kernel
def _known(work: Integers, position: int) -> int:
    """1 if the position is known to be won, 0 if lost, -1 if it is unknown."""
    found = work[_slot(work, position)]
    return int(found & 1) if found else -1


@kernel
def _remember(work: Integers, position: int, won: bool) -> None:
    if work[FILLED] < work[SLOTS] * 3 // 4:
        work[_slot(work, position)] = 2 * position + won
        work[FILLED] += 1
    else:
        work[FILLED] = work[SLOTS]


class Memory:
    """Remembers who wins the positions that follow from a start; grows when it is full."""

    def __init__(self, start: Sequence[int], slots: int = 1 << 18) -> None:
        """Starts with that many slots, a power of two."""
        self._numbers, self._groups = grouped(sum(start), max(start))
        self._work = _room(slots)

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        return int(self._work[FILLED])

    def wins(self, heights: Sequence[Heights]) -> bool:
        """Whether the player to move wins, given the heights of the piles by the colour on top."""
        position = self.packed(heights)
        known = int(_known(self._work, position))
        while known < 0:
            won = wins(self._groups, self._work, position, 0)
            if self._work[FILLED] < self._work[SLOTS]:
                return bool(won)
            self._grow()
        return known == 1

    def packed(self, heights: Sequence[Heights]) -> int:
        """The position as the kernel's integer."""
        numbers = sorted((self._numbers[group] for group in heights), reverse=True)
        first, *others = numbers or [0]
        return first + sum(n << FIRST_BITS + BITS * place for place, n in enumerate(others))

    def _grow(self) -> None:
        """Doubles the room and copies everything that is known."""
        old = self._work
        self._work = _room(2 * int(old[SLOTS]))
        move_memory(old, self._work)


def _room(slots: int) -> Integers:
    work = np.zeros(MEMORY + slots, np.int64)
    work[SLOTS] = slots
    return work


@kernel
def move_memory(old: Integers, new: Integers) -> None:
    """Copies everything that is known from the old memory to the new one."""
    for slot in range(MEMORY, MEMORY + old[SLOTS]):
        if old[slot]:
            _remember(new, old[slot] >> 1, bool(old[slot] & 1))


@cache_of_large(8)
def grouped(tablets: int, piles: int) -> tuple[dict[Heights, int], Integers]:
    """The number of every group of up to that many tablets and piles, and the table of groups."""
    every = [group for total in range(tablets + 1) for group in _partitions(total, total, piles)]
    numbers = {group: n for n, group in enumerate(every)}
    table = np.full(EACH_GROUP * len(every), -1, np.int64)
    listed: list[int] = []
    for group, n in numbers.items():
        after = {_joined(group, pair) for pair in combinations(group, 2)}
        row = table[EACH_GROUP * n : EACH_GROUP * (n + 1)]
        row[MERGES], row[MERGED] = len(table) + len(listed), len(after)
        row[TALL], row[HEIGHTS] = max(group, default=0), sum(1 << h for h in set(group))
        listed += sorted(map(numbers.__getitem__, after))
        for height in set(group):
            row[WITHOUT + height] = numbers[tuple(_without(group, height))]
            if 2 * height <= tablets:
                row[DOUBLED + height] = numbers.get(_doubled(group, height), -1)
    return numbers, np.concatenate([table, np.array(listed, np.int64)])


def _partitions(total: int, most: int, piles: int) -> Iterator[Heights]:
    """Yields the ways to split `total` into up to `piles` heights of up to `most`, each sorted."""
    if total == 0:
        yield ()
    elif piles:
        for height in range(min(total, most), 0, -1):
            yield from ((*low, height) for low in _partitions(total - height, height, piles - 1))


def _without(group: Heights, *piles: int) -> list[int]:
    left = list(group)
    for height in piles:
        left.remove(height)
    return left


def _joined(group: Heights, piles: Sequence[int]) -> Heights:
    """The group after these two piles are put together."""
    return tuple(sorted([*_without(group, *piles), sum(piles)]))


def _doubled(group: Heights, height: int) -> Heights:
    """The group after a pile of that height is put on an equally high pile of another group."""
    return tuple(sorted([*_without(group, height), 2 * height]))
