"""Finds the Pythons of a machine."""

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
    """The first Python of that version that starts, such as 3.12."""
    return next((path for path in _candidates(version) if version_of(path) == version), None)


def version_of(python: str) -> str | None:
    """None where it does not start, as a name of pyenv's that stands for no version."""
    try:
        done = subprocess.run([python, "-c", _ASKED], check=False, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() or None


def _candidates(version: str) -> Iterator[str]:
    """The running one, those on the path, those of pyenv, that of the system."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        yield sys.executable
    if named := shutil.which(f"python{version}"):
        yield named
    installed = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
    yield from map(str, sorted(installed))
    yield f"/usr/bin/python{version}"
