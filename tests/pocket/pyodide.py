"""Where npm has put Pyodide."""

from pathlib import Path

from tests.needs import needs


def pyodide() -> Path:
    needs("Pyodide")
    return Path(__file__).parents[2] / "node_modules" / "pyodide"
