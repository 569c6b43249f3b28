"""The addresses under which the site is reached: others are refused, and links are made of them."""

from __future__ import annotations

import re
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from ludotheque.server.http.pages import problem

# A name or an address of the net, with a port or without; no name is longer than 253 letters.
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
# Asked for by the machine itself, under whatever name it has for itself.
_UNDER_ANY_NAME = ("/healthz", "/metrics")
_FOREIGN = 4403  # closes a socket like a foreign origin does


class Hosts:
    """Middleware that answers only under addresses of the site, and only if they are addresses."""

    def __init__(self, app: ASGIApp, domains: Collection[str]) -> None:
        """Without any domains, every address that is one will do."""
        self.app = app
        self.domains = frozenset(name.lower() for name in domains)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what came to the right address."""
        refused = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refused is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": _FOREIGN})
        else:
            await problem(Request(_elsewhere(scope)), *refused)(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        host = Headers(scope=scope).get("host", "")
        if host and not _HOST.fullmatch(host):
            return 400, "bad_request"
        known = not self.domains or host.lower() in self.domains
        return None if known or scope["path"] in _UNDER_ANY_NAME else (421, "wrong_host")


def _elsewhere(scope: Scope) -> Scope:
    """The same request to no address in particular: the one it names may not be readable."""
    rest = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {**scope, "headers": [*rest, (b"host", b"localhost")]}
