"""A game that `ludotheque new` wrote under version 0.2.0 passes the present conformance suite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.examples.conftest import INSTALL, ROOT
from tests.examples.test_packages import run
from tests.inner import PYTEST
from tests.needs import needs
from tests.version_0_2 import unpack


def test_a_package_of_that_version_keeps_to_what_every_game_keeps_to(tmp_path: Path) -> None:
    needs("an installation")
    package, installed = tmp_path / "atoll", tmp_path / "installed"
    unpack("atoll.zip", package)
    subprocess.run([sys.executable, *INSTALL, str(installed), str(package)], check=True, cwd=ROOT)
    passed = run(str(installed), *PYTEST, "--ludotheque", "atoll", str(package / "tests"))
    assert "passed" in passed
    words = ("-m", "ludotheque", "play", "atoll", "--seats", "random,random", "--lang", "en")
    assert run(str(installed), *words)
