"""Memory under mixed load: people at tables, bots, pages, hints, reviews, PDFs, sockets.

python -m benchmarks.mixed                       # ten minutes
python -m benchmarks.mixed --seconds 3600 --tables 60 --rate 15 --visits 2
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any
from urllib.request import urlopen

import httpx
from tests.site.running import NO_TLS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.crowd import Clients
from benchmarks.players import GAMES, any_action
from benchmarks.runs import machine, part
from benchmarks.servers import Server, running
from benchmarks.sockets import HOST, many_files
from benchmarks.usage import CachedMemory, usage
from ludotheque import load

_MINUTE_S = 60
_PAUSE_S = 0.1  # between two moves of a person who plays against a bot
_MOVES = 150  # at most, against a bot; then the person resigns
_PATIENCE_S = 120.0
_ADDRESSES = 40
_THEMES = ("light", "dark", "auto")
_OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "plus4": ({}, {"mode": "endless"}, {"mode": "endless", "target": "5"}),
    "redline": ({}, {"players": "3"}, {"players": "6"}),
    "babylone": ({}, {"to_win": "3"}),
    "croisements": ({},),
}
_LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


class Visitor:
    """A guest with a browser: an address, a language, a theme and a cookie of their own."""

    def __init__(self, port: int, number: int, counts: Counter[str]) -> None:
        self.port, self.counts, self.rng = port, counts, Random(number)
        self.lang = self.rng.choice(("fr", "en"))
        self.name = f"Visitor {number}"
        self.headers = {
            "accept-language": self.lang,
            "x-forwarded-for": f"192.0.2.{number % _ADDRESSES}",
            "accept": "text/html",
            "origin": f"http://{HOST}:{port}",
        }
        self.http = httpx.AsyncClient(
            base_url=f"http://{HOST}:{port}", headers=self.headers, timeout=_PATIENCE_S,
            verify=NO_TLS,
        )  # fmt: skip

    async def visit(self) -> None:
        """Does one of the things that guests do, and leaves."""
        act, _ = self.rng.choices(_ACTS, [weight for _, weight in _ACTS])[0]
        try:
            await act(self)
            self.counts[act.__name__] += 1
        except _LOST as error:
            self.counts[f"lost in {act.__name__}: {type(error).__name__}"] += 1
        finally:
            await self.http.aclose()

    async def ask(self, path: str, **data: Any) -> httpx.Response:
        """Requests a page, or posts a form if there are fields."""
        form = data.pop("form", None)
        answer = await (
            self.http.get(path, **data) if form is None else self.http.post(path, data=form)
        )
        self.counts[f"{answer.status_code}"] += 1
        return answer

    async def browse(self) -> None:
        """Looks at pages, under a name in half of all cases."""
        if self.rng.random() < 0.5:
            await self.ask("/prefer", form={"theme": self.rng.choice(_THEMES)})
            await self.ask("/me", form={"name": self.name})
        for path in self.rng.sample(_pages(self.rng), 8):
            await self.ask(path)

    async def practise(self) -> None:
        """Opens lessons and problems, and tries an action."""
        game = self.rng.choice(GAMES)
        day = date(2026, 1, 1) + timedelta(self.rng.randrange(300))
        for path in (f"/learn/{game}/{self.rng.randint(1, 4)}", f"/problem/{game}/{day}"):
            await self.ask(path)
            await self.http.post(path, json={"actions": []})

    async def prints(self) -> None:
        """Downloads a game to print."""
        paper, plain = self.rng.choice(("a4", "letter")), self.rng.choice(("yes", "no"))
        await self.ask(f"/print/{self.rng.choice(GAMES)}.pdf?paper={paper}&plain={plain}")

    async def plays(self) -> None:
        """Plays against a bot, over a socket that is lost now and then; then looks back."""
        game = self.rng.choice(GAMES)
        levels = list(load(game).bots)
        bot = self.rng.choice(["random", *levels[:2]])
        seats = {f"seat{seat}": bot for seat in range(1, 6)}
        options = self.rng.choice(_OPTIONS[game])
        made = await self.ask(f"/new/{game}", form={"seat0": "me", **seats, **options})
        if not made.is_redirect:
            return
        table = made.headers["location"].removeprefix("/t/")
        await self.ask(f"/t/{table}")
        over, sent = False, 0
        while not over and sent < _MOVES:
            async with self._socket(table) as socket:
                over, sent = await self._moves(socket, sent, sent + self.rng.randint(10, 80))
        if not over:
            async with self._socket(table) as socket:
                view = await _view(socket)
                await _send(socket, {"type": "resign", "id": "r", "expected": view["seq"]})
                await _heard(socket, "kept", "refused")
        await self._looks_back(table)

    def _socket(self, table: str) -> connect:
        cookie = f"guest={self.http.cookies['guest']}"
        line = f"ws://{HOST}:{self.port}/api/tables/{table}/live"
        return connect(line, additional_headers={**self.headers, "cookie": cookie})

    async def _moves(self, socket: ClientConnection, sent: int, most: int) -> tuple[bool, int]:
        """Moves until the game is over or so many moves are sent; asks for a hint now and then."""
        view = await _view(socket)
        while not view["over"] and sent < most:
            if not view["can"]["act"]:
                view = (await _heard(socket, "view"))["view"]
                continue
            if self.rng.random() < 0.02:
                await _send(socket, {"type": "hint", "step": 4, "id": "h", "expected": view["seq"]})
                await _heard(socket, "hint", "refused")
            action = any_action(view["gestures"], self.rng)
            command = {"type": "act", "id": f"{sent}", "expected": view["seq"], "action": action}
            await _send(socket, command)
            answer = await _heard(socket, "kept", "refused")
            self.counts["moves against bots"] += 1
            sent += 1
            if answer["type"] == "refused":
                view = answer["view"]
                continue
            while view["seq"] < answer["seq"]:
                view = (await _heard(socket, "view"))["view"]
            await asyncio.sleep(_PAUSE_S)
        return bool(view["over"]), sent

    async def _looks_back(self, table: str) -> None:
        """Opens the past, the record and the review of a finished game."""
        for number in self.rng.sample(range(12), 6):
            await self.ask(f"/t/{table}/at/{number}")
        for path in ("told", "record", "review"):
            text = (await self.ask(f"/t/{table}/{path}")).text
            if path == "record" and self.rng.random() < 0.3:
                await self.ask("/open", form={"text": text})
        for _ in range(3):
            await self.ask(f"/api/tables/{table}/review?wait=5")
        await self.ask("/tables")
        await self.ask("/me/scores")

    async def meets(self) -> None:
        """Opens a table to all; another guest looks at the list, joins and leaves."""
        game = self.rng.choice(GAMES)
        form = {"seat0": "me", "seat1": "open", "public": "yes", "name0": self.name}
        made = await self.ask(f"/new/{game}", form=form)
        if not made.is_redirect:
            return
        table = made.headers["location"].removeprefix("/t/")
        other = Visitor(self.port, self.rng.randrange(10**6), self.counts)
        try:
            async with self._socket(table) as socket:
                await _view(socket)
                await other.ask("/open-tables")
                await other.ask(f"/open-tables/{table}", form={"name": other.name})
                if "guest" in other.http.cookies:
                    async with other._socket(table) as theirs:
                        await _view(theirs)
                        await asyncio.sleep(self.rng.uniform(0, 5))
        finally:
            await other.http.aclose()


Act = Callable[[Visitor], Awaitable[None]]
_ACTS: tuple[tuple[Act, float], ...] = (
    (Visitor.browse, 8), (Visitor.plays, 5), (Visitor.practise, 4), (Visitor.prints, 1),
    (Visitor.meets, 2),
)  # fmt: skip


def _pages(rng: Random) -> list[str]:
    """The paths of pages that need no table."""
    game = rng.choice(GAMES)
    return [
        "/", "/tables", "/me", "/me/scores", "/open-tables", "/privacy", "/open", "/api/games",
        "/api/docs", "/api/openapi.json", "/site.webmanifest", "/sheet/site.css",
        *(f"{path}/{game}" for path in ("/box", "/rules", "/new", "/learn", "/problem")),
        f"/sheet/{game}.css", f"/rules/{game}/part", "/static/site.css", f"/nothing/{rng.random()}",
    ]  # fmt: skip


async def _view(socket: ClientConnection) -> dict[str, Any]:
    await _send(socket, {"type": "hello", "since": None})
    view: dict[str, Any] = (await _heard(socket, "view"))["view"]
    return view


async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


async def _heard(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Returns the next message of these kinds."""
    while True:
        async with asyncio.timeout(_PATIENCE_S):
            message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


