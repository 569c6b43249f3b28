"""Runs of `ludotheque solve` in processes of their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.needs import needs

SPEC = "plus4(mode=endless,target=2)"


def command(*words: str) -> list[str]:
    needs("compilation")
    return [sys.executable, "-m", "ludotheque", *words, "--lang", "en"]


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "LUDOTHEQUE_DATA": str(data), "PYTHONIOENCODING": "utf-8"}
