"""A push service of our own over HTTP, and a browser as it knows it, which reads what arrives."""

from __future__ import annotations

import json
import os
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from ludotheque.table.shapes import Told
from tests.shapes import assert_shaped
from tests.site.running import Running


class Post(NamedTuple):
    """A message that the site sent to a device, still encrypted."""

    headers: Mapping[str, str]
    body: bytes


class PushService:
    """Receives messages that the site has signed, and answers as the test sets."""

    def __init__(self) -> None:
        self.posts: dict[str, SimpleQueue[Post]] = defaultdict(SimpleQueue)
        self.answers: dict[str, list[int]] = defaultdict(list)
        self.location = ""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.posts[self.path].put(Post(headers, body))
                planned = service.answers[self.path]
                self.send_response(planned.pop(0) if planned else 201)
                self.send_header("location", service.location)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def heard(self, path: str) -> Post:
        """The next message to a device, signed for this service by the key that it names."""
        post = self.posts[path].get(timeout=60)
        scheme, _, signature = post.headers["authorization"].partition(" ")
        assert scheme == "vapid"
        assert Vapid02.verify(post.headers["authorization"])
        claims = signature.removeprefix("t=").split(".")[1]
        assert json.loads(unpadded(claims))["aud"] == self.url
        return post


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()


class Browser:
    """A guest's browser with a subscription at a push service."""

    def __init__(self, site: Running, service: PushService, lang: str = "en") -> None:
        self.http = site.guest(lang)
        self.key: EllipticCurvePrivateKey = generate_private_key(SECP256R1())
        self.auth = os.urandom(16)
        self.service = service
        self.path = f"/{os.urandom(6).hex()}"

    @property
    def description(self) -> dict[str, Any]:
        """The subscription as a page sends it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": padless(point), "auth": padless(self.auth)}
        return {"endpoint": f"{self.service.url}{self.path}", "keys": keys}

    def ask(self, kinds: Sequence[str] | None, **other: Any) -> list[str]:
        """Subscribes to these kinds, or asks for the present ones; returns the site's answer."""
        answer = self.http.post("/push", json={**self.description, "kinds": kinds, **other})
        assert answer.status_code == 200, answer.text
        return answer.json()["kinds"]  # type: ignore[no-any-return]

    def told(self) -> dict[str, Any]:
        """The next message to this browser, opened with its key."""
        post = self.service.heard(self.path)
        assert post.headers["content-encoding"] == "aes128gcm"
        opened = http_ece.decrypt(
            post.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        told: dict[str, Any] = json.loads(opened)
        assert_shaped(told, Told)
        return told


def nothing_else(*browsers: Browser) -> bool:
    """Whether these browsers have read all messages that they were sent."""
    return all(browser.service.posts[browser.path].empty() for browser in browsers)


def padless(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def unpadded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
