"""A lexicon: every inflected form, folded, with an index that finds words by their letters."""

from __future__ import annotations

import hashlib
import lzma
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import overload

from ludotheque.words.folding import fold

LANGUAGES = ("fr", "en")
# Ten times the Zipf frequency assumed for a word that only a host's own list has: medium, so that
# the expert level (from 3.3) knows it and the strong one (from 4.0) does not.
UNKNOWN_TENTHS = 35


class Lexicon:
    """The words of one language, folded to plain capitals and sorted."""

    def __init__(self, lang: str, words: Sequence[str], common: bytes = b"") -> None:
        """`common` holds ten times the Zipf frequency of each word, in order.

        It is 0 for words never found in texts, or only with a space, a hyphen or an apostrophe.
        """
        self.lang = lang
        self.words = _Words(words)
        self._common = common
        self._found: dict[str, _Shelf] = {}

    def __contains__(self, word: object) -> bool:
        """Whether it is a word, regardless of accents and hyphens."""
        return isinstance(word, str) and self._place(fold(word)) is not None

    def __len__(self) -> int:
        """The number of folded forms."""
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        """Every folded form in order."""
        return iter(self.words)

    def is_name(self, word: str) -> bool:
        """Whether it is a known proper noun, and no listed word has the same spelling."""
        folded = fold(word)
        return folded not in self and folded in names(self.lang)

    @cached_property
    def hash(self) -> str:
        """The fingerprint of the list, as in a record."""
        return hashlib.sha256("\n".join(self.words).encode()).hexdigest()[:16]

    def frequency(self, word: str) -> float:
        """How common a word is, on Zipf's scale (0: never found in one piece, 7: everywhere)."""
        return self.tenths(fold(word)) / 10

    def tenths(self, word: str) -> int:
        """Ten times the frequency of a folded word; 0 if it is unknown."""
        place = self._place(word)
        return self._common[place] if place is not None and self._common else 0

    def find(self, initial: str, letters: str) -> list[str]:
        """The words with that initial that contain the letters, each at least as often as given."""
        return sorted(self._shelf(initial).holding(Counter(fold(letters))))

    def example(self, initial: str, letters: str, without: Container[str] = ()) -> str | None:
        """The most common of the words of `find` that are not in `without`, or None."""
        found = self._shelf(initial).holding(Counter(fold(letters)))
        return next((word for word in found if word not in without), None)

    def _shelf(self, initial: str) -> _Shelf:
        """The words with that initial, the most common first."""
        first = fold(initial)[:1]
        if first not in self._found:
            low = bisect_left(self.words, first)
            high = bisect_left(self.words, chr(ord(first) + 1)) if first else low
            places = list(range(low, high))
            if self._common:
                places.sort(key=lambda place: -self._common[place])
            self._found[first] = _Shelf([self.words[place] for place in places])
        return self._found[first]

    def _place(self, word: str) -> int | None:
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None


class _Words(Sequence[str]):
    """Words of plain letters, stored as one string: a fifth of the memory of a list."""

    def __init__(self, words: Sequence[str]) -> None:
        self._text = "\n".join(words)
        self._starts = array("I", accumulate((len(word) + 1 for word in words), initial=0))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._text.split("\n") if self._text else ())

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        return self._text[self._starts[place] : self._starts[place + 1] - 1]


class _Shelf:
    """The words with one initial; for each letter, bits of an integer mark the words with it."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.size = len(words)
        self._holders: dict[tuple[str, int], int] = {}

    def holding(self, letters: Counter[str]) -> Iterator[str]:
        """The words that contain all the letters, the most common first."""
        left = (1 << self.size) - 1
        for letter, count in letters.items():
            left &= self._with(letter, count)
        place = self.size - left.bit_length()
        if left:
            yield self.words[place]
            marks = f"{left:0{self.size}b}"
            while (place := marks.find("1", place + 1)) >= 0:
                yield self.words[place]

    def _with(self, letter: str, count: int) -> int:
        """The words with at least `count` of the letter, as bits, the first word highest."""
        known = self._holders.get((letter, count))
        if known is None:
            marks = "".join("1" if word.count(letter) >= count else "0" for word in self.words)
            known = self._holders[letter, count] = int(marks or "0", 2)
        return known


@cache
def lexicon(lang: str) -> Lexicon:
    """The lexicon that ships with the package; raises `ValueError` for other languages."""
    if lang not in LANGUAGES:
        raise ValueError(f"no lexicon for {lang!r}: {', '.join(LANGUAGES)}")
    words = sorted([*_lines(f"{lang}.words.xz"), *_lines(f"{lang}.compounds.xz")])
    return Lexicon(lang, words, _unpacked(f"{lang}.common.xz"))


@cache
def names(lang: str) -> frozenset[str]:
    """The known proper nouns of a language, folded, without those spelt like a listed word."""
    return frozenset(_lines(f"{lang}.names.xz"))


def _nowhere(name: str) -> bytes:
    raise FileNotFoundError(name)


read_elsewhere: Callable[[str], bytes] = _nowhere
"""Reads a list whose file is not beside this module; the pocket edition replaces it."""


def _lines(name: str) -> list[str]:
    return _unpacked(name).decode("ascii").split("\n")


def _unpacked(name: str) -> bytes:
    file = files("ludotheque.words").joinpath("data", name)
    packed = file.read_bytes() if file.is_file() else read_elsewhere(name)
    return lzma.decompress(packed)


def read_list(file: Path, lang: str) -> Lexicon:
    """Reads a host's own list, a text with one word per line, not necessarily folded or sorted.

    Frequencies come from the shipped lexicon. A word that it lacks gets a medium frequency if it is
    written in one piece, otherwise 0.
    """
    lines = [line.strip() for line in file.read_text(encoding="utf-8-sig").splitlines()]
    whole = {fold(line) for line in lines if line.isalpha()}
    words = sorted(word for word in {*map(fold, lines)} if word.isascii() and word.isalpha())
    shipped = lexicon(lang)

    def tenths(word: str) -> int:
        return shipped.tenths(word) if word in shipped else UNKNOWN_TENTHS * (word in whole)

    return Lexicon(lang, words, bytes(map(tenths, words)))
