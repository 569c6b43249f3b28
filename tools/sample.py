"""Judges common compounds and short words, chosen without a look at the lists, as a game does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from ludotheque.core.reason import IllegalAction
from ludotheque.games.croisements import unpack
from ludotheque.games.croisements.notation import CroisementsNotation
from ludotheque.games.croisements.rules import Croisements, CroisementsOptions
from ludotheque.games.croisements.state import Announce, State

SAMPLE = Path(__file__).parent.parent / "tests" / "words" / "sample.toml"
LISTED, REFUSED, LOST = "listed", "refused at no cost", "costs the turn"


def verdict(rules: Croisements, word: str) -> str:
    """Returns the verdict of the rules on a word that fits."""
    action = CroisementsNotation(rules).read_action(f"a1-b2/c3 {word}")
    try:
        ruled = rules.ruled(State(), action)
    except IllegalAction:
        return REFUSED
    return LOST if isinstance(ruled, Announce) and ruled.lost else LISTED


def verdicts(lang: str, kind: str) -> dict[str, str]:
    """Returns the verdict on each word of the sample."""
    sample: list[str] = tomllib.loads(SAMPLE.read_text("utf-8"))[lang][kind]
    rules = unpack(CroisementsOptions(language=lang)).rules
    assert isinstance(rules, Croisements)
    return {word: verdict(rules, word) for word in sample}


def judged() -> Iterator[str]:
    """Yields the number of words with each verdict, and those that are not listed."""
    for lang in ("fr", "en"):
        for kind in ("compounds", "short"):
            found = verdicts(lang, kind)
            for one in (LISTED, REFUSED, LOST):
                words = [word for word, result in found.items() if result == one]
                yield f"{lang} {kind}, {one}: {len(words)}"
                if one != LISTED and words:
                    yield f"    {', '.join(words)}"
