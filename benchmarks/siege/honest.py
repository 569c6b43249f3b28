"""Players who go on while the site is abused and killed, and note the moves it calls stored."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import httpx
from tests.site.running import NO_TLS, Running
from tests.site.storage.killing import GAMES
from tests.site.wire import known_action
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.sockets import HOST

_ADDRESS = "127.0.0.2"  # none of those of the attackers
_PAUSE_S = 0.2  # between two moves: the site allows ten messages a second
_ANSWER_S = 5.0  # without an answer, a page repeats the move on a new socket
_AGAIN_S = 0.05  # before connecting again while the site is down
_GONE = (OSError, WebSocketException, TimeoutError)


@dataclass(frozen=True)
class Sent:
    """A move: when it was first sent, and how long until the site called it stored."""

    at: float
    kept_s: float


class HonestPlayer:
    """Plays for both sides of a table, and sends each move until it is answered."""

    def __init__(self, port: int, table: str, cookie: str, seed: int) -> None:
        self.table, self.sent = table, list[Sent]()
        self.kept: dict[str, tuple[int, str]] = {}
        self._line = f"ws://{HOST}:{port}/api/tables/{table}/live"
        self._headers = {"cookie": cookie, "accept-language": "en"}
        self._rng, self._names = Random(seed), count()
        self._view: dict[str, Any] = {}
        self._pending: tuple[float, dict[str, Any]] | None = None

    async def play(self) -> None:
        """Plays until it is cancelled; connects again if the site was down."""
        while True:
            try:
                async with connect(
                    self._line, additional_headers=self._headers, local_addr=(_ADDRESS, 0)
                ) as socket:
                    await self._play(socket)
            except _GONE:
                await asyncio.sleep(_AGAIN_S)

    async def _play(self, socket: ClientConnection) -> None:
        await socket.send('{"type": "hello", "since": null}')
        await self._heard(socket, "view")
        while True:
            at, command = self._pending = self._pending or (time.monotonic(), self._next())
            await socket.send(json.dumps(command))
            answer = await self._heard(socket, "kept", "refused")
            if answer.get("id") == command["id"]:
                await self._answered(socket, at, command, answer)

    async def _answered(
        self, socket: ClientConnection, at: float, command: dict[str, Any], answer: dict[str, Any]
    ) -> None:
        if answer["type"] == "kept":
            self.sent.append(Sent(at, time.monotonic() - at))
            self.kept[command["id"]] = answer["seq"], command.get("action", "")
            while self._view["seq"] < answer["seq"]:
                await self._heard(socket, "view")
        if not answer.get("retry_after"):
            self._pending = None
        await asyncio.sleep(answer.get("retry_after") or _PAUSE_S)

    def _next(self) -> dict[str, Any]:
        """Returns any move, or an undo if the game is over or no word is known."""
        command = {"id": f"{self.table}-{next(self._names)}", "expected": self._view["seq"]}
        over = self._view["over"]
        action = None if over else known_action(self._view["gestures"], self._rng)
        return {**command, **({"type": "act", "action": action} if action else {"type": "undo"})}

    async def _heard(self, socket: ClientConnection, *kinds: str) -> dict[str, Any]:
        """Returns the next message of these kinds; keeps the newest view."""
        while True:
            async with asyncio.timeout(_ANSWER_S):  # wait_for can lose a cancellation
                message: dict[str, Any] = json.loads(await socket.recv())
            if message.get("view"):
                self._view = message["view"]
            if message["type"] in kinds:
                return message


async def seat_players(site: Running, seed: int) -> list[HonestPlayer]:
    """Sets up a table of each game; returns a player for all sides of each."""
    players = []
    for number, (game, form) in enumerate(GAMES):
        transport = httpx.AsyncHTTPTransport(local_address=_ADDRESS, verify=NO_TLS)
        async with httpx.AsyncClient(base_url=site.url, transport=transport) as guest:
            made = await guest.post(f"/new/{game}", data={"seat0": "me", "seat1": "here", **form})
            table, cookie = made.headers["location"].removeprefix("/t/"), guest.cookies["guest"]
        players.append(HonestPlayer(site.port, table, f"guest={cookie}", seed + number))
    return players


def lost(site: Running, players: Sequence[HonestPlayer]) -> list[str]:
    """Returns the errors in the logs: gaps, foreign events, and moves missing or changed."""
    found = []
    for player in players:
        log, kept = site.events(player.table), dict(player.kept)
        if [seq for seq, *_ in log] != list(range(len(log))):
            found.append(f"{player.table}: a gap in the log")
        for seq, kind, body, name in log:
            told = kept.pop(name or "", None)
            if told is not None and (told[0] != seq or _action(kind, body) != told[1]):
                found.append(f"{player.table}: another move at {seq}")
            if name is not None and not name.startswith(f"{player.table}-"):
                found.append(f"{player.table}: somebody else's {kind} at {seq}")
        found += [f"{player.table}: {name} is not there" for name in kept]
    return found


def _action(kind: str, body: str) -> str:
    return str(json.loads(body)["text"]) if kind == "action" else ""
