"""Middleware for all requests: log, headers, and checks of host, origin, size and rate."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.house.answers import problem
from ludotheque.house.pages.routes import ROUTES
from ludotheque.house.reader import Asker
from ludotheque.site.limits import READS, REFUSALS, TURN_S, WORKING_FOR, WRITES, Limits
from ludotheque.site.metrics import REQUEST_SECONDS
from ludotheque.site.visitors import (
    address_of,
    asker_of,
    cookie_to_set,
    stranger,
    take_cookies,
)
from ludotheque.table.table import deny

_log = logging.getLogger(__name__)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")
# A host name or IP address, with or without a port; no name is longer than 253 letters.
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
# Requested by the machine itself, which may use any name.
_UNDER_ANY_NAME = ("/healthz", "/metrics")
_FOREIGN = 4403  # the same closing code as for a foreign origin
# The largest body is a record (`house/pages/new.py`), with the rest of its form.
LARGEST_BODY_BYTES = 300_000
# A browser reads an answer only after it has sent its body; this much of it is received.
_DRAINED_BYTES = 8 * LARGEST_BODY_BYTES
_LENGTH_DIGITS = 9  # a length with more digits is too large anyway
_FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")
# Twice as many as the form of a new game has: six seats with two fields each, and the options.
_MOST_FIELDS = 64
# A guest with too many requests held open may try again when the first are answered.
_FULL_WAIT_S = 2.0
_READING = ("GET", "HEAD", "OPTIONS")
_HOST_REFUSALS = ("bad_request", "wrong_host")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
POCKET_POLICY = _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The same for the pocket, where WebAssembly may be compiled too."""
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",  # unless an answer says otherwise, as files and scripts do
}
# The paths of pages by handler: FastAPI puts only routes of its own into the scope of a request.
_PAGES: dict[object, str] = {page.endpoint: page.path for page in ROUTES}
Refused = tuple[int, str, float]
"""The status and the key of a refusal, and the seconds to wait, or 0."""


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program other than a browser."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:  # such as "http://["
            return False
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


async def _drain(receive: Receive) -> None:
    """Receives the rest of a refused body, up to a limit, so that the browser reads the answer."""
    drained = 0
    while drained < _DRAINED_BYTES:
        message = await receive()
        drained += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


class Guard:
    """Middleware that checks each request, takes turns, and adds headers to each answer."""

    def __init__(self, app: ASGIApp, limits: Limits, domains: Collection[str]) -> None:
        """Without any domains, every valid host is accepted."""
        self.app = app
        self.limits = limits
        self.domains = frozenset(name.lower() for name in domains)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on accepted requests and sockets, in turn with the work of other addresses."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        serve = self._answer if scope["type"] == "http" else self._connect
        address = address_of(HTTPConnection(scope))
        await self.limits.rounds.run(address, serve(scope, receive, send))

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a socket, unless its host is not one of the site's."""
        connection = HTTPConnection(scope)
        take_cookies(connection)
        WORKING_FOR.set(asker_of(connection))
        if self._foreign_host(scope):
            await send({"type": "websocket.close", "code": _FOREIGN})
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the application answer a request, or refuses it."""
        request = Request(scope)
        take_cookies(request)
        WORKING_FOR.set(asker_of(request))
        if request.method == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn leaves the body out
        refusal = self._refusal(request)
        if refusal is None:
            refusal = await self._passed(request, scope, receive, _with_headers(request, send))
        if refusal is not None:
            await _drain(receive)
            response = self._refused(request, *refusal)
            await response(scope, receive, _with_headers(request, send))

    def _refused(self, request: Request, status: int, key: str, wait: float) -> Response:
        """The answer that says why; after too many, a bare status, and the connection is closed."""
        if self.limits.wait(Asker(address_of(request)), REFUSALS):
            return Response(status_code=status, headers={"Connection": "close"})
        if key in _HOST_REFUSALS:
            request = Request(_elsewhere(request.scope))
        return problem(request, stranger(request), status, key, retry_after_s=wait)

    async def _passed(
        self, request: Request, scope: Scope, receive: Receive, send: Send
    ) -> Refused | None:
        """Lets the application answer, in turn with other requests; else returns the refusal."""
        asker = asker_of(request)
        if not _waits(request):
            async with self.limits.working.turn(asker, longest_s=TURN_S):
                await self.app(scope, _form_bounded(request, receive), send)
            return None
        if not self.limits.waits.take(asker):
            return 429, "slow_down", _FULL_WAIT_S
        try:
            await self.app(scope, receive, send)
        finally:
            self.limits.waits.give_back(asker)
        return None

    def _foreign_host(self, scope: Scope) -> tuple[int, str] | None:
        """Why the host of a request is refused: it is invalid, or not one of the site's."""
        host = Headers(scope=scope).get("host", "")
        if host and not _HOST.fullmatch(host):
            return 400, "bad_request"
        known = not self.domains or host.lower() in self.domains
        return None if known or scope["path"] in _UNDER_ANY_NAME else (421, "wrong_host")

    def _refusal(self, request: Request) -> Refused | None:
        if foreign := self._foreign_host(request.scope):
            return *foreign, 0
        reads = request.method in _READING
        if not reads:
            if not same_origin(request.headers):
                return 403, "foreign_origin", 0
            length = request.headers.get("content-length", "")
            if not length.isdigit():
                return 411, "no_length", 0
            if len(length) > _LENGTH_DIGITS or int(length) > LARGEST_BODY_BYTES:
                return 413, "too_large", 0
        wait = self.limits.wait(asker_of(request), READS if reads else WRITES)
        return (429, "slow_down", wait) if wait else None


def _form_bounded(request: Request, receive: Receive) -> Receive:
    """Receives the body of a form; refuses one with too many fields before it is parsed."""
    kind = request.headers.get("content-type", "")
    if not kind.startswith(_FORMS):
        return receive
    boundary = kind.partition("boundary=")[2].strip('"')
    between = f"--{boundary}".encode() if boundary else b"&"
    found = 0

    async def received() -> Message:
        nonlocal found
        message = await receive()
        found += message.get("body", b"").count(between)
        if found > _MOST_FIELDS:
            raise deny("bad_request")
        return message

    return received


def _waits(request: Request) -> bool:
    """Whether a request is held open until something changes, so that it must not hold a turn."""
    return "wait" in request.query_params and request.url.path.startswith("/api/")


def _with_headers(request: Request, send: Send) -> Send:
    """Adds the headers of every answer, and the guest's cookie if it is to be set."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if cookie := cookie_to_set(request):
                headers.append("set-cookie", cookie)
        await send(message)

    return sent


def _elsewhere(scope: Scope) -> Scope:
    """The same request to `localhost`, since its own host may be invalid."""
    rest = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {**scope, "headers": [*rest, (b"host", b"localhost")]}


class RequestLog:
    """Middleware around everything else, so that refused requests are logged and timed too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Logs the request; one that breaks off has status 500."""
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
    route = getattr(scope.get("route"), "path", None) or _without_route(scope)
    REQUEST_SECONDS.labels(method, route, str(status)).observe(seconds)
    extra = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    _log.info("request", extra=extra)


def _without_route(scope: Scope) -> str:
    """The label of a request without a route of FastAPI: a page, a static file, an unknown path."""
    unknown = "/static" if scope["path"].startswith("/static/") else "none"
    return _PAGES.get(scope.get("endpoint"), unknown)
