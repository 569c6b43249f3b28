"""Arrays for kernels: NumPy arrays, or lists where light kernels run without Numba."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ludotheque.kernels.compiling import LISTS, kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Reals = NDArray[np.float64]
    Bits = np.uint64
else:
    Integers = Reals = Bits = Any

if LISTS:

    def integers(values: Iterable[int]) -> Integers:
        """An array of these values."""
        return list(values)  # type: ignore[return-value]

    def matrix(values: Sequence[Sequence[float]]) -> Reals:
        """A matrix with these rows."""
        return [list(row) for row in values]  # type: ignore[return-value]

    def zeros(length: int) -> Integers:
        """An array of `length` zeros."""
        return [0] * length  # type: ignore[return-value]

    def real_zeros(length: int) -> Reals:
        """An array of `length` zeros in floating point."""
        return [0.0] * length  # type: ignore[return-value]

    def fill(target: Integers, first: int, last: int, value: int) -> None:
        """Sets the elements from `first` to before `last` to that value."""
        target[first:last] = [value] * (last - first)

    def copy_range(target: Integers, source: Integers, first: int, last: int) -> None:
        """Copies the elements from `first` to before `last`."""
        target[first:last] = source[first:last]

    def add_times(sums: Reals, row: Reals, factor: float) -> None:
        """Adds the row times the factor to the sums."""
        if factor:
            sums[:] = [each + factor * other for each, other in zip(sums, row, strict=True)]

else:
    import numpy as np

    def integers(values: Iterable[int]) -> Integers:
        """An array of these values."""
        return np.array(list(values), np.int64)

    def matrix(values: Sequence[Sequence[float]]) -> Reals:
        """A matrix with these rows."""
        return np.array(values, np.float64)

    @kernel
    def zeros(length: int) -> Integers:
        """An array of `length` zeros."""
        return np.zeros(length, np.int64)

    @kernel
    def real_zeros(length: int) -> Reals:
        """An array of `length` zeros in floating point."""
        return np.zeros(length)

    @kernel
    def fill(target: Integers, first: int, last: int, value: int) -> None:
        """Sets the elements from `first` to before `last` to that value."""
        for place in range(first, last):
            target[place] = value

    @kernel
    def copy_range(target: Integers, source: Integers, first: int, last: int) -> None:
        """Copies the elements from `first` to before `last`."""
        for place in range(first, last):
            target[place] = source[place]

    @kernel
    def add_times(sums: Reals, row: Reals, factor: float) -> None:
        """Adds the row times the factor to the sums."""
        for place in range(len(sums)):
            sums[place] += factor * row[place]
