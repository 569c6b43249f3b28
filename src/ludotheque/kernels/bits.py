"""Sets as the bits of an integer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.kernels.compiling import LISTS, PLAIN, kernel
from ludotheque.kernels.notice import slow

if TYPE_CHECKING:
    import numpy as np

_WORD = (1 << 64) - 1

if PLAIN:

    def popcount(bits: int | np.integer[Any]) -> int:
        """The number of bits that are set."""
        return (int(bits) & _WORD).bit_count()

elif not LISTS:
    with slow():
        import numpy as np
        from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctpop(typing: Any, bits: Any) -> Any:
        """The instruction of the processor, which Numba does not derive from a loop over bits."""
        del typing

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            del context, signature
            return builder.ctpop(args[0])

        return bits(bits), generate

    @kernel
    def popcount(bits: int | np.integer[Any]) -> int:
        """The number of bits that are set."""
        return int(np.int64(_ctpop(bits)))  # signed, because signed with unsigned gives a float

else:
    popcount = int.bit_count  # type: ignore[assignment]
