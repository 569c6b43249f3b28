"""Runs Python in Pyodide under Node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

_SCRIPT = Path(__file__).with_name("node.mjs")


class NodeFailed(Exception):
    """Node is missing, cannot run Pyodide, or the code has failed; the message is its output."""


def run(code: str, pyodide: Path, sees: Mapping[str, Path], env: Mapping[str, str]) -> str:
    """Runs code and returns what it prints; `sees` maps its paths to those of this machine."""
    node = shutil.which("node")
    if node is None:
        raise NodeFailed("node")
    asked = {
        "folder": str(pyodide.resolve()),
        "env": dict(env),
        "sees": {inside: str(outside) for inside, outside in sees.items()},
        "code": code,
    }
    done = subprocess.run(
        [node, _SCRIPT], input=json.dumps(asked), text=True, encoding="utf-8",
        capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise NodeFailed(done.stderr)
    return done.stdout
