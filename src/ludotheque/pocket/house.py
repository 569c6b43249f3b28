"""The house: its tables, what is thought of, and the lines of pages that follow a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ludotheque.core.reason import Refusal
from ludotheque.pocket.device import Device
from ludotheque.pocket.tables import GUEST, Tables
from ludotheque.pocket.thinking import Thinking
from ludotheque.table.messages import kept_reply, read_command, read_hint
from ludotheque.table.replies import (
    press_reply,
    refused_reply,
    states_since,
    steps_reply,
)
from ludotheque.table.table import Table
from ludotheque.table.views.page import Following, eyes_of, view
from ludotheque.table.words import Facts, View

Message = Mapping[str, Any]


class Line:
    """One page that follows one table."""

    def __init__(self, name: str, table: str, lang: str, house: House) -> None:
        """Nothing is sent before the page has said hello."""
        self.name, self.table_id, self.lang = name, table, lang
        self._house = house
        self._following: Following | None = None

    async def hear(self, text: str) -> None:
        """Answers one message of the page."""
        message: Message = json.loads(text)
        kind = message.get("type")
        if kind == "ping":
            self._say({"type": "pong"})
        elif kind == "hello":
            await self._welcome(message)
        else:
            await self._reply(message)

    def show(self, table: Table) -> None:
        """Sends the step that leads to a newer state of the table."""
        if self._following is None or table.seq <= self._following.table.seq:
            return
        before = self._following.table.seq
        if eyes_of(table, GUEST, self.lang) != self._following.eyes:
            self._show_whole(table)
        else:
            step = self._following.step(Facts(table, self.lang))
            self._say({"type": "steps", "from": before, "steps": [step]})

    async def _welcome(self, message: Message) -> None:
        """Brings a page up to date that says which event was the last it saw."""
        table, since = await self._house.tables.get(self.table_id), message.get("since")
        steps = None
        if isinstance(since, int) and since < table.seq:
            log = await self._house.device.log(table.id)
            steps = steps_reply(states_since(table.id, log, since), GUEST, self.lang)
        if since == table.seq or steps is not None:
            self._following = Following(eyes_of(table, GUEST, self.lang), table)
        else:
            self._show_whole(table)
        if steps is not None:
            self._say(steps)

    def _show_whole(self, table: Table) -> None:
        self._following = Following(eyes_of(table, GUEST, self.lang), table)
        self._say({"type": "view", "view": view(table, GUEST, self.lang)})

    async def _reply(self, message: Message) -> None:
        """Sends the answer to a message, if any, or why it is refused."""
        try:
            answer = await self._answer(message)
        except Refusal as refusal:
            table = await self._house.tables.get(self.table_id)
            self._say(refused_reply(table, self.lang, message, refusal))
        else:
            if answer is not None:
                self._say(answer)

    async def _answer(self, message: Message) -> View | None:
        tables = self._house.tables
        if message.get("type") == "press":
            return press_reply(await tables.get(self.table_id), GUEST, self.lang, message)
        if message.get("type") == "hint":
            wish, table = read_hint(message), await tables.get(self.table_id)
            step = await self._house.thinking.hint(table, wish, self.lang)
            return {"type": "hint", "id": wish.id, **step}
        command = read_command(message)
        kept = await tables.change(
            self.table_id,
            lambda table, moment: command.decide(table, GUEST, moment),
            command.id,
            command.expected,
        )
        return kept_reply(command, kept.seq)

    def _say(self, message: View) -> None:
        self._house.device.say(self.name, message)


class House:
    """Tables, thinking and lines of this device."""

    def __init__(self, device: Device) -> None:
        """Whatever changes is shown to the pages that follow it, and wakes bots."""
        self.device = device
        self.tables = Tables(device)
        self.thinking = Thinking(self.tables, device)
        self.lines: dict[str, Line] = {}
        self.tables.changed = self._changed

    def _changed(self, table: Table) -> None:
        for line in self.lines.values():
            if line.table_id == table.id:
                line.show(table)
        self.thinking.wake(table)

    async def open(self, name: str, table: str, lang: str) -> None:
        """Opens the line of a page to a table; refuses one that does not exist."""
        await self.tables.get(table)
        self.lines[name] = Line(name, table, lang, self)

    def close(self, name: str) -> None:
        """Closes the line of a page that has gone."""
        self.lines.pop(name, None)

    async def heard(self, table: str) -> None:
        """Another page of this browser has changed a table: those that follow it are shown so."""
        if any(line.table_id == table for line in self.lines.values()):
            await self.tables.read(table)
