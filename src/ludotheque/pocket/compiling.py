"""Compiles modules to bytecode without docstrings.

This runs in Pyodide, since it can read only bytecode of its own version of Python.
"""

from __future__ import annotations

import ast
import marshal
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash

_DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
_UNCHECKED = (0b01).to_bytes(4, "little")  # PEP 552: with the hash of its source, unchecked


def compile_all(sources: str, compiled: str, place: str, optimize: int) -> None:
    """Writes an archive with the bytecode of every module in the archive `sources`.

    `place` is the later path of the archive, which tracebacks show.
    """
    with zipfile.ZipFile(sources) as read, zipfile.ZipFile(compiled, "w") as written:
        for name in read.namelist():
            if name.endswith(".py"):
                code = _bytecode(read.read(name), f"{place}/{name}", optimize)
                written.writestr(f"{name}c", code)


def without_docstrings(source: bytes) -> ast.Module:
    """A module without its docstrings, which save memory on phones when left out."""
    module = ast.parse(source)
    for node in ast.walk(module):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass(lineno=node.body[0].lineno, col_offset=0)]
    return ast.fix_missing_locations(module)


def _bytecode(source: bytes, file: str, optimize: int) -> bytes:
    """The content of the `.pyc` file of a module."""
    module = without_docstrings(source)
    code = compile(module, file, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + _UNCHECKED + source_hash(source) + marshal.dumps(code)
