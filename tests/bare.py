"""Fresh installations of the built wheel without any extra, for tests that must need none."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.pythons import find

from tests.needs import needs

ROOT = Path(__file__).parent.parent
_OLDEST, _NEWEST_MINOR = "3.11", 30  # far beyond what is released


@dataclass(frozen=True)
class Bare:
    """A virtual environment that holds the wheel and nothing else."""

    folder: Path

    def run(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Runs the installed command."""
        return self._run(str(self.folder / "bin" / "ludotheque"), *words, typed=typed)

    def python(self, code: str) -> str:
        """Returns what the code prints; fails the test if the code fails."""
        done = self._run(str(self.folder / "bin" / "python"), "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _run(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "LUDOTHEQUE_"))
        }
        return subprocess.run(
            words, cwd=self.folder, env=environment | {"PYTHONIOENCODING": "utf-8"}, input=typed,
            capture_output=True, text=True, encoding="utf-8", check=False, timeout=120,
        )  # fmt: skip


@cache
def interpreters() -> dict[str, str]:
    """The running Python, the oldest that is supported and the newest that is found here."""
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    newer = [f"3.{minor}" for minor in range(_NEWEST_MINOR, sys.version_info.minor, -1)]
    newest = next(filter(find, newer), running)
    found = {version: find(version) for version in (_OLDEST, running, newest)}
    return {version: path for version, path in found.items() if path}


def build(source: Path, folder: Path, **environment: str) -> None:
    """Builds the wheel and the source archive into the folder, without the network."""
    needs("an installation")
    words = (sys.executable, "-m", "hatchling", "build", "--directory", str(folder))
    do(*words, where=source, **environment)


def install(dist: Path, python: str, folder: Path) -> None:
    """A new environment of that Python with the wheel in it, and no other package, not even pip."""
    (wheel,) = dist.glob("*.whl")
    do(python, "-m", "venv", "--without-pip", str(folder))
    pip = (sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"))
    do(*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", str(wheel))


def do(*words: str, where: Path = ROOT, **environment: str) -> str:
    """Returns what a program prints; fails the test if the program fails."""
    done = subprocess.run(
        words, cwd=where, env=os.environ | environment, capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
