"""Where npm has put Pyodide, and the folder that is built with it once for all tests."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from ludotheque.pocket.building import build
from tests.needs import needs

SITE = "https://127.0.0.1/"
"""The address of the site on which the tables of the built folder can go on."""


def pyodide() -> Path:
    needs("Pyodide")
    return Path(__file__).parents[2] / "node_modules" / "pyodide"


def built_once(temporary: pytest.TempPathFactory) -> Path:
    """The folder as `ludotheque pocket` writes it, for reading only.

    The first worker that needs it builds it, and the others wait.
    """
    folder = temporary.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # the same for all workers of a run
    written = folder / "pocket-of-all"
    with (folder / "pocket-of-all.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (written / "worker.js").is_file():
            build(written, pyodide(), SITE)
    return written
