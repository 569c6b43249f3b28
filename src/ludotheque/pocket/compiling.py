"""Runs in Pyodide, whose bytecode no other Python writes: compiles the modules in an archive."""

from __future__ import annotations

import marshal
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash

_UNCHECKED = (0b01).to_bytes(4, "little")  # PEP 552: known by its hash, never compared with it


def compile_all(sources: str, compiled: str, place: str, optimize: int) -> None:
    """Writes an archive of the bytecode of every module in another one.

    `place` is where the archive will lie: tracebacks say it.
    """
    with zipfile.ZipFile(sources) as read, zipfile.ZipFile(compiled, "w") as written:
        for name in read.namelist():
            if name.endswith(".py"):
                code = _bytecode(read.read(name), f"{place}/{name}", optimize)
                written.writestr(f"{name}c", code)


def _bytecode(source: bytes, file: str, optimize: int) -> bytes:
    """A module as a `.pyc` file holds it."""
    code = compile(source, file, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + _UNCHECKED + source_hash(source) + marshal.dumps(code)
