"""The socket of a table: sends every change, and answers every message."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.reason import Reason, Refusal
from ludotheque.core.texts import texts
from ludotheque.server.http.deps import the_site, visitor
from ludotheque.server.http.guard import Bucket, same_origin
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.metrics import OPEN_SOCKETS
from ludotheque.server.site import Site
from ludotheque.server.storage.store import RETRY_AFTER_S, Unavailable
from ludotheque.table.commands import why_not
from ludotheque.table.messages import read_command, read_hint, read_presses
from ludotheque.table.table import Table
from ludotheque.table.views.page import view
from ludotheque.table.views.program import position
from ludotheque.table.words import words_of
from ludotheque.web import PACKAGE

router = APIRouter()
_log = logging.getLogger(__name__)
JsonObject = dict[str, Any]
# A reader that takes or says nothing for this long has gone: a page pings after 2.5 s of silence.
_LONGEST_SEND_S, _LONGEST_SILENCE_S = 10.0, 30.0
_LONGEST_MESSAGE_LETTERS = 4000  # ten times the longest command
_MESSAGES_PER_S, _MESSAGES_AT_ONCE = 10, 40  # a person makes two presses a second at most
# Codes that close a socket: 4000 and HTTP's own status, or "try again later".
_NO_TOKEN, _FOREIGN, _NO_TABLE, _TOO_SLOW, _AWAY = 4401, 4403, 4404, 4408, 1013
_READER_GONE = (WebSocketDisconnect, TimeoutError, RuntimeError)


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """One onlooker of one table; `?bare=1` for a program that needs no drawing.

    The socket is accepted first, so that a refusal can be told by its code.
    """
    await socket.accept()
    if not same_origin(socket.headers):
        await socket.close(_FOREIGN)
        return
    site = await the_site(socket)
    try:
        who = await visitor(socket, site)
        table = await site.tables.get(table_id)
    except Unavailable:
        await socket.close(_AWAY)
    except Refusal:
        await socket.close(_NO_TOKEN)
    else:
        if table is None:
            await socket.close(_NO_TABLE)
        else:
            await TableSocket(socket, site, who, table).run()


class TableSocket:
    """The socket of one reader of a table, and the last event that was sent."""

    def __init__(self, socket: WebSocket, site: Site, who: Visitor, table: Table) -> None:
        """Begins to follow the table; nothing has been sent yet."""
        self.socket = socket
        self.site = site
        self.who = who
        self.table_id = table.id
        self.changed = site.hub.enter(table)
        self.bare = socket.query_params.get("bare") == "1"
        self.seen: int | None = None
        self.bucket = Bucket(_MESSAGES_PER_S, _MESSAGES_AT_ONCE)
        self.sending = asyncio.Lock()
        self.answering: set[asyncio.Task[int]] = set()

    async def run(self) -> None:
        """Sends every change and takes every message until one side leaves."""
        both = [
            asyncio.create_task(_closing_code(work()))
            for work in (self._receive, self._send_changes)
        ]
        try:
            with OPEN_SOCKETS.track_inprogress():
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.site.hub.leave(self.table_id, self.changed)
            for task in (*both, *self.answering):
                task.cancel()
            codes = await asyncio.gather(*both, return_exceptions=True)
            await self._close(_AWAY if _AWAY in codes else _TOO_SLOW)

    async def _close(self, code: int) -> None:
        """Closes the socket with a code, if the reader is still there."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(code)

    async def _send_changes(self) -> None:
        """Sends the newest view whenever it is newer than the one before."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            table = self.site.hub.newest(self.table_id)
            if self.seen is None or table.seq > self.seen:
                await self._send_view(table)

    async def _receive(self) -> None:
        while True:
            async with asyncio.timeout(_LONGEST_SILENCE_S):
                text = await self.socket.receive_text()
            message = _read(text)
            wait = self.bucket.take()
            if wait:
                await self._put_off(message, "slow_down", wait)
            else:
                await self._handle(message)

    async def _handle(self, message: JsonObject) -> None:
        """Answers one message of the page or program."""
        kind = message.get("type")
        if kind == "ping":
            await self._send({"type": "pong"})
        elif kind == "hello":
            since = message.get("since")
            table = await self._table()
            self.seen = since if isinstance(since, int) else None
            if self.seen != table.seq:
                await self._send_view(table)
        elif kind == "press":
            await self._reply(message, self._why)
        elif kind == "hint":
            self._begin(self._reply(message, self._hint))
        else:
            await self._reply(message, self._change)

    async def _reply(
        self, message: JsonObject, work: Callable[[JsonObject], Awaitable[JsonObject | None]]
    ) -> None:
        """Sends the answer that the work gives, if any, or why it was refused."""
        try:
            answer = await work(message)
        except Refusal as refusal:
            await self._refuse(message, refusal)
        except Unavailable:
            await self._put_off(message, "away", RETRY_AFTER_S)
        else:
            if answer is not None:
                await self._send(answer)

    async def _change(self, message: JsonObject) -> JsonObject:
        """Carries out a command; the answer says that it is stored."""
        command = read_command(message)
        kept = await self.site.command(self.table_id, command, self.who.guest)
        return {"type": "kept", "id": command.id, "seq": kept.seq}

    def _begin(self, answering: Coroutine[Any, Any, None]) -> None:
        """Works out an answer while other messages are handled."""
        task = asyncio.create_task(_closing_code(answering))
        self.answering.add(task)
        task.add_done_callback(self.answering.discard)

    async def _hint(self, message: JsonObject) -> JsonObject:
        """A step of a hint, for this reader alone."""
        wish, table, who = read_hint(message), await self._table(), self.who
        step = await self.site.hints.step(table, who.guest, wish, who.lang)
        return {"type": "hint", "id": wish.id, **step}

    async def _why(self, message: JsonObject) -> JsonObject | None:
        """Why these presses are no action; nothing if they are one, or may become one."""
        presses, table = read_presses(message), await self._table()
        why = why_not(table, self.who.guest, presses)
        if why is None:
            return None
        return {"type": "why", "text": self._say(table, why), "rule": why.rule}

    async def _put_off(self, message: JsonObject, key: str, wait_s: float) -> None:
        """Refuses a message for now; it may be sent again after that many seconds."""
        body = {"type": "refused", "text": self._words(key), "retry_after": wait_s}
        await self._send({**body, "id": _id_of(message)})

    async def _refuse(self, message: JsonObject, refusal: Refusal) -> None:
        """Sends the reason of a refusal, with the newest view."""
        table = await self._table()
        reason = refusal.reason
        await self._send(
            {
                "type": "refused",
                "id": _id_of(message),
                "text": self._say(table, reason),
                "rule": reason.rule,
                "view": await self._shown(table),
            }
        )
        self.seen = table.seq

    async def _send_view(self, table: Table) -> None:
        self.seen = table.seq
        await self._send({"type": "view", "view": await self._shown(table)})

    async def _shown(self, table: Table) -> JsonObject:
        """The table as this reader needs it: drawn for a page, bare for a program."""
        make = position if self.bare else view
        return make(table, self.who.guest, self.who.lang)

    async def _send(self, body: JsonObject) -> None:
        """Sends a message; gives up on a reader that does not take it."""
        text = json.dumps(body, ensure_ascii=False)
        async with self.sending, asyncio.timeout(_LONGEST_SEND_S):
            await self.socket.send_text(text)

    async def _table(self) -> Table:
        table = await self.site.tables.get(self.table_id)
        assert table is not None
        return table

    def _say(self, table: Table, reason: Reason) -> str:
        return words_of(table, self.who.lang).say(reason)

    def _words(self, key: str) -> str:
        return texts(PACKAGE, self.who.lang)(f"site.{key}")


async def _closing_code(work: Coroutine[Any, Any, None]) -> int:
    """The code to close the socket with once the work has ended; its error is dropped.

    An error refers to its task, which refers to the error, and both to the whole socket.
    """
    try:
        await work
    except Unavailable:
        return _AWAY
    except _READER_GONE:
        pass
    except Exception:
        _log.exception("a socket failed")
    return _TOO_SLOW


def _read(text: str) -> JsonObject:
    """The message; an empty one if it is too long, not an object or has lone surrogates."""
    if len(text) > _LONGEST_MESSAGE_LETTERS:
        return {}
    try:
        message = json.loads(text)
        json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _id_of(message: JsonObject) -> str | None:
    """The id of a message, which its answer repeats."""
    name = message.get("id")
    return name if isinstance(name, str) else None
