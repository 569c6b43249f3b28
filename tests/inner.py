"""Pytest in a process of its own, without plugins that take long to start and do nothing there."""

from __future__ import annotations

import os
import subprocess
import sys

_OTHERS = ("anyio", "cacheprovider", "cov", "schemathesis", "xdist", "xdist.looponfail")
OPTIONS = tuple(f"-pno:{name}" for name in _OTHERS)
PYTEST = ("-m", "pytest", "-q", *OPTIONS)


def passes_with_plain_kernels(*words: str) -> None:
    """Tests pass where the kernels are plain Python."""
    done = subprocess.run(
        [sys.executable, *PYTEST, *words], env={**os.environ, "LUDOTHEQUE_KERNELS": "plain"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
