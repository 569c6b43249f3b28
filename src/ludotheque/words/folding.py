"""Folds words to plain capitals, without accents and other marks."""

from __future__ import annotations

import unicodedata

_LIGATURES = {"Œ": "OE", "Æ": "AE"}
_SILENT = frozenset("-\u2010\u2011'\u2019\u02bc \u00a0\u202f")


def fold(word: str) -> str:
    """The word without accents, cedillas, ligatures, hyphens, apostrophes and spaces."""
    if word.isascii() and word.isalpha():
        return word.upper()
    letters = [c for c in unicodedata.normalize("NFD", word.upper()) if c not in _SILENT]
    return "".join([_LIGATURES.get(c, c) for c in letters if not unicodedata.combining(c)])
