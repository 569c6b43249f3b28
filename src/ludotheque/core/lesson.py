"""The guided first game of a box: positions, each with one thing to do in it.

`lessons.toml` in the folder of a game is a list of `[[lesson]]`; their sentences are the texts
`lesson.NAME.…` of the game. Where the letters of a board depend on the language, a table `[fr]` and
a table `[en]` hold what `{…}` in the lessons stands for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludotheque.core.texts import read_resource


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position of a round, and what is wanted of the player to move.

    `wanted` are the actions that are right, in the notation of the game; a `*` stands for anything
    but a `?`, so that `b1-c2/d1 *` is that crossing with any word in the list. Where the player is
    to be refused, `refused` is the key of the reason instead. `wrong` names the text that says why
    an action is not the right one, by the same patterns; `example` is a right action, for whoever
    cannot find one, where `wanted` does not say it. Options of the game may come before the state.
    """

    name: str
    state: str
    options: str = ""
    wanted: tuple[str, ...] = ("*",)
    refused: str = ""
    example: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)

    def wants(self, action: str) -> bool:
        """Whether an action, as it is written once it is ruled, is what was asked for."""
        return not self.refused and any(_fits(pattern, action) for pattern in self.wanted)

    def complaint(self, action: str) -> str:
        """The name of the text that says why an action is not what was asked for."""
        return next((name for pattern, name in self.wrong.items() if _fits(pattern, action)), "")


def _fits(pattern: str, action: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", "[^?]+"), action) is not None


@cache
def lessons(package: str, lang: str) -> tuple[Lesson, ...]:
    """The lessons that lie in that package, in order."""
    import tomllib  # noqa: PLC0415  # not before somebody learns: importing stays fast

    source = tomllib.loads(read_resource(package, "lessons.toml"))
    common, own = source.get("wrong", {}), source.get(lang, {})
    return tuple(_lesson(entry, common, own) for entry in source["lesson"])


def _lesson(entry: Mapping[str, Any], common: Mapping[str, str], own: Mapping[str, str]) -> Lesson:
    """A lesson as it is written, with what differs between languages filled in."""
    given = {key: _filled(value, own) for key, value in entry.items()}
    return Lesson(**{**given, "wrong": {**given.get("wrong", {}), **common}})


def _filled(value: Any, own: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return tuple(_filled(each, own) for each in value)
    return value.format(**own) if isinstance(value, str) else value
