"""Words of several parts, such as *pomme de terre* and *mother-in-law*, with their plurals.

French: FreeDict's dictionaries (made from Wiktionary, CC BY-SA 3.0; Debian's
dict-freedict-fra-*): nouns and adjectives of up to three parts, and longer ones and adverbs that at
least two of them have; a longer entry in only one is often a description. A compound counts if each
part is a word itself, which excludes names. English: WordNet (Debian's wordnet-base), which writes
names with a capital; what has a part that is no word counts too, except the Latin names of nature.
Common ones that these lack are in `compounds.toml`. No plurals are made of phrases of more than
four parts, nor of what the list of simple words has with its own plural.
"""

from __future__ import annotations

import gzip
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from pathlib import Path
from typing import NamedTuple

from ludotheque.games.croisements.notation import MOST_LETTERS
from ludotheque.words.folding import fold

DICTIONARIES = Path("/usr/share/dictd")
WORDNET = Path("/usr/share/wordnet")
OURS = Path(__file__).with_name("compounds.toml")
_SURE_DICTIONARIES, _SURE_PARTS = 2, 3  # an entry counts if it has one of these
_PARTS_OF_PLURALS = 4
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_HEAD = re.compile(r"([^/<\[(]+?)\s*(?:/.*/\s*)?<(n|adj|adv)\b(?!.*\bpl\b)")
_PARTS = {"fr": re.compile(r"[ -]+|(?<=')"), "en": re.compile("[ -]+")}
_ELIDED = frozenset("d' l' s' n' qu' jusqu' presqu' quelqu'".split())
_LETTERS = {"fr": frozenset("aàoôy"), "en": frozenset("abcdefghijklmnopqrstuvwxyz") | {"o'"}}
# Words between the noun of a compound and a rest that stays the same in the plural.
_JOINTS = {
    "fr": frozenset("de d' du des à au aux en sur sous par pour contre avec sans l'".split()),
    "en": frozenset("of in on up by out off at to with for per and the de la".split()),
}
_PLURALS = {
    "fr": ((r"(?<=[aeo]u)$", "x"), (r"al$", "aux"), (r"(?<![sxz])$", "s"), (r"(?<=[sxz])$", "")),
    "en": ((r"(?<![aeiou])y$", "ies"), (r"(?<=[sxz])$|(?<=[cs]h)$", "es"), (r"(?<!s)$", "s")),
}
# First parts that stay the same in a French plural, as verbs do (*tire-bouchons*).
_UNCHANGED = frozenset("demi semi mi nu ex vice non sous sur avant après arrière contre".split())
# WordNet's files of animals, parts of the body, plants, states and substances.
_NATURE = frozenset(["05", "08", "20", "26", "27"])


class Found(NamedTuple):
    """A compound of a source: whether it can have a plural, and parts that are no words."""

    spelt: str
    noun: bool
    any_parts: bool = False


def compounds(lang: str, words: Container[str]) -> set[str]:
    """Returns every compound of the language, with the plurals of nouns and adjectives."""
    found: set[str] = set()
    for spelt, noun, any_parts in (*{"fr": french, "en": english}[lang](), *ours(lang)):
        parts = parts_of(spelt, lang)
        known = any_parts or all(_is_known(part, words, lang) for part in parts)
        if known and _is_compound(spelt, parts, lang):
            found.add(spelt)
            if noun and len(parts) <= _PARTS_OF_PLURALS and spelt not in words:
                found.update(_plural(spelt, parts, lang, words))
    return {word for word in found if _can_be_announced(fold(word))}


def parts_of(spelt: str, lang: str) -> list[str]:
    """Returns the words of a compound; in French *d'*, *l'* and the like are parts, too."""
    return [part for part in _PARTS[lang].split(spelt) if part]


def _can_be_announced(folded: str) -> bool:
    return folded.isascii() and folded.isalpha() and len(folded) <= MOST_LETTERS


def _is_compound(spelt: str, parts: list[str], lang: str) -> bool:
    """Whether it has several parts, and is no name and no phrase such as *de fer* or *in vain*."""
    phrase = parts[0] in _JOINTS[lang] and spelt.startswith(f"{parts[0]} ")
    return len(parts) > 1 and spelt == spelt.lower() and not phrase


def _is_known(part: str, words: Container[str], lang: str) -> bool:
    owner = re.sub(r"s?'s?$", "", part) if lang == "en" else part
    return part in words or part in _ELIDED or part in _LETTERS[lang] or owner in words


def ours(lang: str) -> Iterator[Found]:
    """Yields the common compounds that the sources lack."""
    for kind, words in tomllib.loads(OURS.read_text("utf-8"))[lang].items():
        for word in words:
            yield Found(word.lower().replace("’", "'"), kind == "nouns", any_parts=True)


def french() -> Iterator[Found]:
    """Yields the entries of enough dictionaries, spelt with a straight apostrophe."""
    listing: defaultdict[str, set[tuple[Path, str]]] = defaultdict(set)
    for index in sorted(DICTIONARIES.glob("freedict-fra-*.index")):
        for head, kind in _heads(index):
            listing[head].add((index, kind))
    for head, places in listing.items():
        noun = any(kind != "adv" for _, kind in places)
        sure = len({index for index, _ in places}) >= _SURE_DICTIONARIES
        if sure or (noun and len(parts_of(head, "fr")) <= _SURE_PARTS):
            yield Found(head, noun)


def _heads(index: Path) -> Iterator[tuple[str, str]]:
    """Yields the headwords of a dictionary with their kind; its index has offsets in base 64."""
    text = gzip.decompress(index.with_suffix(".dict.dz").read_bytes())
    for line in index.read_text("utf-8").splitlines():
        _, start, length = line.split("\t")[:3]
        entry = text[_number(start) : _number(start) + _number(length)].decode("utf-8")
        if head := _HEAD.match(entry):
            yield head[1].replace("’", "'"), head[2]


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = 64 * value + _DIGITS.index(digit)
    return value


def english() -> Iterator[Found]:
    """Yields WordNet's nouns, adjectives and adverbs; of *T-shirt* the letter is made small."""
    for kind in ("noun", "adj", "adv"):
        for line in (WORDNET / f"data.{kind}").read_text("ascii").splitlines():
            if line[0] != " ":
                fields = line.split(" ")
                for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
                    spelt = re.sub(r"\(.*\)", "", word).replace("_", " ")
                    small = re.sub("^[A-Z]-", lambda letter: letter[0].lower(), spelt)
                    yield Found(small, kind == "noun", fields[1] not in _NATURE)


def _plural(spelt: str, parts: list[str], lang: str, words: Container[str]) -> Iterator[str]:
    """Yields the plural: of all that stands before the first joint, in English of its last word."""
    plural = _plural_of(lang, words)
    joints = (place for place, part in enumerate(parts) if place and part in _JOINTS[lang])
    end = next(joints, len(parts))
    first = 0
    if lang == "en":
        first = end - 1
    elif end == len(parts) and "-" in spelt and _is_unchanged(parts[0], words):
        first = 1
    many = [*parts[:first], *(plural(part) for part in parts[first:end]), *parts[end:]]
    if all(many):
        yield _joined(spelt, parts, many)


def _is_unchanged(part: str, words: Container[str]) -> bool:
    return part in _UNCHANGED or f"{part}r" in words


def _plural_of(lang: str, words: Container[str]) -> Callable[[str], str]:
    def plural(word: str) -> str:
        """Returns the regular plural if it is a word, else an empty string."""
        for end, more in _PLURALS[lang]:
            many, done = re.subn(end, more, word, count=1)
            if done and many in words:
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
