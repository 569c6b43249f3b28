"""The connections of uvicorn, whose memory is freed as soon as they are lost."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class HttpProtocol(HttpToolsProtocol):
    """A connection that is freed when it becomes a socket, though its parser refers to it."""

    def handle_websocket_upgrade(self) -> None:
        """Drops the parser, which is not needed any more."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket that is freed as soon as it is closed, though its parser refers to itself."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the parser too, and drops the error that ended it."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None
