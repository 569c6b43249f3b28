"""Announces compilations, because they take seconds.

The command line and the site register their callbacks here, without loading Numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_once: list[Callable[[], None]] = []
_watching: list[Callable[[bool], None]] = []
_under_way = 0


def on_compiling(tell: Callable[[], None]) -> None:
    """Calls `tell` when the first compilation begins; never if all kernels are cached."""
    _once[:] = [tell]


def while_compiling(tell: Callable[[bool], None]) -> None:
    """Calls `tell(True)` when Numba begins to load or to compile, `tell(False)` when it is done."""
    _watching[:] = [tell]


def compiling() -> None:
    """Announces the first compilation."""
    while _once:
        _once.pop()()


def begins() -> None:
    """Announces that slow work begins, unless it is part of other slow work."""
    global _under_way  # noqa: PLW0603  # compilation is global to the process too
    _under_way += 1
    if _under_way == 1:
        for tell in _watching:
            tell(True)


def ends() -> None:
    """Announces that slow work has ended, unless it was part of other slow work."""
    global _under_way  # noqa: PLW0603
    _under_way -= 1
    if _under_way == 0:
        for tell in _watching:
            tell(False)


@contextmanager
def slow() -> Iterator[None]:
    """Announces that the block loads or compiles, so that it does not count as thinking time."""
    begins()
    try:
        yield
    finally:
        ends()
