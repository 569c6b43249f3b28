"""The abuses of a hostile visitor who has read the docs; each goes on until it is cancelled."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from random import Random

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.siege.endless import endless
from benchmarks.siege.town import Town
from benchmarks.sockets import many_files
from ludotheque import load
from ludotheque.core.record import MAX_ACTIONS
from ludotheque.play.history import History

HOSTILE = "127.0.0.2"  # all abuse comes from one address of this machine
_GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, asyncio.IncompleteReadError)
_ANSWER_S = 30.0
_CHAMPIONS = {"players": "6", **{f"seat{n}": "champion" for n in range(6)}}

Abuse = Callable[["Visitor"], Awaitable[None]]


class Visitor:
    """Sends anything from one address, as guests that do not exist."""

    def __init__(self, port: int, town: Town) -> None:
        self.port = port
        self.town = town
        limits = httpx.Limits(max_connections=None)
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            headers={"accept": "text/html"},
            transport=httpx.AsyncHTTPTransport(local_address=HOSTILE, limits=limits),
            timeout=_ANSWER_S,
        )

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Requests a page."""
        return await self.http.get(path, headers=headers)

    async def made_up(self, path: str, data: dict[str, str] | None = None) -> httpx.Response:
        """Sends a form with the cookie of a guest that does not exist."""
        cookie = f"guest={secrets.token_urlsafe()}"
        return await self.http.post(path, data=data or {}, headers={"cookie": cookie})

    async def socket(self, table: str, cookie: str = "") -> ClientConnection:
        """Opens the socket of a table."""
        return await self.socket_at(f"/api/tables/{table}/live", cookie)

    async def socket_at(self, path: str, cookie: str = "") -> ClientConnection:
        """Opens a socket."""
        where = f"ws://127.0.0.1:{self.port}{path}"
        headers = {"cookie": cookie}
        mine = (HOSTILE, 0)
        return await connect(where, additional_headers=headers, max_size=None, local_addr=mine)

    async def bytes(self, *pieces: bytes, every_s: float = 0) -> None:
        """Sends raw bytes, as long as the site accepts them."""
        mine = (HOSTILE, 0)
        _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=mine)
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(every_s)
        finally:
            writer.close()


async def repeated(times: int, act: Callable[[], Awaitable[object]]) -> None:
    """Does something forever, `times` times in parallel, whatever connections are lost."""

    async def again() -> None:
        while True:
            with suppress(*_GONE):
                await act()
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(times)))


def long_record() -> str:
    """Returns the longest record allowed: a game of Plus 4 without a line."""
    kit, rng = load("plus4(mode=endless)"), Random(1)
    return History.replayed(kit, endless(kit.game, rng)).record().write()


