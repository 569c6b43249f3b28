"""Filters the names that are shown at tables that anyone can join."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ludotheque.words.folding import fold

# Web addresses, e-mail addresses and phone numbers.
_CONTACT = re.compile(
    r"://|www\.|@|\.(?:com|net|org|info|io|fr|be|ch|ca|me|tv|gg)\b|(?:\d\W?){6}", re.I
)
# Digits and signs that replace letters in order to evade the host's list.
_DISGUISES = str.maketrans("013457$!", "OIEASTSI")


class NameFilter:
    """Rejects names that contain a contact or a word of the host's list."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        """Takes words in any spelling; empty ones are ignored."""
        self._words = [plain for plain in map(_plain, words) if plain]

    def __call__(self, name: str) -> str:
        """The name, or an empty text if it is rejected, so that the name of the seat is shown."""
        plain = _plain(name)
        if _CONTACT.search(name) or any(word in plain for word in self._words):
            return ""
        return name


def read_filter(file: str) -> NameFilter:
    """The filter with the words of a file, one per line; without a file, only contacts count."""
    return NameFilter(Path(file).read_text("utf-8").splitlines() if file else ())


def _plain(text: str) -> str:
    """The text in capitals, without accents, disguises and anything between the letters."""
    return "".join(filter(str.isalnum, fold(text).translate(_DISGUISES)))
