"""The connections of uvicorn: bounded in size and time, and freed as soon as they are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

# The address and the headers of a request: browsers send 2 kB, proxies allow 8 to 32.
LARGEST_HEAD_BYTES = 16_384
CONNECTIONS = "connections"
"""Where the site puts the count of connections for all of them, in uvicorn's state."""
SEND_NOW = "ludotheque.send_now"
"""An extension of ASGI: what a socket is sent without waiting, and without a task of its own."""
_AROUND_BYTES = len(b": \r\n")  # of a header, beside its name and value
# From the first byte of a request to the end of its headers, and from there to the end of its body:
# the largest body (`guard.py`) takes that long over a line of 40 kbit/s.
HEAD_S, BODY_S = 10.0, 60.0
# A reader that takes nothing of what is sent for so long has gone.
LONGEST_SEND_S = 10.0
_TOO_LARGE = b"431 Request Header Fields Too Large"
_TOO_MANY = b"429 Too Many Requests"
_TOO_SLOW = b"408 Request Timeout"
_ANSWER = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def forget_way(error: Exception) -> None:
    """Lets an error that was answered forget the way it came, and its cause.

    Frames on that way refer to the error, and to a request and its connection: all of it would stay
    in memory until the next search for cycles.
    """
    error.__traceback__ = error.__cause__ = error.__context__ = None


class _Deadline:
    """One moment by which something must have happened on a connection, or none."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    @property
    def due(self) -> bool:
        """Whether there is such a moment."""
        return self._timer is not None

    def set(self, seconds: float, otherwise: Callable[[], None]) -> None:
        self.clear()
        self._timer = asyncio.get_running_loop().call_later(seconds, otherwise)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Bounded(asyncio.Protocol):
    """A connection that counts for its address, and ends when its reader takes nothing."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    app_state: dict[str, Any]
    counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins without anything to wait for."""
        super().connection_made(transport)
        self._leaving = _Deadline()
        connections = self.app_state.get(CONNECTIONS)
        if connections is not None and self.client is not None:
            self.counted = connections.take(self.client[0])
            if not self.counted:
                self.too_many()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing any more."""
        self.count_no_more()
        self._leaving.clear()
        super().connection_lost(exc)

    def too_many(self) -> None:
        """Ends a connection that its address has no place for."""
        self.transport.abort()

    def count_no_more(self) -> None:
        """Gives the place of this connection back."""
        if self.counted and self.client is not None:
            self.app_state[CONNECTIONS].give_back(self.client[0])
            self.counted = False

    def pause_writing(self) -> None:
        """Gives the reader time to take what was sent."""
        super().pause_writing()
        self._leaving.set(LONGEST_SEND_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has taken it."""
        self._leaving.clear()
        super().resume_writing()


class HttpProtocol(_Bounded, HttpToolsProtocol):
    """A connection whose requests are bounded, and which is freed when it becomes a socket.

    `head_bytes` counts what has come of a head that is not complete; None while a body is read.
    `answered` is the request that is being answered; others may have come after it.
    """

    head_bytes: int | None = 0
    too_large = False
    answered: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Gives the first request its time."""
        self._arriving = _Deadline()
        self._arriving.set(HEAD_S, self._too_slow)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing any more, and tells so to the request that is being answered.

        uvicorn tells it to the last that has come, and writes to a connection that is gone. Those
        that have not begun refer to the connection, so it lets go of them.
        """
        self._arriving.clear()
        super().connection_lost(exc)
        if self.answered is not None:
            self.answered.disconnected = True
            self.answered.message_event.set()
        self.pipeline.clear()
        self.answered = self.cycle = None  # type: ignore[assignment]

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answered = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Reads on, unless a head becomes too large or has taken too long."""
        if self.head_bytes is not None:
            self.head_bytes += len(data)
            if not self._arriving.due:
                self._arriving.set(HEAD_S, self._too_slow)
        super().data_received(data)
        if self.head_bytes is not None and self.head_bytes > LARGEST_HEAD_BYTES:
            self._refuse(_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Counts the bytes of another head."""
        super().on_message_begin()
        self.head_bytes = self.head_bytes or 0

    def on_headers_complete(self) -> None:
        """Refuses a head that came whole and too large; gives the body its time."""
        lines = sum(len(name) + len(value) + _AROUND_BYTES for name, value in self.headers)
        self.too_large = len(self.url) + lines > LARGEST_HEAD_BYTES
        if self.too_large:
            raise ValueError("too large")  # which uvicorn answers by `send_400_response`
        self.head_bytes = None
        self._arriving.set(BODY_S, self._too_slow)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Awaits nothing before the next request begins."""
        self.head_bytes = 0
        self._arriving.clear()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Says what is wrong with a request that is not passed on."""
        if self.too_large:
            self._refuse(_TOO_LARGE)
        else:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """Drops the parser, which is not needed any more; the socket counts from now on."""
        self.count_no_more()
        self._arriving.clear()
        self._leaving.clear()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def too_many(self) -> None:
        """Says so to whoever has opened one connection more than an address may."""
        self._refuse(_TOO_MANY)

    def _too_slow(self) -> None:
        self._refuse(_TOO_SLOW)

    def _refuse(self, status: bytes) -> None:
        """Answers a request with a status alone, unless it is answered already, and closes."""
        self._arriving.clear()
        if self.head_bytes is not None or not self.cycle.response_started:
            self.transport.write(_ANSWER % status)
        self.transport.close()


class SocketProtocol(_Bounded, WebSocketsSansIOProtocol):
    """A socket that ends when nobody reads it, and is freed then, though its parser holds it."""

    def start_keepalive(self) -> None:
        """Lets go of the handshake, which is over by now; from now on there is `send_now`."""
        super().start_keepalive()
        del self.request, self.response
        self.scope["extensions"][SEND_NOW] = self.send_now  # type: ignore[assignment]

    def send_now(self, text: bytes) -> bool:
        """Sends a message if its reader takes what is sent; False if somebody has to wait for it.

        It passes none of the layers in between, and needs no task.
        """
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:  # the other side is leaving
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the parser too, and drops the error that ended it, or the way of that handshake."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"] = {}  # which refer to this connection
        self.conn.parser.close()
        self.conn.parser_exc = None
        if self.conn.handshake_exc is not None:
            forget_way(self.conn.handshake_exc)
