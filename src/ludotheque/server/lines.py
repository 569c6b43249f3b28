"""Sockets as uvicorn serves them, given up as soon as they are lost."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Line(WebSocketsSansIOProtocol):
    """A socket that leaves nothing behind.

    Its parser refers to itself, as does the error that ended it; the memory of the compression,
    about 45 KiB, would be held until somebody looks for cycles.
    """

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends the parser too, and forgets why."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None
