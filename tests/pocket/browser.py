"""A browser in memory, with the functions that the scripts of the pocket offer to Python."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest

from ludotheque.core.record import read_record
from ludotheque.play.match import Match, replay
from ludotheque.pocket import device
from ludotheque.pocket.door import Door

T = TypeVar("T")
_FORM = "application/x-www-form-urlencoded"
SCRIPTS = "box", "learn", "new", "open", "problem", "retry", "review", "table", "times"
BUILD = json.dumps({"version": "1", "site": "", "scripts": {name: name for name in SCRIPTS}})


class MemoryBrowser:
    """Stores data, does work at once, and receives the messages on lines."""

    def __init__(self) -> None:
        self.logs = defaultdict[str, list[dict[str, Any]]](list)
        self.listed: dict[str, list[Any]] = {}
        self.settings: dict[str, str] = {}
        self.said: list[dict[str, Any]] = []
        self.told: list[str] = []
        self.full = False
        self.thought_for: list[float] = []

    async def read(self, table: str) -> str:
        return json.dumps(self.logs.get(table, []))

    async def tables(self) -> str:
        return json.dumps(list(self.listed.values()))

    async def everything(self) -> str:
        keys = "id", "changed", "forgotten"
        tables = [dict(zip(keys, row, strict=True)) for row in self.listed.values()]
        return json.dumps([{**table, "events": self.logs[table["id"]]} for table in tables])

    async def add(self, tables: str) -> bool:
        if self.full:
            raise OSError("QuotaExceededError")
        added = json.loads(tables)
        if any(each["events"][0]["seq"] < len(self.logs[each["id"]]) for each in added):
            return False
        for each in added:
            self.logs[each["id"]] += each["events"]
            self.listed[each["id"]] = [each["id"], each["changed"], each["forgotten"]]
        return True

    async def forget(self, table: str, forgotten: bool) -> None:
        if table in self.listed:
            self.listed[table][2] = forgotten

    async def setting(self, name: str, value: str | None) -> str:
        if value is not None:
            self.settings[name] = value
        return self.settings.get(name, "")

    def thinks(self) -> bool:
        return bool(self.logs)

    async def think(self, work: bytes, longest_ms: float) -> bytes:
        assert longest_ms > 0
        self.thought_for.append(longest_ms)
        return device.think(work)

    def say(self, line: str, text: str) -> None:
        self.said.append({"line": line, **json.loads(text)})

    def report(self, error: str) -> None:
        raise AssertionError(error)

    def tell_others(self, table: str) -> None:
        self.told.append(table)


class Person:
    """A person at the screen: requests paths, sends messages on a line."""

    def __init__(self, browser: MemoryBrowser, lang: str = "en") -> None:
        self.browser = browser
        self.door = Door(browser, BUILD)
        self.lang = lang

    async def ask(self, path: str, method: str = "GET", **form: Any) -> dict[str, Any]:
        """The answer to a page that is opened, a form that is sent, or an attempt of a script."""
        fields = all(isinstance(value, str) for value in form.values())
        body, kind = (urlencode(form), _FORM) if fields else (json.dumps(form), "application/json")
        wanted = {"method": method, "path": path, "body": body, "type": kind, "accept": "text/html"}
        how = {"theme": "", "root": "/p/", "lang": self.lang}
        answer = await self.door.answer(json.dumps({**wanted, **how}))
        found: dict[str, Any] = json.loads(answer)
        return found

    async def begin(self, path: str, **form: Any) -> str:
        """The id of the table that a form leads to."""
        location: str = (await self.ask(path, "POST", **form))["headers"]["location"]
        assert location.startswith("/t/"), location
        return location.removeprefix("/t/")

    async def data(self, path: str, method: str = "GET", **form: Any) -> Any:
        return json.loads((await self.ask(path, method, **form))["body"])

    async def say(self, line: str, **message: Any) -> list[dict[str, Any]]:
        """The answers to a message, once everything that it sets off has happened."""
        self.browser.said.clear()
        await self.door.hear(line, json.dumps(message))
        await self.settled()
        return self.browser.said

    async def settled(self) -> None:
        for _ in range(200):
            await asyncio.sleep(0)


async def match_at(person: Person, table: str) -> Match:
    """The game of a table so far."""
    return replay(read_record((await person.ask(f"/t/{table}/record"))["body"]))


async def act(person: Person, table: str, name: str, choice: int = 0) -> list[dict[str, Any]]:
    """One of the legal moves, sent by a page that has seen all there is."""
    match = await match_at(person, table)
    text = match.kit.game.notation.write_action(match.kit.game.actions(match.state)[choice])
    expected = len(person.browser.logs[table]) - 1
    return await person.say("line", type="act", id=name, expected=expected, action=text)


def at_the_screen(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> MemoryBrowser:
    monkeypatch.setattr("ludotheque.pocket.files.read_by_browser", lambda: None)
    return MemoryBrowser()
