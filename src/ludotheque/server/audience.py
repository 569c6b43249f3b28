"""Readers who see the same of a table are sent the same message, made and encoded once."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any, Protocol

import orjson

from ludotheque.table.table import Table
from ludotheque.table.views.deltas import Following
from ludotheque.table.views.facts import Facts
from ludotheque.table.views.page import Eyes, eyes_of, view
from ludotheque.table.views.program import position


class Form(Enum):
    """What a reader is sent when a table changes: the steps, the whole view, or no drawing."""

    STEPS = "steps"
    VIEW = "view"
    POSITION = "position"


class Reader(Protocol):
    """Somebody who is sent what changes at a table."""

    guest: str
    lang: str
    form: Form

    def push(self, text: str) -> None:
        """Takes a message that is to be sent; never waits."""


class Change:
    """New states of a table, oldest first; what several audiences need is made once."""

    def __init__(self, tables: list[Table]) -> None:
        """Nothing is made yet."""
        self.tables = tables
        self.facts = cache(self._facts)

    @property
    def newest(self) -> Table:
        """The last of these states."""
        return self.tables[-1]

    def _facts(self, lang: str) -> list[Facts]:
        return [Facts(table, lang) for table in self.tables]


class Audience:
    """The readers of a table with the same eyes and the same form."""

    def __init__(self, eyes: Eyes, form: Form, table: Table) -> None:
        """Nobody is there yet; all who come have seen that state of the table."""
        self.eyes = eyes
        self.form = form
        self.readers: set[Reader] = set()
        self._following = Following(eyes, table)

    def join(self, reader: Reader) -> None:
        """Adds a reader who has seen the newest state."""
        self.readers.add(reader)
        self._following.joined()

    def moved_elsewhere(self, table: Table) -> list[Reader]:
        """Removes those whose eyes are no longer these, since somebody took or left a seat."""
        gone = [r for r in self.readers if eyes_of(table, r.guest, r.lang) != self.eyes]
        self.readers.difference_update(gone)
        return gone

    def show(self, change: Change) -> None:
        """Sends the change to everybody here."""
        if not self.readers:
            return
        text = encoded(self._message(change))
        for reader in self.readers:
            reader.push(text)

    def _message(self, change: Change) -> dict[str, Any]:
        if self.form is not Form.STEPS:
            return whole(change.newest, next(iter(self.readers)))
        seq = self._following.table.seq
        steps = [self._following.step(told) for told in change.facts(self.eyes.lang)]
        return {"type": "steps", "from": seq, "steps": steps}


def whole(table: Table, reader: Reader) -> dict[str, Any]:
    """The message with all that a reader is shown of a table."""
    make = position if reader.form is Form.POSITION else view
    return {"type": "view", "view": make(table, reader.guest, reader.lang)}


def encoded(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return orjson.dumps(message).decode()
