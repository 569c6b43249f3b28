"""Announces that something is being compiled, since that takes seconds.

What is done then is left here by the command line or the site, without loading Numba.
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
    """Tells that a compilation begins, if it is the first."""
    while _once:
        _once.pop()()


def begins() -> None:
    """Tells that something slow begins, unless it is part of something slow."""
    global _under_way  # noqa: PLW0603  # compilation is global to the process too
    _under_way += 1
    if _under_way == 1:
        for tell in _watching:
            tell(True)


def ends() -> None:
    """Tells that something slow has ended, unless it was part of something slow."""
    global _under_way  # noqa: PLW0603
    _under_way -= 1
    if _under_way == 0:
        for tell in _watching:
            tell(False)


@contextmanager
def slow() -> Iterator[None]:
    """Tells that what is done within loads or compiles, and is not time to think."""
    begins()
    try:
        yield
    finally:
        ends()
