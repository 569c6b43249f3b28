"""Where compiled kernels are stored: in a folder named by a hash of their sources.

Numba looks only at the file of the function it compiles and would serve stale code when a helper
or a constant in another file changes. So the folder's name is a hash of every kernel's source, of
every module of this package that these import, and of the version of Numba.
"""

from __future__ import annotations

import ast
import hashlib
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
_KERNEL = re.compile(r"^\s*@(light_)?kernel\b", re.MULTILINE)
_UNUSED_S = 30 * 24 * 3600  # a month; each change of the sources leaves an unused folder behind


@cache
def cache_folder(version: str) -> Path:
    """The folder for kernels of that version of Numba; a temporary one if it cannot be written."""
    from platformdirs import user_cache_path  # noqa: PLC0415  # installed with the kernels

    every = user_cache_path("ludotheque", appauthor=False) / "kernels"
    folder = every / fingerprint(version)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="ludotheque-kernels-"))
    _forget_unused(every)
    return folder


def fingerprint(version: str, root: Path = ROOT) -> str:
    """A short hash of all kernels, of what they import, and of the version."""
    digest = hashlib.sha256(version.encode())
    for file in sources(root):
        digest.update(file.relative_to(root).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def sources(root: Path = ROOT) -> list[Path]:
    """Every file with a kernel in it, and all modules of this package that it imports."""
    waiting = [file for file in root.rglob("*.py") if _KERNEL.search(file.read_text("utf-8"))]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported(file, root)
    return sorted(found)


def _imported(file: Path, root: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            first, *path = name.split(".")
            if first == root.name:
                place = root.joinpath(*path)
                yield from filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py"))


def _forget_unused(every: Path) -> None:
    """Removes the folders that no process has used for a month."""
    for folder in every.iterdir():
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _UNUSED_S:
                shutil.rmtree(folder)
