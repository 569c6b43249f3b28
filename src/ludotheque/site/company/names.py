"""Filters the names that are shown at tables that anyone can join."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import orjson

from ludotheque.words.folding import fold

# The ends of web addresses that are recognised after a single letter, and after a space.
_ENDS = (
    "com|net|org|info|biz|xyz|app|dev|site|online|shop|club|live|link|top|io|co|me|tv|gg|cc|to|ly|"
    "fr|be|ch|ca|de|uk|eu|us|ru|su|ua|pl|it|es|pt|nl|cz|at|se|br|cn|jp|in"
)
# Web addresses, e-mail addresses and phone numbers.
_CONTACT = re.compile(
    r"://|www\.|@|[\[({]\s*at\s*[\])}]"
    r"|[^\W_]{2,}\s*\.[^\W\d_]{2,}"  # evil.ru, evil .ru
    r"|[^\W_]{2,}(?:\s+\.\s*|\s*[\[({]\s*(?:\.|dot|point)\s*[\])}]\s*)[^\W\d_]{2,}"
    rf"|(?:[^\W_]{{2,}}(?:\.\s+|\s+(?:dot|point)\s+)|\.)(?:{_ENDS})\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?:[\dOoIl|][\W_]*){6,}")
_FEWEST_DIGITS = 3  # of six, the others being letters that look like digits
# Signs between the labels of a web address, besides those that look like a full stop.
_DOTS = str.maketrans("\u3002\uff61", "..")
# Digits and signs that replace letters to evade the host's list; all lookalikes of I become I.
_DISGUISES = str.maketrans("013457$!|L", "OIEASTSIII")


class NameFilter:
    """Rejects names that contain a contact or a word of the host's list."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        """Takes words in any spelling; empty ones are ignored."""
        _lookalikes()  # takes 50 ms at startup, so that no request waits for it
        self._words = [plain for plain in map(_plain, words) if plain]

    def __call__(self, name: str) -> str:
        """The name, or an empty text if it is rejected, so that the name of the seat is shown."""
        plain = _plain(name)
        if _is_contact(name) or any(word in plain for word in self._words):
            return ""
        return name


def read_filter(file: str) -> NameFilter:
    """The filter with the words of a file, one per line; without a file, only contacts count."""
    return NameFilter(Path(file).read_text("utf-8").splitlines() if file else ())


def _is_contact(name: str) -> bool:
    seen = _as_seen(name)
    if any(_CONTACT.search(text) for text in (name.translate(_DOTS), seen)):
        return True
    runs = _DIGITS.findall(seen)
    return any(sum(map(str.isdigit, run)) >= _FEWEST_DIGITS for run in runs)


def _plain(text: str) -> str:
    """The text in capitals, without accents, disguises and separators between the letters."""
    return "".join(filter(str.isalnum, fold(_as_seen(text)).translate(_DISGUISES)))


def _as_seen(text: str) -> str:
    """The text in the ASCII letters and digits that it looks like, without diacritics."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_DOTS))
    return "".join(map(_seen, (c for c in apart if unicodedata.category(c)[0] != "M")))


def _seen(letter: str) -> str:
    if letter.isascii():
        return letter
    digit = unicodedata.digit(letter, None)
    return str(digit) if digit is not None else _lookalikes().get(letter, letter)


@cache
def _lookalikes() -> Mapping[str, str]:
    """Maps letters to the ASCII characters they look like, by Unicode's table of confusables.

    Only this part stays in memory; the whole table would take 10 MiB.
    """
    table = orjson.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_bytes())
    found = {
        letter: next((one["c"] for one in alike if one["c"].isascii()), "")
        for letter, alike in table.items()
        if not letter.isascii()
    }
    return {letter: alike for letter, alike in found.items() if alike}
