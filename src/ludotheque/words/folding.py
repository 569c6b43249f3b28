"""Folds words to plain capitals, without accents and other marks."""

from __future__ import annotations

import unicodedata

_LIGATURES = {"Œ": "OE", "Æ": "AE"}
_SILENT = frozenset("-\u2010\u2011'\u2019\u02bc \u00a0\u202f")


def fold(word: str) -> str:
    """The word without accents, cedillas, ligatures, hyphens, apostrophes and spaces."""
    if word.isascii() and word.isalpha():
        return word.upper()
    plain = []
    for character in unicodedata.normalize("NFD", word.upper()):
        if character in _SILENT or unicodedata.combining(character):
            continue
        plain.append(_LIGATURES.get(character, character))
    return "".join(plain)