async def long_games(visitor: Visitor) -> None:
    """Opens the longest record, and requests past positions of it on several connections."""
    made = await visitor.made_up("/open", {"text": long_record()})
    where = made.headers["location"]
    moves = range(MAX_ACTIONS // 2, MAX_ACTIONS)
    rng = Random(1)
    await repeated(14, lambda: visitor.get(f"{where}/at/{rng.choice(moves)}"))


async def reading(visitor: Visitor) -> None:
    """Reads the largest page on 200 connections."""
    await repeated(200, lambda: visitor.get("/rules/redline"))


async def champions(visitor: Visitor) -> None:
    """Sets up tables of six champions, as guests that do not exist, and follows some."""
    made = [await visitor.made_up("/new/redline", _CHAMPIONS) for _ in range(100)]
    tables = [m.headers["location"].removeprefix("/t/") for m in made if m.is_redirect]
    async with AsyncExitStack() as stack:
        for table in tables:
            await stack.enter_async_context(await visitor.socket(table))
        await repeated(10, lambda: visitor.made_up("/new/redline", _CHAMPIONS))


async def hints(visitor: Visitor) -> None:
    """Requests hints at 150 tables, again and again."""
    made = await visitor.http.post("/quick/redline")
    cookie = f"guest={visitor.http.cookies['guest']}"
    tables = [made.headers["location"].removeprefix("/t/")]
    for _ in range(150):
        more = await visitor.http.post("/quick/redline", headers={"cookie": cookie})
        if more.is_redirect:
            tables.append(more.headers["location"].removeprefix("/t/"))
    ask = json.dumps({"type": "hint", "step": 1, "id": "h", "expected": None})
    sockets = []
    with suppress(*_GONE):
        sockets += [await visitor.socket(table, cookie) for table in tables]
    rng = Random(1)
    await repeated(20, lambda: rng.choice(sockets).send(ask))


async def reviews(visitor: Visitor) -> None:
    """Requests reviews of long games."""
    text = long_record()
    if "[Termination" not in text:
        text = text.replace("\n\n", '\n[Termination "resigned 0"]\n\n', 1)
    tables = []
    for _ in range(5):
        made = await visitor.made_up("/open", {"text": text})
        if made.is_redirect:
            tables.append(made.headers["location"].removeprefix("/t/"))
    rng = Random(1)
    await repeated(20, lambda: visitor.get(f"/api/tables/{rng.choice(tables)}/review?wait=1"))


async def talking(visitor: Visitor) -> None:
    """Opens 300 sockets, and sends nine messages a second on each."""
    made = await visitor.http.post("/quick/plus4")
    table = made.headers["location"].removeprefix("/t/")

    async def talk() -> None:
        async with await visitor.socket(table) as socket:
            while True:
                await socket.send('{"type": "hello", "since": null}')
                await asyncio.sleep(1 / 9)

    await repeated(300, talk)


async def deaf(visitor: Visitor) -> None:
    """Requests views on 100 sockets, and reads none."""
    made = await visitor.http.post("/quick/redline")
    table = made.headers["location"].removeprefix("/t/")

    async def ask() -> None:
        socket = await visitor.socket(table)
        socket.transport.pause_reading()
        while True:
            await socket.send('{"type": "hello", "since": null}')
            await asyncio.sleep(0.1)

    await repeated(100, ask)


async def heads(visitor: Visitor) -> None:
    """Sends endless headers, in one line and in many, and requests that stay incomplete."""
    first = b"GET / HTTP/1.1\r\nhost: x\r\n"
    endless = first + b"x: ", *[b"a" * 65_536] * 1000
    many = first, *[b"x: y\r\n" * 10_000] * 100
    await asyncio.gather(
        repeated(20, lambda: visitor.bytes(*endless)),
        repeated(20, lambda: visitor.bytes(*many)),
        repeated(200, lambda: visitor.bytes(first, b"x: y\r\n" * 60, every_s=1)),
    )


async def cookies(visitor: Visitor) -> None:
    """Sends cookies of backslashes, within the limit of the server and beyond it."""
    small, large = ('guest="' + "\\" * n + '"' for n in (8_000, 60_000))
    await asyncio.gather(
        repeated(10, lambda: visitor.get("/", cookie=small)),
        repeated(10, lambda: visitor.get("/", cookie=large)),
    )


async def strangers(visitor: Visitor) -> None:
    """Requests the page of a guest without a cookie."""

    def ask() -> Awaitable[object]:
        visitor.http.cookies.clear()
        return visitor.get("/me")

    await repeated(20, ask)


async def forms(visitor: Visitor) -> None:
    """Requests the form of a new game, and tables, on 200 connections."""
    made = await visitor.http.post("/quick/redline")
    table = made.headers["location"]
    await asyncio.gather(
        repeated(100, lambda: visitor.get("/new/redline?variant=none")),
        repeated(100, lambda: visitor.get(table)),
    )


async def descriptions(visitor: Visitor) -> None:
    """Requests the description of the API on 200 connections, as a page and as JSON."""
    await asyncio.gather(
        repeated(100, lambda: visitor.get("/api/docs")),
        repeated(100, lambda: visitor.get("/api/openapi.json")),
    )


async def fields(visitor: Visitor) -> None:
    """Sends forms with thousands of fields on 200 connections."""
    parts = b"".join(
        b'--x\r\ncontent-disposition: form-data; name="%d"\r\n\r\n\r\n' % n for n in range(4500)
    )
    kind = {"content-type": "multipart/form-data; boundary=x"}
    body = parts + b"--x--\r\n"
    await repeated(200, lambda: visitor.http.post("/open", content=body, headers=kind))


async def refusals(visitor: Visitor) -> None:
    """Goes on requesting beyond the limits, and under unknown hosts, 900 times at once."""
    await asyncio.gather(
        repeated(450, lambda: visitor.get("/")),
        repeated(450, lambda: visitor.get("/", host="a b")),
    )


async def garbage(visitor: Visitor) -> None:
    """Opens 390 sockets, with cookies of guests that do not exist, and sends garbage on each."""
    made = await visitor.http.post("/quick/plus4")
    table = made.headers["location"].removeprefix("/t/")

    async def talk() -> None:
        async with await visitor.socket(table, f"guest={secrets.token_urlsafe()}") as socket:
            while True:
                await socket.send("[" * 3000)
                await asyncio.sleep(0.1)

    await repeated(390, talk)


async def logs(visitor: Visitor) -> None:
    """Requests the events of a game with thousands of them on 100 connections."""
    await repeated(100, lambda: visitor.get(f"/api/tables/{visitor.town.long}/events"))


async def scores(visitor: Visitor) -> None:
    """Requests the scores of a guest with thousands of games on 100 connections."""
    cookie = f"guest={visitor.town.player}"
    await repeated(100, lambda: visitor.get("/me/scores", cookie=cookie))


async def leaving(visitor: Visitor) -> None:
    """Asks to be forgotten, as 60 guests with hundreds of games each among a million events."""

    async def leave(secret: str) -> None:
        headers = {"cookie": f"guest={secret}", "origin": f"http://127.0.0.1:{visitor.port}"}
        for _ in range(100):
            with suppress(*_GONE):
                await visitor.http.post("/me/forget", data={"sure": "yes"}, headers=headers)

    await asyncio.gather(*map(leave, visitor.town.leaving))


async def crowding(visitor: Visitor) -> None:
    """Keeps 398 sockets open without a cookie, so that the witness beside it gets none."""

    async def wait() -> None:
        async with await visitor.socket_at("/open-tables/live") as socket:
            await socket.wait_closed()

    await repeated(398, wait)


ABUSES: tuple[Abuse, ...] = (
    long_games, reading, champions, hints, reviews, talking, deaf, heads, cookies, strangers,
    forms, descriptions, fields, refusals, garbage, logs, scores, leaving, crowding,
)  # fmt: skip
BESIDE = (crowding.__name__,)
"""Abuses of an address from which the witness comes too."""
_NICENESS = 10  # the site and the witness go first, since all share the cores


def run_abuse(name: str, port: int, town: Town, seconds: float) -> None:
    """Abuses the site for some seconds; runs in its own process, so as not to delay the witness."""
    os.nice(_NICENESS)
    many_files()
    abuse = next(abuse for abuse in ABUSES if abuse.__name__ == name)

    async def run() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await abuse(Visitor(port, town))

    asyncio.run(run())
