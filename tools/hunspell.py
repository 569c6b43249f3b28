"""Expands a Hunspell dictionary to every form it accepts, except elisions and possessives.

Reads the parts of the format that the French dictionary uses: long flags, prefixes and suffixes
with conditions and continuation flags, NEEDAFFIX and KEEPCASE.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rule:
    """One way to change the end (or the beginning) of a word."""

    strip: str
    add: str
    flags: frozenset[str]
    fits: re.Pattern[str]


@dataclass
class Affixes:
    """An affix file: rules by flag, and the flags with a special meaning."""

    long: bool = False
    suffixes: dict[str, list[Rule]] = field(default_factory=dict)
    prefixes: dict[str, list[Rule]] = field(default_factory=dict)
    crossing: set[str] = field(default_factory=set)
    special: dict[str, str] = field(default_factory=dict)

    def flags(self, text: str) -> frozenset[str]:
        """Splits a text into flags."""
        if self.long:
            return frozenset(text[n : n + 2] for n in range(0, len(text), 2))
        return frozenset(text)


@dataclass(frozen=True)
class Entry:
    """A stem with its flags and its grammatical notes."""

    stem: str
    flags: frozenset[str]
    notes: frozenset[str]


def read_affixes(file: Path) -> Affixes:
    """Reads an affix file."""
    affixes = Affixes()
    for line in file.read_text("utf-8").splitlines():
        words = line.split()
        if words[:2] == ["FLAG", "long"]:
            affixes.long = True
        elif words and words[0] in ("NEEDAFFIX", "KEEPCASE", "NOSUGGEST", "ONLYINCOMPOUND"):
            affixes.special[words[0]] = words[1]
        elif words and words[0] in ("PFX", "SFX"):
            _read_rule(affixes, words)
    return affixes


def _read_rule(affixes: Affixes, words: list[str]) -> None:
    kind, flag = words[0], words[1]
    table = affixes.suffixes if kind == "SFX" else affixes.prefixes
    if flag not in table:
        table[flag] = []
        if words[2] == "Y":
            affixes.crossing.add(flag)
        return
    strip = "" if words[2] == "0" else words[2]
    add, _, flags = words[3].partition("/")
    add = "" if add == "0" else add
    condition = words[4] if len(words) > 4 else "."
    pattern = f"{condition}$" if kind == "SFX" else f"^{condition}"
    table[flag].append(Rule(strip, add, affixes.flags(flags), re.compile(pattern)))


def read_entries(file: Path, affixes: Affixes) -> Iterator[Entry]:
    """Yields the stems of a dictionary file."""
    for line in file.read_text("utf-8").splitlines()[1:]:
        head, *notes = line.split()
        stem, _, flags = head.partition("/")
        yield Entry(stem, affixes.flags(flags), frozenset(notes))


def expand(entry: Entry, affixes: Affixes) -> Iterator[str]:
    """Yields every form of an entry, but none with an apostrophe from an affix."""
    needs = affixes.special.get("NEEDAFFIX")
    if needs not in entry.flags:
        yield entry.stem
    yield from _prefixed(entry.stem, entry.flags, affixes)
    yield from _suffixed(entry.stem, entry.flags, entry.flags, affixes, depth=2)


def _suffixed(
    word: str, flags: frozenset[str], whole: frozenset[str], affixes: Affixes, depth: int
) -> Iterator[str]:
    needs = affixes.special.get("NEEDAFFIX")
    for flag in flags & affixes.suffixes.keys():
        for rule in affixes.suffixes[flag]:
            if "'" in rule.add or not word.endswith(rule.strip) or not rule.fits.search(word):
                continue
            form = word[: len(word) - len(rule.strip)] + rule.add
            if needs not in rule.flags:
                yield form
                if flag in affixes.crossing:
                    yield from _prefixed(form, whole | rule.flags, affixes)
            if depth > 1:
                yield from _suffixed(form, rule.flags, rule.flags, affixes, depth - 1)


def _prefixed(word: str, flags: frozenset[str], affixes: Affixes) -> Iterator[str]:
    needs = affixes.special.get("NEEDAFFIX")
    for flag in flags & affixes.prefixes.keys() & affixes.crossing:
        for rule in affixes.prefixes[flag]:
            if "'" not in rule.add and word.startswith(rule.strip) and rule.fits.search(word):
                form = rule.add + word[len(rule.strip) :]
                if needs not in rule.flags:
                    yield form
                yield from _suffixed(form, rule.flags, frozenset(), affixes, depth=1)
