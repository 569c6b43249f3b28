"""What every request passes: checks of origin, size and rate, and strict headers."""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.http.pages import problem
from ludotheque.server.http.visitors import secret_of

# The largest that anybody sends is a record (`routes/new.py`), with what a form adds.
LARGEST_BODY_BYTES = 300_000
# A browser reads an answer only after it has sent its body; a larger one is not worth the wait.
_DRAINED_BYTES = 8 * LARGEST_BODY_BYTES
_LENGTH_DIGITS = 9  # a length with more is too large, and need not be read as a number
# Presses and requests come in bursts: who was idle may do at once what is allowed in 12 s.
_BURST_S = 12
# How many times the writes of a guest are allowed: programs read more often than they write, and a
# club or a school shares one address.
_GUEST_WRITES, _ADDRESS_WRITES, _GUEST_READS, _ADDRESS_READS = 1, 10, 4, 40
_MOST_BUCKETS = 10_000  # however many addresses come, the memory for them is bounded
_READING = ("GET", "HEAD", "OPTIONS")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",  # unless an answer says otherwise, as files and scripts do
}


class Bucket:
    """How often something may happen: `burst` times at once, `rate` times a second after that."""

    def __init__(self, rate: float, burst: float) -> None:
        """Starts full."""
        self.rate, self.burst = rate, burst
        self.level, self.at = burst, time.monotonic()

    @property
    def full(self) -> bool:
        """Whether it has filled up again, so that a new one would be the same."""
        return self.level + (time.monotonic() - self.at) * self.rate >= self.burst

    def take(self) -> float:
        """0 if it may happen now, else how many seconds to wait."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:  # as for "http://[", which is no address
            return False
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


async def _drain(receive: Receive) -> None:
    """Receives the rest of a refused body, up to a bound, so that the answer is read."""
    drained = 0
    while drained < _DRAINED_BYTES:
        message = await receive()
        drained += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


def _without_body(send: Send) -> Send:
    async def bare(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return bare


class Limits:
    """A bucket for each guest and address; full ones and the least recent are forgotten."""

    def __init__(self, rate: float, most: int = _MOST_BUCKETS) -> None:
        """Allows each guest `rate` writes a second, more reads, and more for a whole address."""
        self.rate = rate
        self.most = most
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, request: Request) -> float:
        """0 if the request may pass, else how many seconds to wait."""
        address = request.client.host if request.client else ""
        who = secret_of(request) or address
        if request.method in _READING:
            if not request.url.path.startswith("/api/"):
                return 0.0
            return self._take("read", who, _GUEST_READS) or self._take(
                "reading address", address, _ADDRESS_READS
            )
        return self._take("write", who, _GUEST_WRITES) or self._take(
            "address", address, _ADDRESS_WRITES
        )

    def _take(self, kind: str, who: str, times: int) -> float:
        rate = self.rate * times
        bucket = self._buckets.pop((kind, who), None) or Bucket(rate, _BURST_S * rate)
        self._buckets[kind, who] = bucket
        wait = bucket.take()
        while self._buckets and (len(self._buckets) > self.most or self._oldest.full):
            self._buckets.popitem(last=False)
        return wait

    @property
    def _oldest(self) -> Bucket:
        return next(iter(self._buckets.values()))


class Guard:
    """Middleware around the whole site."""

    def __init__(self, app: ASGIApp, rate: float) -> None:
        """Wraps the application."""
        self.app = app
        self.limits = Limits(rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses what must not pass; adds the headers to what does."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        if request.method == "HEAD":
            scope, send = {**scope, "method": "GET"}, _without_body(send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(request)
        if refusal is not None:
            status, key, wait = refusal
            response = problem(request, status, key, retry_after_s=wait)
            await _drain(receive)
            await response(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)

    def _refusal(self, request: Request) -> tuple[int, str, float] | None:
        if request.method not in _READING:
            if not same_origin(request.headers):
                return 403, "foreign_origin", 0
            length = request.headers.get("content-length", "")
            if not length.isdigit():
                return 411, "no_length", 0
            if len(length) > _LENGTH_DIGITS or int(length) > LARGEST_BODY_BYTES:
                return 413, "too_large", 0
        wait = self.limits.wait(request)
        return (429, "slow_down", wait) if wait else None
