"""Runs the sweeps of `retrograde` on a CUDA graphics card, by CuPy: the same values, faster.

Each thread decides one position. The threads of a *chunk* share a block of the numbering, and so
where each push leads. Values only change from open to decided, so the order in which threads see
each other's values does not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.reason import because
from ludotheque.core.solver import Unsolvable
from ludotheque.games.plus4.solving.mode import OPEN
from ludotheque.games.plus4.solving.numbering import Plan, Range
from ludotheque.games.plus4.solving.retrograde import Layer
from ludotheque.games.plus4.solving.sweeper import Sweeper

THREADS = 256  # of a chunk, one for each position; a smaller block leaves some of them idle

SOURCE = r"""
enum { OPEN, WIN, LOSS, DRAW };

__device__ int decided(int seen, int saving) {
    if (saving == 1) return seen & 1 << DRAW ? DRAW : OPEN;
    if (saving == 2) return seen & (1 << OPEN | 1 << LOSS) ? OPEN : DRAW;
    if (seen & 1 << LOSS) return WIN;
    return seen == 1 << WIN ? LOSS : OPEN;
}

extern "C" __global__ void sweep(
    const int* block_of, const long long* first_of, const long long* base, const long long* bits,
    const long long* pushes, const long long* start, const long long* flips,
    const long long* points_at, const unsigned char* points, volatile unsigned char* own_worth,
    volatile unsigned char* own_level, const volatile unsigned char* worth,
    const volatile unsigned char* level_of,
    const long long* exits, const unsigned char* below, int chunk, int saving, int level,
    unsigned int* changed
) {
    int block = block_of[chunk + blockIdx.x];
    long long number = first_of[chunk + blockIdx.x] + threadIdx.x;
    if (number >> bits[block]) return;
    long long place = base[block] + number;
    if (own_worth[place] != OPEN) return;
    int many = pushes[block], seen = 0;
    const unsigned char* gains = points + points_at[block] + number * many;
    for (int push = 0; push < many; push++) {
        const long long* flip = flips + (block * 8 + push) * 17;
        long long then = flip[0];
        for (int bit = 0; bit < bits[block]; bit++)
            then ^= -(number >> bit & 1) & flip[bit + 1];
        then += start[block * 8 + push];
        int value;
        if (gains[push]) {
            long long leads = exits[gains[push]];
            value = leads < 0 ? -leads : below[leads + (then >> 2)] >> (then & 3) * 2 & 3;
        } else {
            value = worth[then];
            if (level && value != OPEN) {
                __threadfence();
                if (level_of[then] >= level && (value == DRAW || !saving)) value = OPEN;
            }
        }
        seen |= 1 << value;
    }
    int value = decided(seen, saving);
    if (value == OPEN) return;
    if (level) {
        own_level[place] = level;
        __threadfence();
    }
    own_worth[place] = value;
    atomicAdd(changed, 1u);
}
"""


def graphics_card() -> Any:
    """Returns CuPy; raises `Unsolvable` if it is not installed or finds no card."""
    try:
        import cupy  # noqa: PLC0415  # an optional dependency

        cupy.cuda.runtime.getDevice()
    except Exception as error:  # CuPy raises various exceptions, depending on what is missing
        why = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise Unsolvable(because("no_gpu", why=why)) from error
    return cupy


class GpuSweeper(Sweeper):
    """Solves layers on the card, which holds the plan."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.cupy = graphics_card()
        self.kernel = self.cupy.RawKernel(SOURCE, "sweep")
        self.chunk_blocks, self.chunk_firsts = chunks(plan)
        arrays = (
            *(self.chunk_blocks, self.chunk_firsts, plan.blocks.base, plan.blocks.bits),
            *(plan.pushes, plan.start, plan.flips, plan.points_at, plan.points),
        )
        self.on_card = tuple(self.cupy.asarray(array) for array in arrays)
        self.changed = self.cupy.zeros(1, np.uint32)
        self.below = self.cupy.zeros(0, np.uint8)

    def solve_blocks(
        self, layer: Layer, endless: tuple[int, ...], blocks: Range, farthest: int = 0
    ) -> int:
        """Solves on the card; copies the layer to it for the first blocks, back after the last."""
        if blocks[0] == 0:
            self.worth = self.cupy.asarray(layer.worth)
            self.level = self.cupy.asarray(layer.level)
            self.exits = self.cupy.asarray(layer.exits)
            self._copy_new(layer.below)
        found = super().solve_blocks(layer, endless, blocks, farthest)
        if blocks[1] == len(self.plan.pushes):
            self.worth.get(out=layer.worth)
            if layer.level.size:
                self.level.get(out=layer.level)
        return found

    def settle(self, layer: Layer, numbers: Range, role: int, worth: int) -> None:
        """Gives the positions of a range that are still open the value of endless play."""
        del layer
        part = self.worth[role, numbers[0] : numbers[1]]
        part[part == OPEN] = worth

    def _pieces(self, blocks: Range) -> Any:
        """All blocks in one piece, as a range of chunks."""
        first, last = (int(np.searchsorted(self.chunk_blocks, block)) for block in blocks)
        return [(first, last)]

    def _sweep(self, layer: Layer, pieces: list[Range], saving: tuple[int, ...], level: int) -> int:
        del layer
        [(first, last)] = pieces
        self.changed[:] = 0
        for role, saves in enumerate(saving):
            other = len(saving) - 1 - role
            level_own, level_other = (
                (self.level[role], self.level[other]) if level else (self.level, self.level)
            )
            arguments = (
                *(*self.on_card, self.worth[role], level_own, self.worth[other], level_other),
                *(self.exits[role], self.below, np.int32(first), np.int32(saves)),
                *(np.int32(level), self.changed),
            )
            self.kernel((last - first,), (THREADS,), arguments)
        return int(self.changed[0])

    def _copy_new(self, below: NDArray[np.uint8]) -> None:
        """Copies to the card what was added to the file since the last copy."""
        if below.size != self.below.size:
            new = self.cupy.asarray(np.asarray(below[self.below.size :]))
            self.below = self.cupy.concatenate([self.below, new])
            self.cupy.get_default_memory_pool().free_all_blocks()


def chunks(plan: Plan) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """For each chunk of up to THREADS positions, its block and its first number in it."""
    sizes = np.maximum(1, (1 << plan.blocks.bits) // THREADS)
    blocks = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    firsts = np.arange(len(blocks)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return blocks, (firsts * THREADS).astype(np.int64)