def _visit(wire: Connection, port: int, rate: float, at_once: int) -> None:
    """Sends `rate` visitors a second, in its own process; reports their counts on request."""
    many_files()
    with suppress(EOFError):
        asyncio.run(_visits(wire, port, rate, at_once))


async def _visits(wire: Connection, port: int, rate: float, at_once: int) -> None:
    counts, under_way, number = Counter[str](), set[asyncio.Task[None]](), 0
    while True:
        await asyncio.sleep(1 / rate)
        if wire.poll():
            if wire.recv() is None:
                return
            wire.send(Counter(counts, **{"under way": len(under_way)}))
            counts.clear()
        if len(under_way) < at_once:
            task = asyncio.create_task(Visitor(port, number, counts).visit())
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            number += 1


def main() -> None:
    """Runs the load, and prints a row for each minute."""
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--server", default="sqlite", help="as for benchmarks.load (sqlite)")
    words.add_argument("--seconds", type=float, default=600, help="how long it lasts (600)")
    words.add_argument("--tables", type=int, default=60, help="tables of two people (60)")
    words.add_argument("--rate", type=float, default=15, help="their moves a second (15)")
    words.add_argument("--visits", type=float, default=2, help="other guests a second (2)")
    words.add_argument("--at-once", type=int, default=30, help="at most so many of these (30)")
    options = words.parse_args()
    many_files()
    print(f"{machine()}\n", flush=True)
    with running(options.server) as server:
        _load(server, options)


