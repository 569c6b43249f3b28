"""The word list of this installation: the host's own, or the shipped one."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Container
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from ludotheque.core.reason import SpecError, because
from ludotheque.words.lexicon import LANGUAGES, Lexicon, lexicon, read_list


class HouseWords:
    """The word list of one language, loaded when it is first used."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __contains__(self, word: object) -> bool:
        """Whether the word is in the list."""
        return word in house_list(self.lang)

    def is_name(self, word: str) -> bool:
        """Whether it is a known proper noun, and no listed word has the same spelling."""
        return house_list(self.lang).is_name(word)

    def example(self, initial: str, letters: str, without: Container[str] = ()) -> str | None:
        """The most common word with that initial and these letters, or None."""
        return house_list(self.lang).example(initial, letters, without)

    def frequency(self, word: str) -> float:
        """How common a word is, on Zipf's scale (see `Lexicon.frequency`)."""
        return house_list(self.lang).frequency(word)

    @property
    def hash(self) -> str:
        """The fingerprint of the list; for the shipped list, it is known without loading it."""
        if own_file(self.lang):
            return house_list(self.lang).hash
        sources = files("ludotheque.words").joinpath("data", "sources.toml")
        return str(tomllib.loads(sources.read_text("utf-8"))[self.lang]["hash"])


def own_file(lang: str) -> str:
    """The path in `LUDOTHEQUE_WORDS_FR` or `LUDOTHEQUE_WORDS_EN`; empty if it is not set."""
    return os.environ.get(f"LUDOTHEQUE_WORDS_{lang.upper()}", "")


@cache
def house_list(lang: str) -> Lexicon:
    """The host's own list, or the shipped one; raises `SpecError` if the own one is unreadable."""
    file = own_file(lang)
    if not file:
        return lexicon(lang)
    with suppress(OSError, UnicodeDecodeError):
        own = read_list(Path(file), lang)
        if own.words:
            return own
    raise SpecError(because("words.unreadable", file=file))


def check_own_lists() -> None:
    """Reads the host's own lists, so that a missing one is reported before games start."""
    for lang in LANGUAGES:
        if own_file(lang):
            house_list(lang)
