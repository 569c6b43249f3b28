"""Makes folders that take long to make once for all workers of a run."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def once(temporary: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of that name, for reading only.

    The first worker that needs it makes it, and the others wait.
    """
    place = temporary.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent  # the same for all workers of a run
    folder, made = place / name, place / f"{name}.made"
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # of a worker that has failed
            make(folder)
            made.touch()
    return folder
