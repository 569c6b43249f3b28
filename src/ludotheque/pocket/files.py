"""Files that are loaded only when needed: lists of words, which most people never need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ludotheque.pocket.device import as_bytes


def read_by_browser() -> None:
    """Makes the lexicon load its lists of words through the script of the Worker."""
    read = import_module("browser_files").readFile
    module: Any = import_module("ludotheque.words.lexicon")
    module.read_elsewhere = lambda name: as_bytes(read(f"words/{name}"))
