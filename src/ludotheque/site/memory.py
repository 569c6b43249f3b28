"""How a process that serves takes memory from the system, and how much it keeps drawn."""

from __future__ import annotations

import ctypes
from contextlib import suppress

RESULTS_KEPT = 20_000
"""How many parts, drawings and texts of tables are kept: 20 MiB at most."""
_M_ARENA_MAX = -8  # as `malloc.h` of glibc numbers its options


def share_memory() -> None:
    """Lets all threads take memory from one place, where the C library has several.

    What one thread frees, another can use then. With a place for each, 30 MiB of a busy site lay
    idle; threads of Python, of which one runs at a time, seldom wait for it.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
