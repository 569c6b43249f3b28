"""Which names strangers are shown at a table that is open to all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ludotheque.words.folding import fold

# An address, or a number to call: what people write who look for something else than a game.
_CONTACT = re.compile(
    r"://|www\.|@|\.(?:com|net|org|info|io|fr|be|ch|ca|me|tv|gg)\b|(?:\d\W?){6}", re.I
)
# How letters are written by those who want to get past a list.
_DISGUISES = str.maketrans("013457$!", "OIEASTSI")


class NameFilter:
    """Leaves out names with contacts in them, and those that contain a word of the host's list."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        """Takes words in any spelling; empty ones are left out."""
        self._words = [plain for plain in map(_plain, words) if plain]

    def __call__(self, name: str) -> str:
        """The name, or nothing: whoever it is has the name of the seat then."""
        plain = _plain(name)
        if _CONTACT.search(name) or any(word in plain for word in self._words):
            return ""
        return name


def read_filter(file: str) -> NameFilter:
    """The filter with the words of a file, one on each line; without a file, contacts alone."""
    return NameFilter(Path(file).read_text("utf-8").splitlines() if file else ())


def _plain(text: str) -> str:
    """The text as capitals without accents, disguises and whatever stands between letters."""
    return "".join(filter(str.isalnum, fold(text).translate(_DISGUISES)))
