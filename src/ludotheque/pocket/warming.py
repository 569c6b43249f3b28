"""What is made ready before the memory of Python is kept, so that later starts need not do it."""

from __future__ import annotations

from ludotheque.core.texts import LANGUAGES
from ludotheque.games import NAMES, load_for
from ludotheque.web.pages import Pages


def warm() -> None:
    """Opens every box in both languages, and reads the templates of the first pages."""
    for lang in LANGUAGES:
        for name in NAMES:
            _ = load_for(name, lang).game
    Pages(str, pocket=True).read("table", "learn", "new")
