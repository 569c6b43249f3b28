"""Sets as bits of an integer."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.kernels.compiling import PLAIN, kernel
from ludotheque.kernels.notice import slow

_WORD = (1 << 64) - 1

if PLAIN:

    def popcount(bits: int | np.integer[Any]) -> int:
        """How many bits are set."""
        return (int(bits) & _WORD).bit_count()

else:
    with slow():
        from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctpop(typing: Any, bits: Any) -> Any:
        """The machine's own instruction, which Numba does not find in a loop over bits."""
        del typing

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            del context, signature
            return builder.ctpop(args[0])

        return bits(bits), generate

    @kernel
    def popcount(bits: int | np.integer[Any]) -> int:
        """How many bits are set."""
        return int(np.int64(_ctpop(bits)))  # signed: unsigned and signed would mix to a float
