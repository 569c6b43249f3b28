"""The live wire of a table: views out, actions in; what is acknowledged is on disk."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.texts import texts
from ludotheque.server import commands
from ludotheque.server.commands import New, deny
from ludotheque.server.guard import Bucket, same_origin
from ludotheque.server.site import Site
from ludotheque.server.store import Unavailable
from ludotheque.server.table import Table
from ludotheque.server.views import say, view
from ludotheque.server.visitor import Visitor, site_of, visitor

router = APIRouter()
_log = logging.getLogger(__name__)
_SEND_SECONDS = 10.0
_SILENCE_SECONDS = 30.0
_LONGEST = 4000
_FOREIGN, _NO_TABLE, _TOO_SLOW, _AWAY = 4403, 4404, 4408, 1013
_USUAL = (WebSocketDisconnect, TimeoutError, RuntimeError, Unavailable)


@router.websocket("/t/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """One onlooker of one table."""
    await socket.accept()
    if not same_origin(socket.headers):
        await socket.close(_FOREIGN)
        return
    try:
        site, who = site_of(socket), await visitor(socket)
        table = await site.tables.get(table_id)
    except Unavailable:
        await socket.close(_AWAY)
        return
    if table is None:
        await socket.close(_NO_TABLE)
        return
    await Wire(socket, site, who, table).run()


class Wire:
    """A socket with the view its reader has."""

    def __init__(self, socket: WebSocket, site: Site, who: Visitor, table: Table) -> None:
        """Nothing has been sent yet."""
        self.socket = socket
        self.site = site
        self.who = who
        self.table_id = table.id
        self.news = site.hub.enter(table)
        self.seen: int | None = None
        self.bucket = Bucket(rate=10, burst=40)
        self.sending = asyncio.Lock()

    async def run(self) -> None:
        """Sends every change and takes every message until one side leaves."""
        both = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.site.hub.leave(self.table_id, self.news)
            for task in both:
                task.cancel()
            ends = await asyncio.gather(*both, return_exceptions=True)
            await self._close(ends)

    async def _close(self, ends: list[BaseException | None]) -> None:
        """Hangs up, with the reason if the reader is still there."""
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, _USUAL):
                _log.error("a socket failed", exc_info=end)
        if self.socket.application_state is WebSocketState.CONNECTED:
            away = any(isinstance(end, Unavailable) for end in ends)
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(_AWAY if away else _TOO_SLOW)

    async def _tell(self) -> None:
        """The newest view, whenever there is a newer one than was sent."""
        while True:
            await self.news.wait()
            self.news.clear()
            table = self.site.hub.newest(self.table_id)
            if self.seen is None or table.seq > self.seen:
                await self._send_view(table)

    async def _listen(self) -> None:
        while True:
            text = await asyncio.wait_for(self.socket.receive_text(), _SILENCE_SECONDS)
            message = _read(text)
            wait = self.bucket.take()
            if wait:
                await self._put_off(message, "slow_down", wait)
            else:
                await self._take(message)

    async def _take(self, message: dict[str, Any]) -> None:
        """One message of the page."""
        kind, client = message.get("type"), message.get("id")
        if kind == "ping":
            await self._send({"type": "pong"})
        elif kind == "hello":
            since = message.get("since")
            table = await self._table()
            self.seen = since if isinstance(since, int) else None
            if self.seen != table.seq:
                await self._send_view(table)
        elif kind == "press":
            await self._answer(message)
        elif kind in _COMMANDS and isinstance(client, str) and 0 < len(client) <= 64:
            await self._change(message, client)
        else:
            await self._refuse(message, deny("malformed"))

    async def _change(self, message: dict[str, Any], client: str) -> None:
        expected = message.get("expected")
        if not isinstance(expected, int):
            await self._refuse(message, deny("malformed"))
            return
        try:
            command = _COMMANDS[message["type"]](message, self.who.guest)
            kept = await self.site.change(self.table_id, command, client, expected)
        except Refusal as refusal:
            await self._refuse(message, refusal)
            return
        except Unavailable:
            await self._put_off(message, "away", 1.0)
            return
        await self._send({"type": "kept", "id": client, "seq": kept.seq})

    async def _answer(self, message: dict[str, Any]) -> None:
        """Why these presses are no action."""
        presses = message.get("presses")
        if not isinstance(presses, list) or len(presses) > 8:
            await self._refuse(message, deny("malformed"))
            return
        table = await self._table()
        try:
            meant = table.kit.game.meaning(table.state, [str(press)[:60] for press in presses])
        except Refusal as refusal:
            meant = refusal.reason
        if isinstance(meant, Reason):
            await self._send({"type": "why", "text": self._say(table, meant), "rule": meant.rule})

    async def _put_off(self, message: dict[str, Any], key: str, wait: float) -> None:
        """Not now; the same message may be sent again after so many seconds."""
        body = {"type": "refused", "text": self._words(key), "retry_after": wait}
        await self._send({**body, "id": message.get("id")})

    async def _refuse(self, message: dict[str, Any], refusal: Refusal) -> None:
        """The reason, always with the view as it stands."""
        table = await self._table()
        reason = refusal.reason
        await self._send(
            {
                "type": "refused",
                "id": message.get("id") if isinstance(message.get("id"), str) else None,
                "text": self._say(table, reason),
                "rule": reason.rule,
                "view": view(table, self.who.guest, self.who.lang),
            }
        )
        self.seen = table.seq

    async def _send_view(self, table: Table) -> None:
        self.seen = table.seq
        shown = await asyncio.to_thread(view, table, self.who.guest, self.who.lang)
        await self._send({"type": "view", "view": shown})

    async def _send(self, body: dict[str, Any]) -> None:
        """Gives up on a reader that does not take it."""
        text = json.dumps(body, ensure_ascii=False)
        async with self.sending:
            await asyncio.wait_for(self.socket.send_text(text), _SEND_SECONDS)

    async def _table(self) -> Table:
        table = await self.site.tables.get(self.table_id)
        assert table is not None
        return table

    def _say(self, table: Table, reason: Reason) -> str:
        return say(table, reason, self.who.lang)

    def _words(self, key: str) -> str:
        return texts("ludotheque.server", self.who.lang)(f"site.{key}")


def _read(text: str) -> dict[str, Any]:
    if len(text) > _LONGEST:
        return {}
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


Made = Callable[[Table, Random], list[New]]


def _act(message: dict[str, Any], guest: str) -> Made:
    text = message.get("action")
    if not isinstance(text, str) or len(text) > 200:
        raise deny("malformed")
    return lambda table, rng: commands.act(table, table.seats_of(guest), text, rng)


def _undo(message: dict[str, Any], guest: str) -> Made:
    del message
    return lambda table, _: commands.undo(table, _mine(table, guest))


def _answer_undo(message: dict[str, Any], guest: str) -> Made:
    what = message.get("what")
    if what not in ("accepted", "refused", "withdrawn"):
        raise deny("malformed")
    return lambda table, _: commands.answer_undo(table, _mine(table, guest), what)


def _resign(message: dict[str, Any], guest: str) -> Made:
    del message

    def made(table: Table, rng: Random) -> list[New]:
        mine = _mine(table, guest)
        turn = table.turn
        return commands.resign(table, turn if turn in mine else mine[0], rng)

    return made


def _leave(message: dict[str, Any], guest: str) -> Made:
    to = message.get("to")
    if to not in ("bot", "open"):
        raise deny("malformed")
    return lambda table, _: commands.leave(table, _leaving(table, _mine(table, guest)), to)


def _leaving(table: Table, mine: tuple[int, ...]) -> int:
    """One's seat; of several, one that is not to act now."""
    return next((seat for seat in mine if seat != table.turn), mine[0])


def _fill(message: dict[str, Any], guest: str) -> Made:
    seat = message.get("seat")

    def made(table: Table, rng: Random) -> list[New]:
        _mine(table, guest)
        if type(seat) is not int or not 0 <= seat < len(table.seats):
            raise deny("malformed")
        return commands.fill(table, seat, rng)

    return made


def _mine(table: Table, guest: str) -> tuple[int, ...]:
    mine = table.seats_of(guest)
    if not mine:
        raise deny("onlooker")
    return mine


_COMMANDS: dict[str, Callable[[dict[str, Any], str], Made]] = {
    "act": _act,
    "undo": _undo,
    "answer_undo": _answer_undo,
    "resign": _resign,
    "leave": _leave,
    "fill": _fill,
}
