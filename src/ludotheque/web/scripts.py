"""The scripts of pages: the modules of each joined into one, without comments, compressed once.

They are written for people to read, in many files: half of what they weigh is types and
explanations, and a browser would ask for them level by level. The files themselves, as they are
written, lie under `/static/`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b

import brotli
from rjsmin import jsmin

from ludotheque.web import FOLDER

PAGES = (
    "box", "company", "learn", "me", "meeting", "new", "offline", "open", "problem", "retry",
    "review", "table", "times",
)  # fmt: skip
"""The scripts that pages load."""

_HOUSE = "house"  # the module that asks the house
_IMPORT = re.compile(r'^import ({[^}]*}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function) ([\w$]+))", re.MULTILINE)
_HASH_BYTES = 6  # an address is wrong by chance once in 10^14 changes


@cache
def address(page: str, *, pocket: bool = False) -> str:
    """Where the script of a page is found; another one whenever the script is another."""
    script = joined(page, pocket=pocket)
    return f"/script/{page}.js?v={blake2b(script, digest_size=_HASH_BYTES).hexdigest()}"


@cache
def compressed(page: str, encoding: str) -> bytes:
    """The script of a page in an encoding of HTTP: `br`, `gzip` or `identity`."""
    script = joined(page)
    if encoding == "br":
        small: bytes = brotli.compress(script, brotli.MODE_TEXT)
        return small
    return gzip.compress(script) if encoding == "gzip" else script


@cache
def joined(page: str, *, pocket: bool = False) -> bytes:
    """The module of a page after all that it imports, each evaluated before it is used.

    In the pocket, another house answers.
    """
    modules: dict[str, str] = {}
    _collect(page, modules, {_HOUSE: f"pocket_{_HOUSE}"} if pocket else {})
    entry = modules.pop(page)
    text = "\n".join([*(_enclosed(name, text) for name, text in modules.items()), _bound(entry)])
    small: str = jsmin(text)
    return small.encode()


def _collect(name: str, modules: dict[str, str], instead: Mapping[str, str]) -> None:
    """Adds a module, or the one in its place, to those collected so far, after those it imports."""
    text = FOLDER.joinpath("static", f"{instead.get(name, name)}.js").read_text("utf-8")
    for _, imported in _IMPORT.findall(text):
        if imported not in modules:
            _collect(imported, modules, instead)
    modules[name] = text


def _enclosed(name: str, text: str) -> str:
    """A module as a value with its exports; its other names stay its own."""
    exports = ",".join(_EXPORT.findall(text))
    return f"const ${name}=(()=>{{{_EXPORT.sub('', _bound(text))}return{{{exports}}}}})();"


def _bound(text: str) -> str:
    """A module that takes what it imports from the values of other modules."""
    return _IMPORT.sub(r"const \1=$\2;", text)
