"""The two doors of a house, to be tested as one: a site on sockets, and the pocket in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from itertools import count
from typing import Any, Protocol, TypeVar

import httpx

from ludotheque.core.record import read_record
from ludotheque.play.match import Match, replay
from ludotheque.pocket.door import Door
from tests.pocket.browser import BUILD, MemoryBrowser
from tests.site.running import Running, cookie
from tests.site.wire import Wire

T = TypeVar("T")
_TURNS = 200  # of the event loop, in which all that was set off happens


class House(Protocol):
    """A house as people use it, on the site or in the pocket."""

    def guest(self, lang: str = "en") -> httpx.Client:
        """A browser; in the pocket, all of them are the same person."""

    def line(self, guest: httpx.Client, table: str) -> Wire:
        """The line of a page to a table."""

    def events(self, table: str) -> list[tuple[int, str, Any, str | None]]:
        """Number, kind, body and command of all that is stored of a table."""


class SiteHouse:
    """A running site."""

    def __init__(self, running: Running) -> None:
        self.running = running

    def guest(self, lang: str = "en") -> httpx.Client:
        return self.running.guest(lang)

    def line(self, guest: httpx.Client, table: str) -> Wire:
        return Wire(self.running, table, cookie(guest))

    def events(self, table: str) -> list[tuple[int, str, Any, str | None]]:
        stored = self.running.events(table)
        return [(seq, kind, json.loads(body), client) for seq, kind, body, client in stored]


class PocketHouse:
    """The pocket in a browser in memory, on an event loop that runs while something is asked."""

    def __init__(self, browser: MemoryBrowser) -> None:
        self.browser = browser
        self.door = Door(browser, BUILD)
        self.lines = map(str, count())
        self._loop = asyncio.Runner()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run(work)

    def close(self) -> None:
        self._loop.close()

    def guest(self, lang: str = "en") -> httpx.Client:
        headers = {"accept-language": lang, "accept": "text/html"}
        base, transport = "http://127.0.0.1", _InMemory(self)
        return httpx.Client(base_url=base, headers=headers, transport=transport)

    def line(self, guest: httpx.Client, table: str) -> Wire:
        return PocketLine(self, table, guest.headers["accept-language"])

    def events(self, table: str) -> list[tuple[int, str, Any, str | None]]:
        rows = self.browser.logs[table]
        return [(row["seq"], row["kind"], row["body"], row["client"]) for row in rows]


class _InMemory(httpx.BaseTransport):
    """Brings requests to the door as the script of a page does."""

    def __init__(self, house: PocketHouse) -> None:
        self.house = house

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        wanted = {
            "method": request.method,
            "path": request.url.raw_path.decode(),
            "body": request.read().decode(),
            "type": request.headers.get("content-type", ""),
            "accept": request.headers["accept"],
            "lang": request.headers["accept-language"],
            "theme": "",
            "root": "/p/",
        }
        answer = json.loads(self.house.run(self.house.door.answer(json.dumps(wanted))))
        return httpx.Response(answer["status"], headers=answer["headers"], text=answer["body"])


class PocketLine(Wire):
    """The line of a page of this browser, with the newest view it was sent."""

    def __init__(self, house: PocketHouse, table: str, lang: str) -> None:
        self.house, self.name = house, next(house.lines)
        self.view, self.steps = {}, False
        assert house.run(house.door.open(self.name, table, lang))

    def say(self, message: Any) -> None:
        self.house.run(self.house.door.hear(self.name, json.dumps(message)))

    def hear(self, timeout: float = 60) -> dict[str, Any]:
        message = self.house.run(self._next())
        if message.get("view"):
            self.view = message["view"]
        return message

    async def _next(self) -> dict[str, Any]:
        said = self.house.browser.said
        for _ in range(_TURNS):
            for number, message in enumerate(said):
                if message["line"] == self.name:
                    return {k: v for k, v in said.pop(number).items() if k != "line"}
            await asyncio.sleep(0)
        raise TimeoutError("nothing is said")

    def close(self) -> None:
        self.house.door.close(self.name)


def begun(guest: httpx.Client, path: str, **form: Any) -> str:
    """The table that a form leads to."""
    answer = guest.post(path, data=form)
    assert answer.status_code == 303, answer.text
    location: str = answer.headers["location"]
    assert location.startswith("/t/"), location
    return location.removeprefix("/t/")


def new_table(guest: httpx.Client, game: str, **form: Any) -> str:
    """A table that is set by the form."""
    return begun(guest, f"/new/{game}", **form)


def match_at(guest: httpx.Client, table: str) -> Match:
    """The game at a table, as its record has it."""
    return replay(read_record(guest.get(f"/t/{table}/record").text))


def acted(line: Wire, action: str) -> None:
    """Makes a move, and receives its consequences."""
    seq = line.view["seq"]
    assert line.act(action)["type"] == "kept"
    line.newer(seq)


def my_turn(line: Wire) -> None:
    """Receives messages until the guest is to move, or the game is over."""
    while not (line.view["can"]["act"] or line.view["over"]):
        line.hear()
