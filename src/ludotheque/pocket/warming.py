"""Preparations before the memory of Python is saved, so that later starts can skip them."""

from __future__ import annotations

from ludotheque.core.texts import LANGUAGES
from ludotheque.games import catalogue, load_for


def warm() -> None:
    """Opens every box in both languages."""
    for lang in LANGUAGES:
        for box in catalogue():
            _ = load_for(box.name, lang).game
