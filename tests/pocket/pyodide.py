"""Where npm has put Pyodide."""

from pathlib import Path

PYODIDE = Path(__file__).parents[2] / "node_modules" / "pyodide"
