"""The sockets of tables: each sends every change, and answers every message."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from typing import Any, ClassVar, TypeVar

import orjson
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ludotheque.core.reason import BrokenGame, Refusal
from ludotheque.core.texts import texts
from ludotheque.house.conversation import Conversation, Heard, put_off
from ludotheque.house.hub import Form, Message
from ludotheque.house.reader import Reader
from ludotheque.site.company.stays import Place
from ludotheque.site.http.deps import the_site
from ludotheque.site.http.guard import same_origin
from ludotheque.site.http.protocol import SEND_NOW
from ludotheque.site.limits import MESSAGES, REACTIONS, Limits
from ludotheque.site.metrics import OPEN_SOCKETS
from ludotheque.site.site import Site
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.site.visitors import asker_of, language
from ludotheque.table.table import Table
from ludotheque.table.views.page import MOST_STEPS

_log = logging.getLogger(__name__)
T = TypeVar("T")
# The closing codes: 4000 plus the HTTP status, or 1013, "try again later".
NO_TOKEN, FOREIGN, NO_TABLE, TOO_SLOW, TOO_MANY, AWAY = 4401, 4403, 4404, 4408, 4429, 1013
READER_GONE = (WebSocketDisconnect, RuntimeError)
SocketWork = Callable[[], Awaitable[None]]
_LONGEST_MESSAGE_LETTERS = 4000  # ten times the longest command
router = APIRouter()
# A page pings after 20 s of silence, but a browser lets the timers of a page in the background run
# only once a minute.
LONGEST_SILENCE_S = 90.0
# The least pause for a client that sends too much, since refusals take time too.
_SLOWED_DOWN_S = 0.5


async def live(socket: WebSocket) -> None:
    """Serves a page or program that follows a table; with `?bare=1`, without drawings."""
    if await accepted(socket):
        with ExitStack() as following:
            found = await _found(socket, following)
            if found is not None:
                await found.run()


async def accepted(socket: WebSocket) -> bool:
    """Accepts a socket, and closes it again if it is of another origin; returns whether it is open.

    It is accepted first, so that the client receives the closing code.
    """
    await socket.accept()
    if same_origin(socket.headers):
        return True
    await socket.close(FOREIGN)
    return False


async def admitted(socket: WebSocket, stack: ExitStack, *, plays: bool = False) -> bool:
    """Gives a socket a place until the stack ends; if none is left, closes it and returns False."""
    asker, places = asker_of(socket), socket.app.state.limits.sockets
    if places.take(asker, plays=plays):
        stack.callback(places.give_back, asker, plays=plays)
        return True
    await socket.close(TOO_MANY)
    return False


# A route of Starlette: one of FastAPI would hold 3 kB more for every socket that is open.
router.add_websocket_route("/api/tables/{table_id}/live", live)


async def _found(socket: WebSocket, following: ExitStack) -> TableSocket | None:
    """Looks up the reader and begins to follow the table; returns None if it closed the socket."""
    site, table_id = await the_site(socket), socket.path_params["table_id"]
    seen = site.hub.dismissals
    try:
        who = await site.visitor(socket)
        table = await site.tables.get(table_id, who.asker)
        if table is None:
            await socket.close(NO_TABLE)
            return None
        plays = who.guest in table.guests()
        if not await admitted(socket, following, plays=plays):
            site.presence.touch(who.guest, table)  # others see a refused player as present
            return None
        following.enter_context(site.hub.following(table, who.asker))
        # Changes stored after the table was read, and before it was followed, were not shown here.
        # Those of this process are in memory; those of another process must be read.
        if site.store.shared:
            await site.tables.get_all([table_id])
        site.tell_what_is_known(table_id)
        while seen != site.hub.dismissals:  # a secret was revoked since
            seen, who = site.hub.dismissals, await site.visitor(socket)
    except Unavailable as error:
        said = put_off({}, language(socket), error.key, error.retry_after_s)
        await socket.send_text(orjson.dumps(said).decode())
        await socket.close(AWAY)
    except BrokenGame as broken:
        said = {"type": "refused", "text": texts("", language(socket)).say(broken.reason)}
        await socket.send_text(orjson.dumps(said).decode())
        await socket.close(AWAY)
    except Refusal:
        await socket.close(NO_TOKEN)
    else:
        site.bots.watched(site.hub.newest(table_id))
        return TableSocket(socket, site, who, table)
    return None


class TableSocket(Conversation):
    """A conversation over a socket, with a queue of messages to send."""

    KINDS: ClassVar = {**Conversation.KINDS, "hello": "_hello_with_company", "react": "_react"}
    receiving: asyncio.Task[int]

    def __init__(self, socket: WebSocket, site: Site, who: Reader, table: Table) -> None:
        """Sends nothing before the page has sent `hello`."""
        form = Form.POSITION if socket.query_params.get("bare") == "1" else Form.VIEW
        super().__init__(site, table.id, who.guest, who.lang, form)
        self.socket = socket
        self.site = site
        self.asker = who.asker
        self.limits: Limits = socket.app.state.limits
        offered = socket.scope.get("extensions", {})
        # Other servers than ours lack this extension: messages are then sent by a task.
        self.send_now: Callable[[bytes], bool] = offered.get(SEND_NOW, lambda _: False)
        self.waiting: deque[bytes] = deque()
        self.all_sent = asyncio.Event()
        self.all_sent.set()
        self.heard_at = 0.0
        self.behind = False
        self.ends_with = TOO_SLOW
        self.tasks: set[asyncio.Task[int]] = set()

    async def run(self) -> None:
        """Sends every change and answers every message until one side leaves."""
        receiving = self.receiving = asyncio.create_task(closing_code(self._receive))
        try:
            there = self.site.presence.at(Place(self.table_id, self.guest))
            with OPEN_SOCKETS.track_inprogress(), self.site.hub.present(self), there:
                await self._ended(receiving)
        finally:
            self.leave()
            self.site.presence.unfollow(self.table_id, self)
            for task in (receiving, *self.tasks):
                task.cancel()
            (code,) = await asyncio.gather(receiving, return_exceptions=True)
            del self.receiving  # a cancelled task refers to its frames: a cycle
            with suppress(*READER_GONE):  # the client may have closed it
                await self.socket.close(code if isinstance(code, int) else self.ends_with)

    async def _ended(self, receiving: asyncio.Task[int]) -> None:
        """Waits until one side leaves, or the client has been silent for too long."""
        self.heard_at = time.monotonic()
        while not receiving.done():
            left = self.heard_at + LONGEST_SILENCE_S - time.monotonic()
            if left <= 0:
                return
            await asyncio.wait([receiving], timeout=left)

    def push(self, text: bytes) -> None:
        """Sends a message soon; a client that falls too far behind gets the newest view instead."""
        if self.behind or self._sent_at_once(text):
            return
        self.waiting.append(text)
        if len(self.waiting) > MOST_STEPS:
            self.waiting.clear()
            self.behind = True
        if self.all_sent.is_set():
            self._begin(self._send_waiting)

    async def reply(self, message: Message) -> None:
        """Sends an answer after the queued messages."""
        text = orjson.dumps(message)
        if not self._sent_at_once(text):
            self.waiting.append(text)
            await self._send_waiting()

    def dismiss(self) -> None:
        """Closes the socket, since the secret that it was opened with is no longer valid."""
        self.ends_with = NO_TOKEN
        self.receiving.cancel()

    def _sent_at_once(self, text: bytes) -> bool:
        """Sends a message now if none is queued and the client is ready; else returns False."""
        idle = self.all_sent.is_set() and not self.waiting and not self.behind
        return idle and self.send_now(text)

    async def _send_waiting(self) -> None:
        """Sends the queued messages in order, unless another task is doing so."""
        if not self.all_sent.is_set():
            return
        self.all_sent.clear()
        try:
            while self.waiting or self.behind:
                if self.behind:
                    self._catch_up()
                await self.socket.send_text(self.waiting.popleft().decode())
        finally:
            self.all_sent.set()

    def _catch_up(self) -> None:
        """Queues the newest view in place of what the client has missed; changes follow it."""
        view = self.site.hub.welcome(self.table_id, self)  # includes the changes pushed meanwhile
        self.behind = False
        self.waiting.append(view)
        self.site.presence.repeat(self.table_id, self)

    async def _receive(self) -> None:
        while True:
            text = await self._heard()
            self.heard_at = time.monotonic()
            wait = await self._in_turn(self._answered(text))
            if wait:
                await asyncio.sleep(wait)  # nothing more is read meanwhile
            await self.all_sent.wait()  # a client must read its answers first

    async def _in_turn(self, work: Coroutine[Any, Any, T]) -> T:
        """Does the work in turn with other addresses; what players send goes before the rest."""
        plays, rounds = self.guest in self.table().guests(), self.limits.rounds
        return await rounds.run(self.asker.address, work, plays=plays)

    async def _answered(self, text: str) -> float:
        """Answers a message; returns the seconds to wait after one too many."""
        message = decoded(text)
        wait = self.limits.wait(self.asker, MESSAGES)
        if wait:
            wait = max(wait, _SLOWED_DOWN_S)
            await self.reply(put_off(message, self.lang, "slow_down", wait))
        elif message.get("type") == "hint":  # takes long; other messages are handled meanwhile
            self._begin(lambda: self._in_turn(self.hear(message)))
        else:
            await self.hear(message)
        return wait

    async def _heard(self) -> str:
        """The next message as text; a binary one counts as empty."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    def _begin(self, work: SocketWork) -> None:
        """Runs the work in a task, while other messages are handled."""
        task = asyncio.create_task(closing_code(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _hello_with_company(self, message: Heard) -> None:
        """Brings the page up to date, and sends it who is at the table if it asks for that."""
        await self._hello(message)
        if message.get("presence") == 1:
            self.site.presence.follow(self.table_id, self)
        await self._send_waiting()

    async def _react(self, message: Heard) -> Message | None:
        """Sends a reaction to everyone at the table, unless the guest reacts too often."""
        if wait := self.limits.wait(self.asker, REACTIONS):
            return put_off(message, self.lang, "slow_down", wait)
        await self.site.reactions.say(self.table(), self.guest, message.get("what"))
        return None


async def closing_code(work: SocketWork) -> int:
    """Does the work, and returns the code to close the socket with; errors are logged.

    `work` is a function, which is not called at all if its task is cancelled before it begins. An
    error must not leave the task: each would refer to the other, and both to the whole socket.
    """
    try:
        await work()
    except Unavailable:
        return AWAY
    except READER_GONE:
        pass
    except Exception:
        _log.exception("a socket failed")
    return TOO_SLOW


def decoded(text: str) -> dict[str, Any]:
    """The received message; an empty one if it is too long, not JSON, or not an object."""
    if len(text) > _LONGEST_MESSAGE_LETTERS:
        return {}
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        return {}
    return message if isinstance(message, dict) else {}
