"""How a server process allocates memory, how much of it results may take, and how much it has."""

from __future__ import annotations

import ctypes
import resource
from contextlib import suppress
from pathlib import Path

RESULTS_KIB = 32 * 1024
"""The memory of computed parts, drawings and texts of tables, which are cached."""
_STATUS = Path("/proc/self/statm")  # Linux
_M_ARENA_MAX = -8  # the number of the option in glibc's `malloc.h`


def resident_bytes() -> int:
    """The memory of this process; 0 where the system does not tell."""
    try:
        return int(_STATUS.read_text("ascii").split()[1]) * resource.getpagesize()
    except OSError:
        return 0


def share_memory() -> None:
    """Makes all threads allocate from one arena of the C library (glibc only).

    Memory that one thread frees can then be used by another; with an arena for each, 30 MiB of a
    busy site were unused. Since only one Python thread runs at a time, they rarely wait for it.
    """
    with suppress(AttributeError, OSError, TypeError):  # not glibc
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
