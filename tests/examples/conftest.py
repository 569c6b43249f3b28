"""The games of `examples/`, installed like any other package, and a site that has found them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import chromium, person
from tests.needs import needs
from tests.site.running import PATIENT, Running

__all__ = ["chromium", "person"]

ROOT = Path(__file__).parents[2]
GAMES = ("hex", "quixo")
INSTALL = [
    *("-m", "pip", "--disable-pip-version-check", "install", "--quiet"),
    *("--no-index", "--no-deps", "--no-build-isolation", "--target"),
]


@pytest.fixture(scope="package")
def path_with_games(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The `PYTHONPATH` of a process that finds them; this one does not."""
    needs("an installation")
    folder = tmp_path_factory.mktemp("installed")
    sources = [str(ROOT / "examples" / name) for name in GAMES]
    subprocess.run([sys.executable, *INSTALL, str(folder), *sources], check=True)
    return os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))


@pytest.fixture(scope="package")
def running(path_with_games: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    site = Running(tmp_path_factory.mktemp("site"), **PATIENT, PYTHONPATH=path_with_games).start()
    yield site
    site.stop()


@pytest.fixture
def site(running: Running) -> Iterator[Running]:
    with running.without_traceback():
        yield running
