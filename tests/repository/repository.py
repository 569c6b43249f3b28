"""The files of the repository, for tests that must miss none."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


def files(folder: Path) -> list[str]:
    """All that git does not ignore; an unpacked source archive cannot say which they are."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return listing.stdout.split("\0")[:-1] or pytest.skip("needs the repository")
