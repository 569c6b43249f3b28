"""What a box has to learn by: positions, each with one thing to do in it.

`lessons.toml` in the folder of a game is a list of `[[lesson]]`; their sentences are the texts
`lesson.NAME.…` of the game. Where the letters of a board depend on the language, a table `[fr]` and
a table `[en]` hold what `{…}` in the lessons stands for. `problems.toml`, which `tools/problems.py`
writes, is a list of `problems`, or one for each language; the texts are `problem.NAME.…`, or
`problem.…` where several share one.
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
    """Why an action is not the right one: the name of a text, and what that text leaves open."""

    text: str
    values: Values


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position of a round, and what is wanted of the player to move.

    `wanted` are the actions that are right, in the notation of the game; a `*` stands for anything
    but a `?`, so that `b1-c2/d1 *` is that crossing with any word in the list, and a `|` stands
    between patterns. Where the player is to be refused, `refused` is the key of the reason instead.
    `wrong` names the text that says why an action is not the right one, by the same patterns;
    `example` is a right action, for whoever cannot find one, where `wanted` does not say it.
    Options of the game may come before the state.
    `values` are what its texts leave open.
    """

    family: ClassVar[str] = "lesson"
    """What the keys of its texts begin with."""

    name: str
    state: str
    options: str = ""
    wanted: tuple[str, ...] = ("*",)
    refused: str = ""
    example: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    values: Values = field(default_factory=dict)

    def wants(self, action: str, step: int = 0) -> bool:
        """Whether an action, as it is written once it is ruled, is right after so many others."""
        del step  # in a lesson all of them are alike
        return not self.refused and any(_fits(pattern, action) for pattern in self.wanted)

    def reply(self, step: int) -> str:
        """What the other player answers to the right action after so many others, if anything."""
        del step
        return ""

    def fault(self, action: str, step: int = 0) -> Fault:
        """Why an action is not what was asked for after so many others, as far as that is known."""
        del step
        names = (name for pattern, name in self.wrong.items() if _fits(pattern, action))
        return Fault(next(names, ""), {})


@dataclass(frozen=True, slots=True)
class Problem(Lesson):
    """A position with a task that has one answer.

    `line` are the right actions, with the other player's actions between them. `level` is the
    easiest bot that finds them all. `faults` say, for each step, what wrong actions lead to: by
    pattern, `why` names the text, and the rest is what that text leaves open.
    """

    family: ClassVar[str] = "problem"

    line: tuple[str, ...] = ()
    level: str = ""
    faults: tuple[Mapping[str, Values], ...] = ()

    def wants(self, action: str, step: int = 0) -> bool:
        """Whether the action is the one that is right after so many others."""
        return _fits(self.line[2 * step], action)

    def reply(self, step: int) -> str:
        """The other player's action that the line has next; none after the last."""
        return "".join(self.line[2 * step + 1 : 2 * step + 2])

    def fault(self, action: str, step: int = 0) -> Fault:
        """What a wrong action leads to."""
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
    """The lessons that lie in that package, in order; there may be none."""
    source = _read(package, "lessons.toml") or {"lesson": ()}
    common, own = source.get("wrong", {}), source.get(lang, {})
    return tuple(_lesson(entry, common, own) for entry in source["lesson"])


@cache
def problems(package: str, lang: str) -> tuple[Problem, ...]:
    """The problems that lie in that package, in the order of their days; there may be none."""
    source = _read(package, "problems.toml") or {"problems": ()}
    common = {"wrong": source.get("wrong", {})}
    entries = source.get(lang) or source["problems"]
    return tuple(_problem({**common, **entry}) for entry in entries)


def _problem(entry: Mapping[str, Any]) -> Problem:
    """A problem as it is written."""
    lists = {key: tuple(entry.get(key, ())) for key in ("line", "faults")}
    return Problem(**{**entry, **lists})


def _read(package: str, file: str) -> dict[str, Any]:
    """What a file says that a game may have; nothing if it has none."""
    import tomllib  # noqa: PLC0415  # not before somebody learns: importing stays fast

    try:
        return tomllib.loads(read_resource(package, file))
    except FileNotFoundError:
        return {}


def _lesson(entry: Mapping[str, Any], common: Mapping[str, str], own: Mapping[str, str]) -> Lesson:
    """A lesson as it is written, with what differs between languages filled in."""
    given = {key: _filled(value, own) for key, value in entry.items()}
    return Lesson(**{**given, "wrong": {**given.get("wrong", {}), **common}})


def _filled(value: Any, own: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return tuple(_filled(each, own) for each in value)
    return value.format(**own) if isinstance(value, str) else value
