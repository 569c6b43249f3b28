"""Runs the quick tests under each supported Python that this machine has.

It installs the wheel and runs the tests of the source archive, because these are shipped. Then the
last Python gets the newest uvicorn, even one that `pyproject.toml` does not allow yet, for the
tests of the code that depends on uvicorn's private classes.
`make matrix PYTHONS="3.12 /opt/bin/python3"` selects Pythons, by version or by program.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.pythons import find, version_of

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "matrix"
# Only wheels, because compiling takes longer than all the tests; http_ece has none, but is pure
# Python. Python compiles the modules that are imported, so pip need not compile all.
HOW = ("--only-binary=:all:", "--no-binary=http_ece", "--no-compile")
# The tests that fail if `site/http/protocol.py` does not fit uvicorn's classes.
PROTOCOL_TESTS = (
    "tests/site/abuse/test_requests.py",
    "tests/site/abuse/test_limits.py",
    "tests/site/http/test_sockets.py",
    "tests/site/test_memory.py",
)
MODULES = {"open_spiel": "pyspiel", "pillow": "PIL"}  # the others are named as their packages


@dataclass(frozen=True)
class Row:
    """The result of one Python."""

    version: str
    python: str = "not found"
    tests: str = "-"
    left_out: tuple[str, ...] = ()
    passed: bool = True


def main() -> int:
    """Tests one Python after the other; returns 1 if a test has failed."""
    wheel, source = _built()
    rows = [
        _tried(version, python, wheel, source) if python else Row(version)
        for version, python in _chosen().items()
    ]
    with_site = [row for row in rows if row.tests != "-" and "site" not in row.left_out]
    rows += [_ahead(row, source) for row in with_site[-1:]]
    print(_table(rows))
    return int(not all(row.passed for row in rows))


def _chosen() -> dict[str, str | None]:
    """Returns the Python to test for each version, or None where none is found."""
    return dict(map(_found, os.environ.get("PYTHONS", "").split() or supported()))


def _found(named: str) -> tuple[str, str | None]:
    """Returns the version and the program of a Python named by either of them."""
    if re.fullmatch(r"\d+\.\d+", named):
        return named, find(named)
    version = version_of(named)
    return version or named, version and named


def supported() -> list[str]:
    """Returns the versions that the metadata of the package name."""
    return re.findall(r"Python :: (3\.\d+)", " ".join(_project()["classifiers"]))


def _project() -> dict[str, Any]:
    told: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return told


def _built() -> tuple[Path, Path]:
    """Builds the wheel and the source archive; returns the wheel, and the folder of the sources."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(FOLDER)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (wheel,), (archive,) = FOLDER.glob("*.whl"), FOLDER.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(FOLDER, filter="data")
    return wheel, FOLDER / archive.name.removesuffix(".tar.gz")


def _tried(version: str, python: str, wheel: Path, source: Path) -> Row:
    log = FOLDER / f"{version}.log"
    print(f"{version}: {python}, log in {log.relative_to(ROOT)}", flush=True)
    own = str(FOLDER / version / "bin" / "python")
    # Debian's Pythons may lack pip, so the running Python's pip installs into them.
    _run(log, python, "-m", "venv", "--without-pip", str(FOLDER / version))
    left_out = _left_out(log, own, wheel)
    without = [f"--without={module}" for part in left_out for module in _modules(part)]
    passed = _run(
        log, own, "-m", "pytest", "tests", "--ludotheque=all", "--quick", "--quiet",
        "--numprocesses=2", "--dist=worksteal", "-r", "fE", *without, where=source,
    )  # fmt: skip
    row = Row(version, python, log.read_text("utf-8").splitlines()[-1], left_out, passed)
    print(f"{version}: {_verdict(row)}", flush=True)
    return row


def _ahead(row: Row, source: Path) -> Row:
    """Tests the newest uvicorn under a Python that was tested before."""
    log, own = FOLDER / "uvicorn.log", str(FOLDER / row.version / "bin" / "python")
    pip = ("-m", "pip", "--python", own, "install", "--quiet", "--upgrade", *HOW)
    installed = _run(log, "env", "--unset=PIP_CONSTRAINT", sys.executable, *pip, "uvicorn")
    passed = installed and _run(
        log, own, "-m", "pytest", *PROTOCOL_TESTS, "--quiet", "-k", "not postgresql", "-r", "fE",
        where=source,
    )  # fmt: skip
    ask = "from importlib.metadata import version; print(version('uvicorn'))"
    _run(log, own, "-c", ask)
    *_, verdict, version = log.read_text("utf-8").splitlines()
    ahead = Row(f"{row.version}, uvicorn {version}", row.python, verdict, passed=passed)
    print(f"{ahead.version}: {_verdict(ahead)}", flush=True)
    return ahead


def _left_out(log: Path, python: str, wheel: Path) -> tuple[str, ...]:
    """Installs the tests' requirements, if need be one by one; returns those that fail."""
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *HOW)
    if _run(log, *pip, f"{wheel}[dev]"):
        return ()
    extras, tools = _parts()
    wanted = {extra: f"{wheel}[{extra}]" for extra in extras} | {tool: tool for tool in tools}
    return tuple(name for name, part in wanted.items() if not _run(log, *pip, part))


def _parts() -> tuple[list[str], list[str]]:
    """Returns the contents of the extra `dev`: other extras, and tools."""
    first, *tools = _project()["optional-dependencies"]["dev"]
    return re.findall(r"\w+", first)[1:], tools


def _modules(part: str) -> list[str]:
    """Returns the modules of an extra or of a tool."""
    packages = _project()["optional-dependencies"].get(part, [part])
    names = [re.split(r"[^\w-]", package)[0].replace("-", "_") for package in packages]
    return [MODULES.get(name, name) for name in names if name != "ludotheque"]


def _run(log: Path, *words: str, where: Path = ROOT) -> bool:
    """Runs a program without `PYTHON…` and `LUDOTHEQUE_…` variables; whether it succeeds."""
    ours = ("PYTHON", "LUDOTHEQUE_")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    with log.open("a", encoding="utf-8") as told:
        done = subprocess.run(
            words, cwd=where, env=clean, stdout=told, stderr=subprocess.STDOUT, check=False
        )
    return done.returncode == 0


def _table(rows: list[Row]) -> str:
    """Returns a table with a line for each Python."""
    lines = [("Python", "found", "tests", "left out")]
    lines += [(row.version, row.python, _verdict(row), _list(row.left_out)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (map(str.ljust, line, widths) for line in lines)
    return "\n".join("  ".join(line).rstrip() for line in padded)


def _verdict(row: Row) -> str:
    return row.tests if row.passed else f"FAILED: {row.tests}"


def _list(left_out: tuple[str, ...]) -> str:
    return ", ".join(left_out) or "-"


if __name__ == "__main__":
    sys.exit(main())
