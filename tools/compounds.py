"""Words of several parts, such as *pomme de terre* and *mother-in-law*, with their plurals.

French: nouns and adjectives in at least two of FreeDict's dictionaries (made from Wiktionary,
CC BY-SA 3.0; Debian's dict-freedict-fra-*). English: those of WordNet (Debian's wordnet-base).
A compound counts if each of its parts is a word itself, which excludes names.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Callable, Container, Iterator
from pathlib import Path

from ludotheque.games.croisements.notation import MOST_LETTERS
from ludotheque.words.folding import fold

DICTIONARIES = Path("/usr/share/dictd")
WORDNET = Path("/usr/share/wordnet")
_LEAST_DICTIONARIES = 2  # an entry in only one is often a description, not a word
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_HEAD = re.compile(r"([^/<\[(]+?)\s*(?:/.*/\s*)?<(?:n|adj)\b(?!.*\bpl\b)")
_PARTS = re.compile(r"[ -]+|(?<=')")
_ELIDED = frozenset("d' l' s' n' qu' jusqu' presqu' quelqu'".split())
# Words between the noun of a compound and a rest that stays the same in the plural.
_JOINTS = {
    "fr": frozenset("de d' du des à au aux en sur sous par pour contre avec sans l'".split()),
    "en": frozenset("of in on up by out off at to with for and the de la".split()),
}
_PLURALS = {
    "fr": ((r"(?<=[aeo]u)$", "x"), (r"al$", "aux"), (r"(?<![sxz])$", "s")),
    "en": ((r"(?<![aeiou])y$", "ies"), (r"(?<=[sxz])$|(?<=[cs]h)$", "es"), (r"(?<!s)$", "s")),
}


def compounds(lang: str, words: Container[str]) -> set[str]:
    """Returns every compound of the language whose parts are among the words, with its plural."""
    found: set[str] = set()
    for spelt in {"fr": french, "en": english}[lang]():
        parts = [part for part in _PARTS.split(spelt) if part]
        if _is_compound(spelt, parts, lang) and all(_is_known(part, words) for part in parts):
            found.add(spelt)
            found.update(_plural(spelt, parts, lang, words))
    return {word for word in found if _can_be_announced(fold(word))}


def _can_be_announced(folded: str) -> bool:
    return folded.isascii() and folded.isalpha() and len(folded) <= MOST_LETTERS


def _is_compound(spelt: str, parts: list[str], lang: str) -> bool:
    """Whether it has several parts, and is no name and no phrase such as *de fer* or *in vain*."""
    return len(parts) > 1 and spelt == spelt.lower() and parts[0] not in _JOINTS[lang]


def _is_known(part: str, words: Container[str]) -> bool:
    return part in words or part in _ELIDED or part in ("à", "a")


def french() -> Iterator[str]:
    """Returns the entries found in enough dictionaries, spelt with a straight apostrophe."""
    times: Counter[str] = Counter()
    for index in sorted(DICTIONARIES.glob("freedict-fra-*.index")):
        times.update(set(_heads(index)))
    return (head for head, n in times.items() if n >= _LEAST_DICTIONARIES)


def _heads(index: Path) -> Iterator[str]:
    """Yields the headwords of a dictionary; its index gives offsets and lengths in base 64."""
    text = gzip.decompress(index.with_suffix(".dict.dz").read_bytes())
    for line in index.read_text("utf-8").splitlines():
        _, start, length = line.split("\t")[:3]
        entry = text[_number(start) : _number(start) + _number(length)].decode("utf-8")
        if head := _HEAD.match(entry):
            yield head[1].replace("’", "'")


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = 64 * value + _DIGITS.index(digit)
    return value


def english() -> Iterator[str]:
    """Yields WordNet's nouns and adjectives."""
    for kind in ("noun", "adj"):
        for line in (WORDNET / f"data.{kind}").read_text("ascii").splitlines():
            if line[0] != " ":
                fields = line.split(" ")
                for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
                    yield re.sub(r"\(.*\)", "", word).replace("_", " ")


def _plural(spelt: str, parts: list[str], lang: str, words: Container[str]) -> Iterator[str]:
    """Yields the plural: of the first part before a joint, else of the last (in French, of all)."""
    plural = _plural_of(lang, words)
    if _JOINTS[lang] & set(parts[1:]):
        many = [plural(parts[0]), *parts[1:]]
    elif lang == "en":
        many = [*parts[:-1], plural(parts[-1])]
    else:
        many = [plural(part) for part in parts]
    if all(many):
        yield _joined(spelt, parts, many)


def _plural_of(lang: str, words: Container[str]) -> Callable[[str], str]:
    def plural(word: str) -> str:
        """Returns the regular plural if it is a word, else an empty string."""
        for end, more in _PLURALS[lang]:
            many = re.sub(end, more, word, count=1)
            if many != word and many in words:
                return many
        return ""

    return plural


def _joined(spelt: str, parts: list[str], many: list[str]) -> str:
    """Replaces the parts of a compound, and keeps what stands between them."""
    place, text = 0, ""
    for old, new in zip(parts, many, strict=True):
        start = spelt.index(old, place)
        text += spelt[place:start] + new
        place = start + len(old)
    return text + spelt[place:]
