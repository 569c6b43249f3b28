"""Random numbers in kernels: Marsaglia's xorshift, which never multiplies and so never overflows.

A kernel keeps the generator's 64 bits in a local variable: `bits = following(bits)`, then
`below(bits, n)`. The bits are a `numpy.uint64`, or without Numba an integer, and never 0.
"""

from __future__ import annotations

from ludotheque.kernels.arrays import Bits
from ludotheque.kernels.compiling import LISTS, kernel

_WORD = (1 << 64) - 1


def _mixed(seed: int) -> int:
    bits = (seed + 0x9E3779B97F4A7C15) & _WORD
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _WORD
    return (bits ^ bits >> 31) or 1


if LISTS:

    def seeded(seed: int) -> Bits:
        """The first state of the generator; similar seeds give very different states."""
        return _mixed(seed)  # type: ignore[return-value]

    def following(bits: Bits) -> Bits:
        """The next state of the generator."""
        word: int = bits  # type: ignore[assignment]
        word ^= word << 13 & _WORD
        word ^= word >> 7
        return word ^ word << 17 & _WORD  # type: ignore[return-value]

    def below(bits: Bits, n: int) -> int:
        """A number from 0 to n - 1, from the upper half of the bits."""
        return (bits >> 33) * n >> 31  # type: ignore[return-value]

else:
    import numpy as np

    def seeded(seed: int) -> Bits:
        """The first state of the generator; similar seeds give very different states."""
        return np.uint64(_mixed(seed))

    @kernel
    def following(bits: Bits) -> Bits:
        """The next state of the generator."""
        bits = bits ^ (bits << np.uint64(13))
        bits = bits ^ (bits >> np.uint64(7))
        return bits ^ (bits << np.uint64(17))

    @kernel
    def below(bits: Bits, n: int) -> int:
        """A number from 0 to n - 1, from the upper half of the bits; n is below 2 to the 31st."""
        return int((np.int64(bits >> np.uint64(33)) * n) >> 31)
