"""Files that are read when they are needed: lists of words, which most people never need."""

from __future__ import annotations

from importlib import import_module

from ludotheque.pocket.device import as_bytes


def read_by_browser() -> None:
    """Lets lists of words come from beside the pages, by the script of the Worker."""
    read = import_module("browser_files").readFile
    lexicon = import_module("ludotheque.words.lexicon")
    lexicon.read_elsewhere = lambda name: as_bytes(read(f"words/{name}"))
