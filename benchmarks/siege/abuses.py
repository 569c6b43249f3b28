"""The abuses of a hostile visitor who has read the docs; each goes on until it is cancelled."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.sockets import many_files
from ludotheque import load
from ludotheque.core.player import draw
from ludotheque.core.record import MAX_ACTIONS
from ludotheque.play.history import History

_ADDRESS = "198.51.100.1"  # all abuse comes from one address
_GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, asyncio.IncompleteReadError)
_ANSWER_S = 30.0
_CHAMPIONS = {"players": "6", **{f"seat{n}": "champion" for n in range(6)}}

Abuse = Callable[["Visitor"], Awaitable[None]]


class Visitor:
    """Sends anything from one address, as guests that do not exist."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            headers={"x-forwarded-for": _ADDRESS, "accept": "text/html"},
            limits=httpx.Limits(max_connections=None),
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
        where = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        headers = {"x-forwarded-for": _ADDRESS, "cookie": cookie}
        return await connect(where, additional_headers=headers, max_size=None)

    async def bytes(self, *pieces: bytes, every_s: float = 0) -> None:
        """Sends raw bytes, as long as the site accepts them."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
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
    return History.replayed(kit, _endless(kit.game, rng)).record().write()


def _endless(game: Any, rng: Random) -> Iterator[Any]:
    """Yields actions that neither score nor end the game, if there are any."""
    state = game.initial()
    for _ in range(MAX_ACTIONS):
        if game.outcome(state) is not None:
            return
        actions = rng.sample(list(game.actions(state)), len(game.actions(state)))
        action = draw(game, state, rng) if game.turn(state) is None else actions[0]
        for other in actions if game.turn(state) is not None else ():
            after = game.apply(state, other)
            if game.outcome(after) is None and after.round.scores == state.round.scores:
                action = other
                break
        yield action
        state = game.apply(state, action)


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


ABUSES: tuple[Abuse, ...] = (
    long_games, reading, champions, hints, reviews, talking, deaf, heads, cookies, strangers,
)  # fmt: skip


def run_abuse(name: str, port: int, seconds: float) -> None:
    """Abuses the site for some seconds; runs in its own process, so as not to delay the witness."""
    many_files()
    abuse = next(abuse for abuse in ABUSES if abuse.__name__ == name)

    async def run() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await abuse(Visitor(port))

    asyncio.run(run())
