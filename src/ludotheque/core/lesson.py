"""The lessons and problems of a box: positions with one task each.

`lessons.toml` in the folder of a game is a list of `[[lesson]]`; their sentences are the texts
`lesson.NAME.…` of the game. If the letters of a board depend on the language, the tables `[fr]` and
`[en]` hold the values of the `{…}` in the lessons. `problems.toml`, which `tools/problems.py`
writes, is a list of `problems`, or one list for each language; their sentences are the texts
`problem.NAME.…`, or `problem.…` if several problems share them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, NamedTuple

from ludotheque.core.texts import read_resource

Values = Mapping[str, str | int]


class Fault(NamedTuple):
    """Why an action is wrong: the name of a text, and the values that it is filled in with."""

    text: str
    values: Values


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position of a round, and a task for the player to move.

    `wanted` holds patterns of the right actions, in the notation of the game: a `*` stands for any
    characters but `?`, so that `b1-c2/d1 *` is that crossing with any word in the list, and a `|`
    separates alternatives. If an illegal action is wanted, `refused` is the key of its reason
    instead. `wrong` maps patterns of wrong actions to the name of the text that says why they are
    wrong. `example` is a right action to show as the solution; without it, the first legal action
    that is right is shown. `options` are those of the spec, `values` fill in the texts.
    """

    family: ClassVar[str] = "lesson"
    """The prefix of the keys of its texts."""

    name: str
    state: str
    options: str = ""
    wanted: tuple[str, ...] = ("*",)
    refused: str = ""
    example: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    values: Values = field(default_factory=dict)

    def wants(self, action: str, step: int = 0) -> bool:
        """Whether an action, written with its ruling, is right after `step` right actions."""
        del step  # a lesson wants the same at every step
        return not self.refused and any(_fits(pattern, action) for pattern in self.wanted)

    def reply(self, step: int) -> str:
        """The other player's answer to the right action of that step; empty if there is none."""
        del step
        return ""

    def fault(self, action: str, step: int = 0) -> Fault:
        """Why an action is wrong at that step; the text is empty if the reason is unknown."""
        del step
        names = (name for pattern, name in self.wrong.items() if _fits(pattern, action))
        return Fault(next(names, ""), {})


@dataclass(frozen=True, slots=True)
class Problem(Lesson):
    """A position with a task that has one solution.

    `line` holds the right actions, with the other player's actions between them. `level` is the
    weakest bot that finds them all. `faults` says for each step what wrong actions lead to: it maps
    patterns to the name of a text, `why`, and the values that the text is filled in with.
    """

    family: ClassVar[str] = "problem"

    line: tuple[str, ...] = ()
    level: str = ""
    faults: tuple[Mapping[str, Values], ...] = ()

    def wants(self, action: str, step: int = 0) -> bool:
        """Whether the action is the right one at that step."""
        return _fits(self.line[2 * step], action)

    def reply(self, step: int) -> str:
        """The other player's next action in the line; empty after the last."""
        return "".join(self.line[2 * step + 1 : 2 * step + 2])

    def fault(self, action: str, step: int = 0) -> Fault:
        """What a wrong action leads to at that step."""
        for known in self.faults[step : step + 1]:
            for pattern, values in known.items():
                if _fits(pattern, action):
                    return Fault(str(values["why"]), values)
        return Lesson.fault(self, action)  # a dataclass with slots has no super()


def _fits(pattern: str, action: str) -> bool:
    wanted = re.escape(pattern).replace(r"\*", "[^?]+").replace(r"\|", "|")
    return re.fullmatch(wanted, action) is not None


@cache
def lessons(package: str, lang: str) -> tuple[Lesson, ...]:
    """The lessons of that package in order; empty if it has none."""
    source = _read(package, "lessons.toml") or {"lesson": ()}
    common, own = source.get("wrong", {}), source.get(lang, {})
    return tuple(_lesson(entry, common, own) for entry in source["lesson"])


@cache
def problems(package: str, lang: str) -> tuple[Problem, ...]:
    """The problems of that package in the order of their days; empty if it has none."""
    source = _read(package, "problems.toml") or {"problems": ()}
    common = {"wrong": source.get("wrong", {})}
    entries = source.get(lang) or source["problems"]
    return tuple(_problem({**common, **entry}) for entry in entries)


def _problem(entry: Mapping[str, Any]) -> Problem:
    lists = {key: tuple(entry.get(key, ())) for key in ("line", "faults")}
    return Problem(**{**entry, **lists})


def _read(package: str, file: str) -> dict[str, Any]:
    """The contents of a TOML file of a game; empty if the file does not exist."""
    import tomllib  # noqa: PLC0415  # imported late, to keep the import of this module fast

    try:
        return tomllib.loads(read_resource(package, file))
    except FileNotFoundError:
        return {}


def _lesson(entry: Mapping[str, Any], common: Mapping[str, str], own: Mapping[str, str]) -> Lesson:
    """The lesson of a TOML table, with the values of the language filled in."""
    given = {key: _filled(value, own) for key, value in entry.items()}
    return Lesson(**{**given, "wrong": {**given.get("wrong", {}), **common}})


def _filled(value: Any, own: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return tuple(_filled(each, own) for each in value)
    return value.format(**own) if isinstance(value, str) else value
