"""Where npm has put Pyodide, and the folder that is built with it once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.pocket.building import build
from tests.needs import needs
from tests.once import once

SITE = "https://127.0.0.1/"
"""The address of the site on which the tables of the built folder can go on."""


def pyodide() -> Path:
    needs("Pyodide")
    return Path(__file__).parents[2] / "node_modules" / "pyodide"


def built_once(temporary: pytest.TempPathFactory) -> Path:
    """The folder as `ludotheque export` writes it, for reading only."""
    return once(temporary, "pocket-of-all", lambda folder: build(folder, pyodide(), SITE))
