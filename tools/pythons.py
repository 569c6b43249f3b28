"""Finds the Python interpreters of a machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_ASKED = "import sys; print('%d.%d' % sys.version_info[:2])"


@cache
def find(version: str) -> str | None:
    """Returns the first Python of a version, such as 3.12, that starts, or None."""
    return next((path for path in _candidates(version) if version_of(path) == version), None)


def version_of(python: str) -> str | None:
    """Returns the version, or None if it does not start, like a pyenv shim without a version."""
    try:
        done = subprocess.run([python, "-c", _ASKED], check=False, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() or None


def _candidates(version: str) -> Iterator[str]:
    """Yields the running Python, and those of the path, of pyenv and of the system."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        yield sys.executable
    if named := shutil.which(f"python{version}"):
        yield named
    installed = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
    yield from map(str, sorted(installed))
    yield f"/usr/bin/python{version}"
