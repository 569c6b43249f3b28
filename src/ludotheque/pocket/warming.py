"""What is made ready before the memory of Python is kept, so that later starts need not do it."""

from __future__ import annotations

from ludotheque.core.texts import LANGUAGES
from ludotheque.games import NAMES, load_for


def warm() -> None:
    """Opens every box in both languages."""
    for lang in LANGUAGES:
        for name in NAMES:
            _ = load_for(name, lang).game