def _load(server: Server, options: argparse.Namespace) -> None:
    clients = Clients(partial(server.pair, server.port))
    wire, theirs = get_context("spawn").Pipe()
    arguments = theirs, server.port, options.visits, options.at_once
    visitors = get_context("spawn").Process(target=_visit, args=arguments)
    visitors.start()
    try:
        clients.seat(options.tables)
        start, first = time.monotonic(), None
        while (elapsed_s := time.monotonic() - start) < options.seconds:
            tally = clients.play(options.rate, min(_MINUTE_S, options.seconds - elapsed_s))
            first = first or tally
            wire.send("tell")
            counts: Counter[str] = wire.recv()
            row = _row(server, len(tally.latencies_s), part(tally.latencies_s, 99), counts)
            if tally is first:
                print(f"| minute | {' | '.join(row)} |\n{'|--:' * (len(row) + 1)}|")
            minute = round((time.monotonic() - start) / _MINUTE_S)
            print(f"| {minute} | {' | '.join(f'{n:,}' for n in row.values())} |", flush=True)
            odd = {kind: n for kind, n in counts.items() if kind[0] in "5l" or kind == "429"}
            if odd or tally.failures:
                print(f"  {odd} {tally.failures[:3]}", flush=True)
    finally:
        wire.send(None)
        visitors.join(5)
        visitors.kill()
        clients.stop()


def _row(server: Server, moves: int, p99_s: float, counts: Counter[str]) -> dict[str, int]:
    """Returns the cells of one minute: what was done, and what memory it took."""
    used = sum(usage(server).memory_bytes) / 2**20
    with urlopen(f"http://{HOST}:{server.port}/metrics") as answer:
        known = CachedMemory.told(answer.read().decode())
    return {
        "moves": moves + counts["moves against bots"],
        "p99 ms": round(1000 * p99_s),
        "visits": sum(counts[act.__name__] for act, _ in _ACTS),
        "pages": sum(n for kind, n in counts.items() if kind.isdigit()),
        "MiB": round(used),
        **{f"{kind} in memory": count for kind, count in known.counts.items()},
        **{f"MiB of {kind}": round(mib) for kind, mib in known.mib.items()},
        "MiB of the rest": round(used - known.total_mib),
    }


if __name__ == "__main__":
    main()
