"""A browser in memory: what the scripts of the pocket offer to Python."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from ludotheque.pocket import device
from ludotheque.pocket.door import Door

T = TypeVar("T")
SCRIPTS = "box", "company", "learn", "new", "open", "problem", "retry", "review", "table", "times"
BUILD = json.dumps({"version": "1", "site": "", "scripts": {name: name for name in SCRIPTS}})


class MemoryBrowser:
    """Keeps what it is given, thinks at once, and hears what is said on lines."""

    def __init__(self) -> None:
        self.logs = defaultdict[str, list[dict[str, Any]]](list)
        self.listed: dict[str, list[Any]] = {}
        self.settings: dict[str, str] = {}
        self.said: list[dict[str, Any]] = []
        self.told: list[str] = []
        self.full = False

    async def read(self, table: str) -> str:
        return json.dumps(self.logs.get(table, []))

    async def tables(self) -> str:
        return json.dumps(list(self.listed.values()))

    async def add(self, tables: str, events: str, at: int) -> bool:
        if self.full:
            raise OSError("QuotaExceededError")
        pairs = list(zip(tables.split("\n"), map(json.loads, events.split("\n")), strict=True))
        if any(rows[0]["seq"] < len(self.logs[table]) for table, rows in pairs):
            return False
        for table, rows in pairs:
            self.logs[table] += rows
            self.listed[table] = [table, at, False]
        return True

    async def forget(self, table: str, forgotten: bool) -> None:
        self.listed[table][2] = forgotten

    async def setting(self, name: str, value: str | None) -> str:
        if value is not None:
            self.settings[name] = value
        return self.settings.get(name, "")

    def thinks(self) -> bool:
        return bool(self.logs)

    async def think(self, work: bytes) -> bytes:
        return device.think(work)

    def say(self, line: str, text: str) -> None:
        self.said.append({"line": line, **json.loads(text)})

    def report(self, error: str) -> None:
        raise AssertionError(error)

    def tell_others(self, table: str) -> None:
        self.told.append(table)


class Person:
    """Somebody at the screen: asks for paths, speaks on a line."""

    def __init__(self, browser: MemoryBrowser, lang: str = "en") -> None:
        self.browser = browser
        self.door = Door(browser, BUILD)
        self.lang = lang

    async def ask(self, path: str, method: str = "GET", **form: Any) -> dict[str, Any]:
        wanted = {"method": method, "path": path, "form": form, "theme": "", "root": "/p/"}
        answer = await self.door.answer(json.dumps({**wanted, "lang": self.lang}))
        found: dict[str, Any] = json.loads(answer)
        return found

    async def begin(self, path: str, **form: Any) -> str:
        """The id of the table that a form leads to."""
        location: str = (await self.ask(path, "POST", **form))["headers"]["Location"]
        assert location.startswith("/t/"), location
        return location.removeprefix("/t/")

    async def data(self, path: str, method: str = "GET", **form: Any) -> Any:
        return json.loads((await self.ask(path, method, **form))["body"])

    async def say(self, line: str, **message: Any) -> list[dict[str, Any]]:
        """What is answered to a message, once all that it sets off has happened."""
        self.browser.said.clear()
        await self.door.hear(line, json.dumps(message))
        await self.settled()
        return self.browser.said

    async def settled(self) -> None:
        for _ in range(200):
            await asyncio.sleep(0)


def at_the_screen(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> MemoryBrowser:
    monkeypatch.setattr("ludotheque.pocket.files.read_by_browser", lambda: None)
    return MemoryBrowser()
