"""The socket of a table: sends every change, and answers every message."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, ExitStack, suppress
from functools import partial
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ludotheque.core.reason import Refusal
from ludotheque.core.texts import texts
from ludotheque.server.company.stays import Place
from ludotheque.server.http.deps import the_site, visitor
from ludotheque.server.http.guard import same_origin
from ludotheque.server.http.live.closing import (
    AWAY,
    FOREIGN,
    NO_TABLE,
    NO_TOKEN,
    TOO_MANY,
    TOO_SLOW,
    Work,
    closing_code,
)
from ludotheque.server.http.live.messages import JsonObject, put_off
from ludotheque.server.http.protocol import SEND_NOW
from ludotheque.server.http.visitors import Visitor, asker_of, language
from ludotheque.server.hub import Form, decoded, encoded, whole
from ludotheque.server.limits.rates import MESSAGES, REACTIONS, TURN_S
from ludotheque.server.metrics import OPEN_SOCKETS
from ludotheque.server.site import Site
from ludotheque.server.storage.trouble import Unavailable
from ludotheque.table.messages import kept_reply, read_command, read_hint
from ludotheque.table.replies import id_of, press_reply, refused_reply, steps_reply
from ludotheque.table.table import Table
from ludotheque.table.views.page import MOST_STEPS
from ludotheque.web import PACKAGE

router = APIRouter()
# A page pings after 20 s of silence, but a browser lets the timers of a page in the background run
# only once a minute.
_LONGEST_SILENCE_S = 90.0
# How long somebody who says too much is not heard at least: a refusal costs something too.
_SLOWED_DOWN_S = 0.5


async def live(socket: WebSocket) -> None:
    """One reader of one table; `?bare=1` for a program that needs no drawing.

    The socket is accepted first, so that a refusal can be told by its code.
    """
    table_id: str = socket.path_params["table_id"]
    await socket.accept()
    asker, limits = asker_of(socket), socket.app.state.limits
    if not same_origin(socket.headers):
        await socket.close(FOREIGN)
    elif not limits.sockets.take(asker):
        await socket.close(TOO_MANY)
    else:
        try:
            await _seated(socket, table_id, limits.working.turn(asker, longest_s=TURN_S))
        finally:
            limits.sockets.give_back(asker)


# A route of Starlette: one of FastAPI would hold 3 kB more for every socket that is open.
router.add_websocket_route("/api/tables/{table_id}/live", live)


async def _seated(
    socket: WebSocket, table_id: str, turn: AbstractAsyncContextManager[None]
) -> None:
    """Connects a reader to the table, both found in turn with what others ask for."""
    site = await the_site(socket)
    with ExitStack() as following:
        async with turn:
            found = await _found(socket, site, table_id, following)
        if found is not None:
            await found.run()


async def _found(
    socket: WebSocket, site: Site, table_id: str, following: ExitStack
) -> TableSocket | None:
    """The socket of a reader who follows the table from now on; None if it was closed."""
    seen = site.hub.dismissals
    try:
        who = await visitor(socket, site)
        table = await site.tables.get(table_id, who.asker)
        if table is None:
            await socket.close(NO_TABLE)
            return None
        following.enter_context(site.hub.following(table, who.asker))
        # What was stored between the reading and the following was told to nobody here. What this
        # process stores is remembered before it is told; what another one does must be read.
        if site.store.shared:
            await site.tables.get_all([table_id])
        site.tell_what_is_known(table_id)
        while seen != site.hub.dismissals:  # a secret has died since it was looked up
            seen, who = site.hub.dismissals, await visitor(socket, site)
    except Unavailable as error:
        text = texts(PACKAGE, language(socket))(f"site.{error.key}")
        await socket.send_text(encoded(put_off(None, text, error.retry_after_s)).decode())
        await socket.close(AWAY)
    except Refusal:
        await socket.close(NO_TOKEN)
    else:
        site.bots.watched(site.hub.newest(table_id))
        return TableSocket(socket, site, who, table)
    return None


class TableSocket:
    """The socket of one reader of a table, and the messages that wait to be sent."""

    receiving: asyncio.Task[int]

    def __init__(self, socket: WebSocket, site: Site, who: Visitor, table: Table) -> None:
        """Nothing is sent before the reader has said hello."""
        self.socket = socket
        self.site = site
        self.guest, self.lang = who.guest, who.lang
        self.table_id = table.id
        self.form = Form.POSITION if socket.query_params.get("bare") == "1" else Form.VIEW
        self.asker, self.limits = who.asker, socket.app.state.limits
        offered = socket.scope.get("extensions", {})
        # Under another server than ours, every message has a task of its own.
        self.send_now: Callable[[bytes], bool] = offered.get(SEND_NOW, lambda _: False)
        self.waiting: deque[bytes] = deque()
        self.all_sent = asyncio.Event()
        self.all_sent.set()
        self.heard_at = 0.0
        self.behind = False
        self.ends_with = TOO_SLOW
        self.tasks: set[asyncio.Task[int]] = set()

    async def run(self) -> None:
        """Sends every change and takes every message until one side leaves."""
        receiving = self.receiving = asyncio.create_task(closing_code(self._receive))
        try:
            there = self.site.presence.at(Place(self.table_id, self.guest))
            with OPEN_SOCKETS.track_inprogress(), self.site.hub.present(self), there:
                await self._ended(receiving)
        finally:
            self.site.hub.part(self.table_id, self)
            self.site.presence.unfollow(self.table_id, self)
            for task in (receiving, *self.tasks):
                task.cancel()
            (code,) = await asyncio.gather(receiving, return_exceptions=True)
            del self.receiving  # a task that was cancelled refers to what it did
            await self._close(code if isinstance(code, int) else self.ends_with)

    async def _ended(self, receiving: asyncio.Task[int]) -> None:
        """Waits until one side leaves, or the reader has been silent for too long."""
        self.heard_at = time.monotonic()
        while not receiving.done():
            left = self.heard_at + _LONGEST_SILENCE_S - time.monotonic()
            if left <= 0:
                return
            await asyncio.wait([receiving], timeout=left)

    def push(self, text: bytes) -> None:
        """Sends a message soon; a reader that falls too far behind gets the newest view instead."""
        if self.behind or self._sent_at_once(text):
            return
        self.waiting.append(text)
        if len(self.waiting) > MOST_STEPS:
            self.waiting.clear()
            self.behind = True
        if self.all_sent.is_set():
            self._begin(self._send_waiting)

    def dismiss(self) -> None:
        """Closes the socket: the secret it was opened with has died."""
        self.ends_with = NO_TOKEN
        self.receiving.cancel()

    async def _send_waiting(self) -> None:
        """Sends what waits, in order, unless that is under way."""
        if not self.all_sent.is_set():
            return
        self.all_sent.clear()
        try:
            while self.waiting or self.behind:
                if self.behind:
                    self._show_whole()
                    self.site.presence.repeat(self.table_id, self)
                await self.socket.send_text(self.waiting.popleft().decode())
        finally:
            self.all_sent.set()

    def _show_whole(self) -> None:
        """Puts the newest view in the place of all that waits, and every change after it."""
        self.behind = True  # until then: what the others are sent meanwhile is in the view
        view = self.site.hub.welcome(self.table_id, self)
        self.behind = False
        self.waiting.append(view)

    async def _close(self, code: int) -> None:
        """Closes the socket with a code, if the reader is still there."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(code)

    async def _receive(self) -> None:
        while True:
            message = decoded(await self._heard())
            self.heard_at = time.monotonic()
            wait = self.limits.wait(self.asker, MESSAGES)
            if wait:
                wait = max(wait, _SLOWED_DOWN_S)
                await self._put_off(message, "slow_down", wait)
                await asyncio.sleep(wait)  # what is sent meanwhile waits with the sender
            else:
                async with self.limits.working.turn(self.asker, longest_s=TURN_S):
                    await self._handle(message)
            await self.all_sent.wait()  # who takes no answers is not heard any further

    async def _heard(self) -> str:
        """The next message as text; one of bytes is an empty one."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    async def _handle(self, message: JsonObject) -> None:
        """Answers one message of the page or program."""
        kind = message.get("type")
        if kind == "ping":
            await self._send({"type": "pong"})
        elif kind == "hello":
            await self._welcome(message)
        elif kind == "press":
            await self._reply(message, self._why)
        elif kind == "react":
            await self._reply(message, self._react)
        elif kind == "hint":
            self._begin(partial(self._reply, message, self._hint))
        else:
            await self._reply(message, self._change)

    async def _welcome(self, message: JsonObject) -> None:
        """Brings a reader up to date who says which event was the last it saw."""
        since = message.get("since")
        if message.get("deltas") == 1 and self.form is Form.VIEW:
            self.form = Form.STEPS
        self.site.hub.part(self.table_id, self)
        steps = await self._steps_since(since)
        if since == self._table().seq or steps is not None:
            self.site.hub.join(self.table_id, self)
        else:
            self._show_whole()
        if steps is not None:
            self.waiting.append(encoded(steps))
        if message.get("presence") == 1:
            self.site.presence.follow(self.table_id, self)
        await self._send_waiting()

    async def _steps_since(self, since: Any) -> JsonObject | None:
        """The steps from that event to the newest; None if there are none, or too many."""
        newest = self._table()
        if self.form is not Form.STEPS or not isinstance(since, int) or since >= newest.seq:
            return None
        states = await self.site.tables.states_since(self.table_id, since)
        if not states or states[-1].seq != self._table().seq:
            return None
        return steps_reply(states, self.guest, self.lang)

    async def _reply(
        self, message: JsonObject, work: Callable[[JsonObject], Awaitable[JsonObject | None]]
    ) -> None:
        """Sends the answer that the work gives, if any, or why it was refused."""
        try:
            answer = await work(message)
        except Refusal as refusal:
            await self._refuse(message, refusal)
        except Unavailable as error:
            await self._put_off(message, error.key, error.retry_after_s)
        else:
            if answer is not None:
                await self._send(answer)

    async def _change(self, message: JsonObject) -> JsonObject:
        """Carries out a command; the answer says that it is stored."""
        command = read_command(message)
        kept = await self.site.command(self.table_id, command, self.guest)
        return kept_reply(command, kept.seq)

    def _begin(self, work: Work) -> None:
        """Does something while other messages are handled."""
        task = asyncio.create_task(closing_code(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _react(self, message: JsonObject) -> None:
        """Passes on what is said to the others at the table, if that was not too often."""
        if wait := self.limits.wait(self.asker, REACTIONS):
            await self._put_off(message, "slow_down", wait)
            return
        await self.site.reactions.say(self._table(), self.guest, message.get("what"))

    async def _hint(self, message: JsonObject) -> JsonObject:
        """A step of a hint, for this reader alone."""
        wish = read_hint(message)
        step = await self.site.hints.step(self._table(), self.guest, wish, self.lang)
        return {"type": "hint", "id": wish.id, **step}

    async def _why(self, message: JsonObject) -> JsonObject | None:
        """Why these presses are no action, or what it would bring about; nothing if they go on."""
        return press_reply(self._table(), self.guest, self.lang, message)

    async def _put_off(self, message: JsonObject, key: str, wait_s: float) -> None:
        """Refuses a message for now; it may be sent again after that many seconds."""
        await self._send(put_off(id_of(message), self._words(key), wait_s))

    async def _refuse(self, message: JsonObject, refusal: Refusal) -> None:
        """Sends the reason of a refusal; a reader that takes no steps gets the newest view too."""
        table = self._table()
        view = {} if self.form is Form.STEPS else {"view": whole(table, self)["view"]}
        await self._send({**refused_reply(table, self.lang, message, refusal), **view})

    async def _send(self, message: JsonObject) -> None:
        """Sends a message after those that wait."""
        text = encoded(message)
        if not self._sent_at_once(text):
            self.waiting.append(text)
            await self._send_waiting()

    def _sent_at_once(self, text: bytes) -> bool:
        """Sends a message now, if none waits and its reader takes what is sent."""
        idle = self.all_sent.is_set() and not self.waiting and not self.behind
        return idle and self.send_now(text)

    def _table(self) -> Table:
        return self.site.hub.newest(self.table_id)

    def _words(self, key: str) -> str:
        return texts(PACKAGE, self.lang)(f"site.{key}")
