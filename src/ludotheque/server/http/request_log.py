"""Times and logs every request by its route, never by its path, which may hold a secret."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.metrics import REQUEST_SECONDS

_log = logging.getLogger(__name__)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")


class RequestLog:
    """Middleware around everything else, so that refused requests are logged too."""

    def __init__(self, app: ASGIApp) -> None:
        """Wraps the application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Times the request; the status is 500 if it breaks off."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting_status)
        finally:
            _report(scope, status, time.perf_counter() - start)


def _report(scope: Scope, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    route = getattr(scope.get("route"), "path", None) or _without_route(scope["path"])
    REQUEST_SECONDS.labels(method, route, str(status)).observe(seconds)
    extra = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    _log.info("request", extra=extra)


def _without_route(path: str) -> str:
    """The label of a request without a route: a file, or something that does not exist."""
    return "/static" if path.startswith("/static/") else "none"
