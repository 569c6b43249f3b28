"""Every request timed and told by its route, never by its path, which may hold a secret."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.metrics import REQUEST_SECONDS

_log = logging.getLogger(__name__)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")


class RequestLog:
    """Middleware around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        """Wraps the application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Times the request; the status is 500 if it breaks off."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            _tell(scope, status, time.perf_counter() - start)


def _tell(scope: Scope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    route = getattr(scope.get("route"), "path", None) or _outside(scope["path"])
    REQUEST_SECONDS.labels(method, route, str(status)).observe(seconds)
    told = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    _log.info("request", extra=told)


def _outside(path: str) -> str:
    """What has no route of its own: files, and what is not there."""
    return "/static" if path.startswith("/static/") else "none"
