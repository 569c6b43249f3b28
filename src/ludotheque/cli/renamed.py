"""The old names of commands and options, which are accepted until version 1.0."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

from ludotheque.core.texts import Texts

VERBS: Mapping[str, str] = {
    "new": "new-game",
    "pocket": "export",
    "print": "pdf",
    "puzzle": "problem",
    "replay": "check",
    "stats": "random-games",
    "tidy": "prune",
}
OPTIONS: Mapping[str, Mapping[str, str]] = {
    "arena": {"--cluster": "--dask"},
    "pdf": {"--plain": "--greyscale"},
    "play": {"--record": "--save"},
    "problem": {"--day": "--date"},
}

OLD_ME = "person"  # in `play --seats`


def with_new_names(words: Sequence[str], say: Texts) -> list[str]:
    """The command line with new names in place of old ones; a notice is printed for each."""
    place = place_of_verb(words)
    if place is None:
        return list(words)
    verb = VERBS.get(words[place], words[place])
    names = {**OPTIONS.get(verb, {}), words[place]: verb}
    return [*words[:place], *_replaced(words[place:], names, say)]


def place_of_verb(words: Sequence[str]) -> int | None:
    """The index of the verb in a command line; None if there is none."""
    for place, word in enumerate(words):
        if not word.startswith("-") and (place == 0 or words[place - 1] != "--lang"):
            return place
    return None


def _replaced(words: Sequence[str], names: Mapping[str, str], say: Texts) -> Iterator[str]:
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        new = names.get(name, name) if place == 0 or name.startswith("--") else name
        if new != name:
            notice(name, new, say)
        yield f"{new}{equals}{value}"


def notice(old: str, new: str, say: Texts) -> None:
    """Tells the person which name replaces the one that was used."""
    print(say("renamed", old=old, new=new), file=sys.stderr)
