"""Says that something is being compiled, since that takes seconds.

What to do about it is the door's: it leaves it here, and needs no Numba for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_once: list[Callable[[], None]] = []
_watching: list[Callable[[bool], None]] = []
_under_way = 0


def on_compiling(tell: Callable[[], None]) -> None:
    """Calls `tell` when the first compilation begins; never when the cache has everything."""
    _once[:] = [tell]


def while_compiling(tell: Callable[[bool], None]) -> None:
    """Calls `tell(True)` when Numba begins to load or to compile, `tell(False)` when it is done."""
    _watching[:] = [tell]


def compiling() -> None:
    """A compilation begins."""
    while _once:
        _once.pop()()


def begins() -> None:
    """Something slow begins, perhaps within something slow."""
    global _under_way  # noqa: PLW0603  # of the process, as what it counts
    _under_way += 1
    if _under_way == 1:
        for tell in _watching:
            tell(True)


def ends() -> None:
    """It is done."""
    global _under_way  # noqa: PLW0603
    _under_way -= 1
    if _under_way == 0:
        for tell in _watching:
            tell(False)


@contextmanager
def slow() -> Iterator[None]:
    """What is done within is no thinking."""
    begins()
    try:
        yield
    finally:
        ends()
