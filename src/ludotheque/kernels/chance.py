"""Chance inside kernels: Marsaglia's xorshift, which never multiplies and so never overflows.

A kernel keeps the generator's 64 bits in a local variable: `bits = following(bits)`, then
`below(bits, n)`. The bits are a `numpy.uint64` and never 0.
"""

from __future__ import annotations

import numpy as np

from ludotheque.kernels.compiling import kernel


def seeded(seed: int) -> np.uint64:
    """The bits to start from; neighbouring seeds give very different ones."""
    word = (1 << 64) - 1
    bits = (seed + 0x9E3779B97F4A7C15) & word
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & word
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & word
    return np.uint64((bits ^ bits >> 31) or 1)


@kernel
def following(bits: np.uint64) -> np.uint64:
    """The next state of the generator."""
    bits = bits ^ (bits << np.uint64(13))
    bits = bits ^ (bits >> np.uint64(7))
    return bits ^ (bits << np.uint64(17))


@kernel
def below(bits: np.uint64, n: int) -> int:
    """A number from 0 to n - 1, from the upper half of the bits; n is below 2 to the 31st."""
    return int((np.int64(bits >> np.uint64(33)) * n) >> 31)
