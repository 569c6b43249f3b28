"""Runs Python in Pyodide under Node: without Numba and NumPy, as a browser does."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from ludotheque.pocket import node

ROOT = Path(__file__).parent.parent
FOLDER = Path(os.environ.get("LUDOTHEQUE_PYODIDE") or ROOT / "node_modules" / "pyodide")
_REPOSITORY = {
    "/repo/src/ludotheque": ROOT / "src" / "ludotheque",
    "/repo/tests": ROOT / "tests",
    "/repo/benchmarks": ROOT / "benchmarks",
}
_ENVIRONMENT = {
    "HOME": "/home/pyodide",
    "LUDOTHEQUE_DATA": "/data",
    "PYTHONDONTWRITEBYTECODE": "1",  # the folders of this machine are mounted
}
_PATH = ["/repo/src", "/repo", "/packages"]


def is_installed() -> bool:
    """Whether Pyodide is installed; `make` installs it with the other tools for the client."""
    return (FOLDER / "pyodide.mjs").exists()


def run(code: str, packages: tuple[str, ...] = (), data: Path | None = None) -> str:
    """Runs code that can import this repository and these packages; returns what it prints.

    `data` becomes the data folder. Raises `NodeFailed` if the code raises an exception.
    """
    sees = _REPOSITORY | {f"/packages/{file.name}": file for file in map(_source, packages)}
    if data is not None:
        sees["/data"] = data
    return node.run(f"import sys; sys.path[:0] = {_PATH}\n{code}", FOLDER, sees, _ENVIRONMENT)


def _source(package: str) -> Path:
    """Returns the folder or file of a package in pure Python."""
    found = find_spec(package)
    assert found is not None, package
    assert found.origin is not None, package
    file = Path(found.origin)
    return file.parent if file.name == "__init__.py" else file
