"""The connections of uvicorn, limited in size and time, and freed as soon as they are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

# The URL and the headers of a request: browsers send 2 kB, proxies allow 8 to 32.
LARGEST_HEAD_BYTES = 16_384
CONNECTIONS = "connections"
"""The key of the shared `Connections` in uvicorn's state."""
SEND_NOW = "ludotheque.send_now"
"""An ASGI extension of ours: sends a message over a socket without waiting and without a task."""
_AROUND_BYTES = len(b": \r\n")  # in a header, besides its name and value
# The longest time for the headers of a request, and for its body: the largest one (`guard.py`)
# takes 60 s over a line of 40 kbit/s.
HEAD_S, BODY_S = 10.0, 60.0
# A client that reads nothing for this long is considered gone.
LONGEST_SEND_S = 10.0
_TOO_LARGE = b"431 Request Header Fields Too Large"
_TOO_MANY = b"429 Too Many Requests"
_TOO_SLOW = b"408 Request Timeout"
_ANSWER = b"HTTP/1.1 %b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def forget_way(error: Exception) -> None:
    """Clears the traceback and the cause of an error that was answered.

    The frames refer to the error, and to a request and its connection: this cycle would stay in
    memory until the next garbage collection.
    """
    error.__traceback__ = error.__cause__ = error.__context__ = None


class _Deadline:
    """A timer of a connection, which can be set again or cleared."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    @property
    def due(self) -> bool:
        """Whether the timer is running."""
        return self._timer is not None

    def set(self, seconds: float, otherwise: Callable[..., None], *given: object) -> None:
        self.clear()
        self._timer = asyncio.get_running_loop().call_later(seconds, otherwise, *given)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Bounded(asyncio.Protocol):
    """A connection that counts for its address, and is aborted if its client stops reading."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    app_state: dict[str, Any]
    counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection; ends it if its address has too many."""
        super().connection_made(transport)
        self._leaving = _Deadline()
        connections = self.app_state.get(CONNECTIONS)
        if connections is not None and self.client is not None:
            self.counted = connections.take(self.client[0], self)
            if not self.counted:
                self.too_many()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops counting the connection, and clears its timer."""
        self.count_no_more()
        self._leaving.clear()
        super().connection_lost(exc)

    @property
    def idle(self) -> bool:
        """Whether the connection may give way to another one; a socket never is idle."""
        return False

    def give_way(self) -> None:
        """Ends an idle connection, since its address opens another one beyond its limit."""
        self.counted = False
        self.transport.abort()

    def too_many(self) -> None:
        """Ends a connection beyond the limit of its address."""
        self.transport.abort()

    def count_no_more(self) -> None:
        """Stops counting this connection; has no effect if it is not counted."""
        if self.counted and self.client is not None:
            self.app_state[CONNECTIONS].give_back(self.client[0], self)
            self.counted = False

    def pause_writing(self) -> None:
        """Gives the client a deadline to read what was sent."""
        super().pause_writing()
        self._leaving.set(LONGEST_SEND_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Clears the deadline: the client has read enough."""
        self._leaving.clear()
        super().resume_writing()


class HttpProtocol(_Bounded, HttpToolsProtocol):
    """A connection whose requests are limited, and which is freed when it becomes a socket.

    `head_bytes` counts the received bytes of an incomplete head; None while a body is read.
    `answered` is the request that is being answered; others may already have arrived after it.
    """

    head_bytes: int | None = 0
    too_large = False
    answered: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Sets the deadline for the first request."""
        self._arriving = _Deadline()
        self._arriving.set(HEAD_S, self._refuse, _TOO_SLOW)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clears the timer, and tells the request that is being answered.

        uvicorn tells only the last request that arrived, so others would go on writing to the lost
        connection. Requests that have not begun refer to the connection, so they are dropped.
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
        """Reads on, and refuses a head that becomes too large; sets the deadline of a new one."""
        if self.head_bytes is not None:
            self.head_bytes += len(data)
            if not self._arriving.due:
                self._arriving.set(HEAD_S, self._refuse, _TOO_SLOW)
        super().data_received(data)
        if self.head_bytes is not None and self.head_bytes > LARGEST_HEAD_BYTES:
            self._refuse(_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begins to count the bytes of another head."""
        super().on_message_begin()
        self.head_bytes = self.head_bytes or 0

    def on_headers_complete(self) -> None:
        """Refuses a complete head that is too large; sets the deadline for the body."""
        lines = sum(len(name) + len(value) + _AROUND_BYTES for name, value in self.headers)
        self.too_large = len(self.url) + lines > LARGEST_HEAD_BYTES
        if self.too_large:
            raise ValueError("too large")  # which uvicorn answers by `send_400_response`
        self.head_bytes = None
        self._arriving.set(BODY_S, self._refuse, _TOO_SLOW)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Clears the timer until the next request begins."""
        self.head_bytes = 0
        self._arriving.clear()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answers an invalid request; one with too large a head has a status of its own."""
        if self.too_large:
            self._refuse(_TOO_LARGE)
        else:
            super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        """Frees what a socket does not need; the socket counts in place of this connection."""
        self.count_no_more()
        self._arriving.clear()
        self._leaving.clear()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    @property
    def idle(self) -> bool:
        """Whether every request that has arrived completely has been answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def too_many(self) -> None:
        """Answers that the address has too many connections, and closes this one."""
        self._refuse(_TOO_MANY)

    def _refuse(self, status: bytes) -> None:
        """Answers with a status alone, unless an answer has begun, and closes the connection."""
        self._arriving.clear()
        if self.head_bytes is not None or not self.cycle.response_started:
            self.transport.write(_ANSWER % status)
        self.transport.close()


class SocketProtocol(_Bounded, WebSocketsSansIOProtocol):
    """A socket that ends when its client stops reading, and is then freed despite its cycles."""

    def start_keepalive(self) -> None:
        """Frees the handshake, which is over by now, and offers `send_now` to the application."""
        super().start_keepalive()
        del self.request, self.response
        self.scope["extensions"][SEND_NOW] = self.send_now  # type: ignore[assignment]

    def send_now(self, text: bytes) -> bool:
        """Sends a message at once; returns False if the client is not ready for it.

        This bypasses the layers in between, and needs no task.
        """
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:  # the client is leaving
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Closes the parser too, and breaks the cycles that would keep the connection in memory."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"] = {}  # they refer to this connection
        self.conn.parser.close()
        self.conn.parser_exc = None
        if self.conn.handshake_exc is not None:
            forget_way(self.conn.handshake_exc)
