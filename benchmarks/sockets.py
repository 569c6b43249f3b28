"""The client's end of a WebSocket and of an HTTP request, with no more than players need.

A general library would take several times the processor time that is measured here.
"""

from __future__ import annotations

import asyncio
import resource
from abc import ABC, abstractmethod
from typing import Any

import orjson

HOST = "127.0.0.1"
_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A  # whole frames: the highest bit is set
_NO_MASK = bytes(4)  # a client must mask what it sends; this key leaves it as it is
_OPENING = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n"
)
_POST = (
    "POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    "Content-Length: {length}\r\nConnection: close\r\n\r\n"
)


class Line(ABC, asyncio.Protocol):
    """One socket; it offers no compression, so that frames are counted as they are."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._left = b""
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @abstractmethod
    def heard(self, text: bytes, frame_bytes: int) -> None:
        """Takes one message and the size of its frame."""

    @abstractmethod
    def lost(self) -> None:
        """Handles that the other side has closed the connection."""

    async def open(self, port: int, path: str, **headers: str) -> None:
        """Connects, and waits until the other side has switched to WebSocket."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, HOST, port)
        self.transport = transport
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        opening = _OPENING.format(path=path, host=HOST, port=port, headers=lines)
        transport.write(opening.encode())
        await self._opened

    def say(self, text: bytes) -> None:
        """Sends one message."""
        self._send(_TEXT, text)

    def hang_up(self) -> None:
        """Closes the connection from this side."""
        if self.transport is not None:
            self._send(_CLOSE, b"")
            self.transport.close()
            self.transport = None

    def data_received(self, data: bytes) -> None:
        """Delivers complete frames, and keeps the rest for later."""
        if self._left:
            data = self._left + data
        if not self._opened.done():
            data = self._answered(data)
        start = 0
        while (frame := _frame(data, start)) is not None:
            kind, body, end = frame
            self._deliver(kind, data[body:end], end - start)
            start = end
        self._left = data[start:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Reports the loss, unless this side has closed the connection."""
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("closed while opening"))
        elif self.transport is not None:
            self.transport = None
            self.lost()

    def _answered(self, data: bytes) -> bytes:
        """Returns what follows the answer to the opening, or all of it while it is incomplete."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if b" 101 " in head[:16]:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(ConnectionError(head.decode()))
        return rest

    def _deliver(self, kind: int, body: bytes, frame_bytes: int) -> None:
        if kind == _TEXT:
            self.heard(body, frame_bytes)
        elif kind == _PING:
            self._send(_PONG, body)
        elif kind not in (_CLOSE, _PONG):
            raise ValueError(f"a frame of the kind {kind:x}")

    def _send(self, kind: int, body: bytes) -> None:
        if self.transport is None:
            return
        size = len(body)
        if size < 126:
            head = bytes((kind, 0x80 | size))
        else:
            head = bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + _NO_MASK + body)


def _frame(data: bytes, start: int) -> tuple[int, int, int] | None:
    """Returns the kind of a frame, and where its body begins and ends; None if it is incomplete."""
    if len(data) - start < 2:
        return None
    size, body = data[start + 1], start + 2
    if size >= 126:
        digits = 2 if size == 126 else 8
        size, body = int.from_bytes(data[body : body + digits], "big"), body + digits
    if len(data) < body + size:
        return None
    return data[start], body, body + size


async def post(port: int, path: str, content: Any, address: str = HOST) -> Any:
    """Posts JSON from an address of this machine, and returns the JSON of the answer."""
    body = orjson.dumps(content)
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
    head = _POST.format(path=path, host=HOST, port=port, length=len(body))
    writer.write(head.encode() + body)
    answer, _, text = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if b" 20" not in answer[:12]:
        raise ConnectionError(answer.decode())
    return orjson.loads(text)


def many_files() -> None:
    """Lets this process, and those it starts, open as many sockets as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
