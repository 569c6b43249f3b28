"""Breaks a paragraph into lines filled as evenly as possible, with hyphenation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import inf
from typing import NamedTuple

from pyphen import Pyphen

from ludotheque.core.caching import weighed_cache

Measure = Callable[[str, str, float], float]
"""Returns the width of a text in a typeface at a size."""
# The cost of a line (after Knuth and Plass) grows with the cube of how far its spaces are stretched
# or squeezed; a hyphen costs as much as spaces stretched by about four fifths of the usual.
_STRETCH, _SQUEEZE, _HYPHEN_COST = 0.6, 0.22, 2500.0
_WIDEST = 3.6  # a space, in widths of the usual one
_SHORTEST = 5  # letters of a word to hyphenate; at least two stay on the line, three go to the next
_LETTERS = re.compile(r"[^\W\d_]+")
_WHOLE = re.compile(r"^\[|\]$|\w[-.]\w")
HYPHEN = "-"


class Word(NamedTuple):
    """A word in its typeface."""

    text: str
    font: str


class TextLine(NamedTuple):
    """Words from left to right, and the width of the spaces between them."""

    words: tuple[Word, ...]
    space: float


class Spaces(NamedTuple):
    """The usual width of a space, and the share of it by which it can be squeezed."""

    usual: float
    squeeze: float

    def between(self, room: float, words: int, *, last: bool) -> float:
        """The width of the spaces in a line with that much room left (if negative, too little).

        A line that would have wide gaps stays short, as do ragged lines and the last line.
        """
        wide = self.usual + room / max(words, 1)
        filled = self.squeeze and (room < 0 or not last) and wide < _WIDEST * self.usual
        return wide if filled else self.usual


class _WordPart(NamedTuple):
    """A word, or a part of one that a hyphen may follow."""

    text: str
    font: str
    ends_word: bool


def words(text: str, font: str) -> tuple[Word, ...]:
    """The words of a text; words joined by a no-break space count as one."""
    return tuple(Word(word, font) for word in text.split(" ") if word)


@weighed_cache(lambda lines: 2 * len(lines))
def set_in_lines(
    given: tuple[Word, ...],
    width: float,
    size: float,
    lang: str,
    measure: Measure,
    *,
    ragged: bool = False,
) -> list[TextLine]:
    """The lines of a paragraph, justified except for the last, or all `ragged`."""
    pieces = [piece for word in given for piece in _divided(word, lang)]
    fonts = {piece.font for piece in pieces}
    hyphen = {font: measure(HYPHEN, font, size) for font in fonts}
    text = list(accumulate((measure(p.text, p.font, size) for p in pieces), initial=0.0))
    gaps = list(accumulate((int(p.ends_word) for p in pieces), initial=0))
    spaces = Spaces(
        max((measure(" ", font, size) for font in fonts), default=0.0), 0 if ragged else _SQUEEZE
    )

    def fit(start: int, end: int) -> tuple[float, int]:
        """The room left by a line with the pieces `start` to `end`, and its number of spaces."""
        last = pieces[end - 1]
        between = gaps[end] - gaps[start] - last.ends_word
        set_width = text[end] - text[start] + between * spaces.usual
        return width - set_width - (0 if last.ends_word else hyphen[last.font]), between

    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(pieces) + 1):
        whole, last = pieces[end - 1].ends_word, end == len(pieces)
        cost, start = _cheapest(end, best, fit, spaces, last=last)
        best.append((cost + (0 if whole else _HYPHEN_COST), start))
    return _lines(pieces, best, fit, spaces)


Fit = Callable[[int, int], tuple[float, int]]


def _cheapest(
    end: int, best: list[tuple[float, int]], fit: Fit, spaces: Spaces, *, last: bool
) -> tuple[float, int]:
    """The lowest cost of all lines up to `end`, and the start of the last of them."""
    found = (inf, end - 1)
    for start in range(end - 1, -1, -1):
        room, between = fit(start, end)
        if room < -between * spaces.usual * spaces.squeeze and start < end - 1:
            break  # a line that begins earlier is even longer
        found = min(found, (best[start][0] + _cost(room, between, spaces, last=last), start))
    return found


def _cost(room: float, between: int, spaces: Spaces, *, last: bool) -> float:
    """The cost of a line, by how far its spaces are from the usual width."""
    share = _STRETCH if room >= 0 else max(spaces.squeeze, 0.01)
    change = 0 if last and room >= 0 else abs(room) / (max(between, 0.5) * spaces.usual * share)
    return (1 + 100 * change**3) ** 2


def _lines(
    pieces: Sequence[_WordPart], best: list[tuple[float, int]], fit: Fit, spaces: Spaces
) -> list[TextLine]:
    lines: list[TextLine] = []
    end = len(pieces)
    while end:
        start = best[end][1]
        room, between = fit(start, end)
        last = end == len(pieces)
        lines.append(TextLine(_joined(pieces[start:end]), spaces.between(room, between, last=last)))
        end = start
    return lines[::-1]


def _joined(pieces: Sequence[_WordPart]) -> tuple[Word, ...]:
    """The words that the pieces of a line make up, with a hyphen if the last is divided."""
    found, text = [], ""
    for piece in pieces:
        text += piece.text
        if piece.ends_word:
            found.append(Word(text, piece.font))
            text = ""
    return (*found, Word(text + HYPHEN, pieces[-1].font)) if text else tuple(found)


def _divided(word: Word, lang: str) -> list[_WordPart]:
    """The pieces of a word, with a hyphen allowed after each but the last.

    Tags, addresses and words with a hyphen stay whole.
    """
    if _WHOLE.search(word.text):
        return [_WordPart(*word, ends_word=True)]
    places = [
        run.start() + place
        for run in _LETTERS.finditer(word.text)
        if len(run[0]) >= _SHORTEST and not run[0][1:].isupper()
        for place in _hyphens(lang).positions(run[0])
    ]
    cuts = [0, *places, len(word.text)]
    texts = [word.text[a:b] for a, b in pairwise(cuts)]
    return [_WordPart(text, word.font, n == len(texts)) for n, text in enumerate(texts, start=1)]


@cache
def _hyphens(lang: str) -> Pyphen:
    return Pyphen(lang={"fr": "fr_FR", "en": "en_GB"}[lang], left=2, right=3)
