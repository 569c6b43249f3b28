"""Preparations before the memory of Python is saved, so that later starts can skip them."""

from __future__ import annotations

from ludotheque.core.texts import LANGUAGES
from ludotheque.games import load_for, names


def warm() -> None:
    """Opens every box in both languages."""
    for lang in LANGUAGES:
        for name in names():
            _ = load_for(name, lang).game
