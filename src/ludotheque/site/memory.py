"""How a server process allocates memory, and how many results it caches."""

from __future__ import annotations

import ctypes
from contextlib import suppress

RESULTS_KEPT = 20_000
"""How many computed parts, drawings and texts of tables are cached: 20 MiB at most."""
_M_ARENA_MAX = -8  # the number of the option in glibc's `malloc.h`


def share_memory() -> None:
    """Makes all threads allocate from one arena of the C library (glibc only).

    Memory that one thread frees can then be used by another; with an arena for each, 30 MiB of a
    busy site were unused. Since only one Python thread runs at a time, they rarely wait for it.
    """
    with suppress(AttributeError, OSError, TypeError):  # not glibc
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
