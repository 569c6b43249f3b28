"""Says once a process that something is being compiled, since that takes seconds.

The words are the door's: it leaves here what to do, and needs no Numba for it.
"""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[], None]] = []


def on_compiling(tell: Callable[[], None]) -> None:
    """Calls `tell` when the first compilation begins; never when the cache has everything."""
    _listeners[:] = [tell]


def compiling() -> None:
    """A compilation begins."""
    while _listeners:
        _listeners.pop()()
