"""Compiles Python to bytecode; a browser would spend half of its first start on that."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ludotheque.pocket.archives import unzipped, zipped
from ludotheque.pocket.node import run

Files = dict[str, bytes]
_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # the same sources make the same bytecode
    "PYTHONNODEBUGRANGES": "1",  # no column numbers: tracebacks without sources cannot show them
    "PYTHONDONTWRITEBYTECODE": "1",
}
_ARCHIVES = "library", "standard"
READ_THEMSELVES = ("anyio/__init__.py", "anyio/abc/__init__.py")
"""Modules whose sources are kept, since they read them to import their contents lazily."""
_COMPILED = """
import os, sys
sys.path.append("/tools")
from compiling import compile_all
compile_all("/archives/library", "/archives/library.compiled", "/library.zip", 0)
compile_all("/archives/standard", "/archives/standard.compiled", os.path.dirname(os.__file__), 2)
"""
"""The last argument is the level of optimization: only our library keeps its assertions."""
UNNEEDED = (
    # for developers and terminals
    "__hello__", "__phello__", "_pyrepl/", "argparse", "bdb", "cProfile", "cmd.", "code.",
    "compileall", "doctest", "getopt", "modulefinder", "optparse", "pdb", "pickletools", "profile",
    "pstats", "py_compile", "pyclbr", "pydoc", "pyodide/console", "rlcompleter", "runpy",
    "symtable", "tabnanny", "timeit", "trace.", "unittest/", "zipapp",
    # networks, mail and their formats
    "email/_header_value_parser", "email/mime/", "ftplib", "http/cookiejar", "http/server",
    "imaplib", "logging/config", "logging/handlers", "mailbox", "netrc", "plistlib", "poplib",
    "smtplib", "socketserver", "urllib/r", "webbrowser", "wsgiref/", "xml/", "xmlrpc/",
    # processes and other systems
    "_sysconfigdata", "asyncio/proactor", "asyncio/tools", "asyncio/windows",
    "concurrent/futures/process", "concurrent/interpreters/", "ctypes/", "multiprocessing/",
    "pty", "sysconfig/", "tty",
    # file formats that are not read here
    "configparser", "encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/iso8859",
    "encodings/koi8", "encodings/mac_", "shelve", "sqlite3/", "tarfile", "wave", "zoneinfo/",
    # Python versions of modules that exist in C
    "_pydatetime", "_pyio",
)  # fmt: skip
"""The beginnings of the names of files in the standard library that no page needs."""


def compiled(library: Files, standard: Files, pyodide: Path) -> tuple[Files, Files]:
    """Our library and the standard one, with bytecode instead of sources.

    Raises `NodeFailed` if Node cannot run Pyodide.
    """
    needed = {name: file for name, file in standard.items() if not name.startswith(UNNEEDED)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "library").write_bytes(zipped(library))
        (folder / "standard").write_bytes(zipped(needed))
        sees = {
            "/archives": folder,
            "/tools/compiling.py": Path(__file__).with_name("compiling.py"),
        }
        run(_COMPILED, pyodide, sees, _ENVIRONMENT)
        made = [unzipped((folder / f"{which}.compiled").read_bytes()) for which in _ARCHIVES]
    return _replaced(library, made[0]), _replaced(needed, made[1])


def _replaced(files: Files, bytecode: Files) -> Files:
    """The files with the bytecode, and without the sources that no module reads itself."""
    kept = {
        name: file
        for name, file in files.items()
        if not name.endswith(".py") or name in READ_THEMSELVES
    }
    return kept | bytecode
