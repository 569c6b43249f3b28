"""A player whose moves are timed while others abuse the site."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

APART = "127.0.0.3"  # not the address of the attackers
_PAUSE_S = 0.2  # between two moves: the site allows ten messages a second
_PAGE_EVERY_S = 0.5
_LONGEST_S = 60.0  # to wait for an answer
_FORM = {"seat0": "me", "seat1": "random", "mode": "endless", "target": "11"}


@dataclass(frozen=True)
class Timed:
    """A move: when it was sent, how long until it was stored, and then until the bot's move."""

    at: float
    kept_s: float
    answered_s: float


@dataclass(frozen=True)
class Page:
    """A page: when it was requested, and how long until it was there."""

    at: float
    took_s: float


@dataclass(frozen=True)
class Figures:
    """How long some moves and pages took, in milliseconds."""

    median_ms: float
    worst_ms: float
    bot_median_ms: float
    bot_worst_ms: float
    page_median_ms: float
    page_worst_ms: float


def figures(timed: Sequence[Timed], pages: Sequence[Page]) -> Figures:
    """Returns the medians and the worst of at least one move and one page."""
    kept, bot = [t.kept_s for t in timed], [t.answered_s for t in timed]
    took = [page.took_s for page in pages]
    values = median(kept), max(kept), median(bot), max(bot), median(took), max(took)
    return Figures(*(round(1000 * value, 1) for value in values))


class Witness:
    """Plays against a bot, one game after the other, and times every move."""

    def __init__(self, port: int, address: str = APART) -> None:
        self.timed: list[Timed] = []
        self.pages: list[Page] = []
        self._where = f"127.0.0.1:{port}"
        self._address = address
        self._headers = {"accept-language": "en"}

    async def play(self) -> None:
        """Plays until it is cancelled."""
        headers = {**self._headers, "origin": f"http://{self._where}"}
        async with httpx.AsyncClient(
            base_url=f"http://{self._where}",
            headers=headers,
            timeout=_LONGEST_S,
            transport=httpx.AsyncHTTPTransport(local_address=self._address),
        ) as http:
            while True:
                made = await http.post("/new/plus4", data=_FORM)
                table = made.headers["location"]
                async with asyncio.TaskGroup() as game:
                    reading = game.create_task(self._read(table, http))
                    await self._game(table.removeprefix("/t/"), http)
                    reading.cancel()

    async def _read(self, path: str, http: httpx.AsyncClient) -> None:
        """Requests the page of the table again and again, as after a reload."""
        while True:
            start = time.monotonic()
            (await http.get(path)).raise_for_status()
            self.pages.append(Page(start, time.monotonic() - start))
            await asyncio.sleep(_PAGE_EVERY_S)

    async def _game(self, table: str, http: httpx.AsyncClient) -> None:
        cookie = f"guest={http.cookies['guest']}"
        line = f"ws://{self._where}/api/tables/{table}/live"
        headers = {**self._headers, "cookie": cookie}
        mine = (self._address, 0)
        async with connect(line, additional_headers=headers, local_addr=mine) as socket:
            await socket.send('{"type": "hello", "since": null}')
            view = (await _heard(socket, "view"))["view"]
            for number in count():
                view = await _my_turn(socket, view)
                if view["over"]:
                    return
                view = await self._move(socket, view, str(number))
                await asyncio.sleep(_PAUSE_S)

    async def _move(
        self, socket: ClientConnection, view: dict[str, Any], name: str
    ) -> dict[str, Any]:
        action = {"type": "act", "id": name, "expected": view["seq"]}
        start = time.monotonic()
        await socket.send(json.dumps({**action, "action": view["gestures"][0][-1]}))
        await _heard(socket, "kept")
        kept = time.monotonic()
        after = await _my_turn(socket, (await _heard(socket, "view"))["view"])
        self.timed.append(Timed(start, kept - start, time.monotonic() - kept))
        return after


async def _my_turn(socket: ClientConnection, view: dict[str, Any]) -> dict[str, Any]:
    """Returns the first view in which the witness can move, or the game is over."""
    while not view["over"] and not view["can"]["act"]:
        view = (await _heard(socket, "view"))["view"]
    return view


async def _heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Returns the next message of a kind; ignores others."""
    while True:
        async with asyncio.timeout(_LONGEST_S):
            message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == kind:
            return message
