"""Bundles the scripts of each page: its modules are joined into one, minified and compressed once.

The sources are many files: half of their size is types and comments, and a browser would load them
level by level. They are also served as they are, under `/static/`. A module is named by its path
there: `board/camera`.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from graphlib import TopologicalSorter
from hashlib import blake2b
from posixpath import dirname, join, normpath

import brotli
from rjsmin import jsmin

from ludotheque.house import FOLDER

_STATIC = FOLDER / "static"
PAGES = tuple(sorted(file.stem for file in _STATIC.glob("pages/*.js")))
"""The pages that have a script, each a module of that name in `pages/`."""

_IMPORT = re.compile(r'^import {([^{}]*)} from "(\.[^"]*)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function) ([\w$]+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_HASH_BYTES = 6  # two versions have the same address by chance once in 10^14 changes


@cache
def address(page: str, *, pocket: bool = False) -> str:
    """The address of a page's script, which changes whenever the script does."""
    script = joined(f"pages/{page}", pocket=pocket)
    return f"/script/{page}.js?v={blake2b(script, digest_size=_HASH_BYTES).hexdigest()}"


@cache
def compressed(page: str, encoding: str) -> bytes:
    """The script of a page in an encoding of HTTP: `br`, `gzip` or `identity`."""
    script = joined(f"pages/{page}")
    if encoding == "br":
        small: bytes = brotli.compress(script, brotli.MODE_TEXT)
        return small
    return gzip.compress(script) if encoding == "gzip" else script


@cache
def joined(entry: str, *, pocket: bool = False) -> bytes:
    """Bundles and minifies a module with all its imports, each evaluated before it is used.

    In the pocket, a module with the same path below `pocket/` replaces the usual one.
    """
    texts: dict[str, str] = {}
    imports: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in texts:
            texts[name] = _text(name, pocket)
            imports[name] = [_path(name, to) for _, to in _IMPORT.findall(texts[name])]
            waiting += imports[name]
    *before, last = TopologicalSorter(imports).static_order()
    whole = [*(_value(name, texts[name]) for name in before), _body(last, texts[last])]
    small: str = jsmin("\n".join(whole))
    return small.encode()


def _text(name: str, pocket: bool) -> str:
    instead = _STATIC / "pocket" / f"{name}.js"
    file = instead if pocket and instead.is_file() else _STATIC / f"{name}.js"
    return file.read_text("utf-8")


def _value(name: str, text: str) -> str:
    """A module as an object with its exports; its other names stay private."""
    exports = ",".join(_EXPORT.findall(text))
    return f"const {_variable(name)}=(()=>{{{_body(name, text)}return{{{exports}}}}})();"


def _body(name: str, text: str) -> str:
    """The code of a module, which takes its imports from the objects of other modules.

    Raises ValueError if an import or export is written in an unsupported way.
    """

    def taken(found: re.Match[str]) -> str:
        return f"const {{{found[1].replace(' as ', ':')}}}={_variable(_path(name, found[2]))};"

    body = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if left := _LEFT.search(body):
        raise ValueError(f"{name}.js cannot be joined: {left[0]}")
    return body


def _path(name: str, imported: str) -> str:
    """The path of a module that the module `name` imports by a relative path."""
    return normpath(join(dirname(name), imported))


def _variable(name: str) -> str:
    return "$" + name.replace("/", "$")
