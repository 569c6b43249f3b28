"""A game as a short text: headers, then every action, chance included, so that no seed is needed.

[Game "plus4(mode=endless,target=5,rounds=0)"]
[Rules "1"]
[Seat "Ana"]
[Seat "Bruno"]
[Result "1 -1"]
[Termination "finished"]

1. begin 1 | 3 | 2* | 3
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ludotheque.core.reason import RecordError, because, excerpt

# Three times the longest game: twelve rounds of Redline with six players take 1,320 actions, deals
# included, and no other game takes a third of that. Records are untrusted, and a review replays
# up to this many actions, which takes at most half a second.
MAX_ACTIONS = 4_000
_HEADER = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\]|\\["\\])*)"\]')
_NUMBER = re.compile(r"(\d{1,9})\.\s+")
_ACTIONS_PER_LINE = 8


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be stored, sent and continued elsewhere."""

    game: str
    rules: int
    actions: tuple[str, ...]
    seats: tuple[str, ...] = ()
    date: str = ""
    result: str = ""
    termination: str = ""
    extra: tuple[tuple[str, str], ...] = field(default=())

    def write(self) -> str:
        """The record as text."""
        headers = [("Game", self.game), ("Rules", str(self.rules)), ("Date", self.date)]
        headers += [("Seat", name) for name in self.seats]
        headers += [("Result", self.result), ("Termination", self.termination), *self.extra]
        lines = [f'[{n} "{_escape(value)}"]' for n, value in headers if value or n == "Seat"]
        lines.append("")
        for start in range(0, len(self.actions), _ACTIONS_PER_LINE):
            row = " | ".join(self.actions[start : start + _ACTIONS_PER_LINE])
            lines.append(f"{start + 1}. {row}")
        return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Parses a record, without checking its actions; raises `RecordError` if it is malformed."""
    headers: list[tuple[str, str]] = []
    actions: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("[") and not actions:
            headers.append(_header(line))
        else:
            actions += _actions(line, len(actions) + 1)
    if len(actions) > MAX_ACTIONS:
        raise RecordError(because("record.long", most=MAX_ACTIONS))
    return _assemble(headers, tuple(actions))


def _header(line: str) -> tuple[str, str]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise RecordError(because("record.header", text=excerpt(line)))
    return match[1], re.sub(r"\\(.)", r"\1", match[2])


def _actions(line: str, due: int) -> list[str]:
    number = _NUMBER.match(line)
    if number and int(number[1]) != due:
        raise RecordError(because("record.number", found=int(number[1]), due=due))
    body = line[number.end() :] if number else line
    return [action.strip() for action in body.split("|") if action.strip()]


def _assemble(headers: list[tuple[str, str]], actions: tuple[str, ...]) -> Record:
    single = dict(headers)
    if len([name for name, _ in headers if name != "Seat"]) != len(single.keys() - {"Seat"}):
        raise RecordError(because("record.twice"))
    rules = single.get("Rules", "")
    if "Game" not in single or not (rules.isascii() and rules.isdigit() and len(rules) < 6):
        raise RecordError(because("record.no_game"))
    known = {"Game", "Rules", "Date", "Seat", "Result", "Termination"}
    return Record(
        single["Game"],
        int(rules),
        actions,
        tuple(value for name, value in headers if name == "Seat"),
        single.get("Date", ""),
        single.get("Result", ""),
        single.get("Termination", ""),
        tuple((name, value) for name, value in headers if name not in known),
    )


def _escape(value: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in value)
    return re.sub(r'(["\\])', r"\\\1", printable)
