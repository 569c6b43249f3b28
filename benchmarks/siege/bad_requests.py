"""Requests that no browser sends: every route with mutated addresses, headers and bodies."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from urllib.parse import quote, urlencode

from benchmarks.siege.bad_messages import ODD, mutated
from ludotheque.site.http import routes

_METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
_READING = ("GET", "HEAD", "OPTIONS", "TRACE")
_GAMES = ("plus4", "redline", "babylone", "croisements")
_WORDS = (
    "", "-1", "0", "1", "3", "9" * 50, "1e9", "nan", "inf", "\x00", "é" * 99, "3,3,3,3", "<b>",
    "open", "here", "me", "random", "champion", "endless", "fr", "en", "//evil.example", "/\\evil",
    "a" * 400, "../../../etc/passwd", "' OR 1=1 --", "{{7*7}}", "\u202e\ufeff",
    "plus4(mode=endless)", "plus4(mode=endless", "redline(players=99)", "croisements(language=xx)",
)  # fmt: skip
_FIELDS = (
    "players", "seat0", "seat1", "seat5", "name0", "name1", "start", "mode", "target", "text",
    "lang", "theme", "back", "level", "variant", "at", "then", "action", "presses", "name",
    "seat", "\x00",
)  # fmt: skip
_QUERIES = ("since", "known", "step", "lang", "then", "at", "bare", "variant", "forgotten", "v")
# Valid waits are short, because they delay the requests after them.
_WAITS = ("0", "0.01", "-1", "8.1", "nan", "inf", "1e99", "x", "")
_TYPES = (
    "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=b",
    "multipart/form-data", "text/plain", "application/json; charset=utf-16", "\xff", "",
)  # fmt: skip
_HEADERS = (
    ("Accept", "text/html"), ("Accept", "*/*;q=x"), ("Accept-Encoding", "br, gzip;q=9, \xff"),
    ("Accept-Language", "en-GB,fr;q=0.1," * 40), ("Accept-Language", "\xff"), ("Origin", "http://["),
    ("Origin", "null"), ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"),
    ("X-Forwarded-For", "127.0.0.1, ::1, x"), ("X-Forwarded-Proto", "gopher"),
    ("If-None-Match", '"' * 99), ("If-Modified-Since", "yesterday"), ("Range", "bytes=9-1,-5,x"),
    ("Range", "bytes=0-" + ",0-" * 200), ("Cookie", 'guest="' + "\\" * 2_000 + '"'),
    ("Cookie", "guest=\x7f; lang=xx; theme=<"), ("Cookie", ";=;;guest;" * 99),
    ("Authorization", "Bearer"), ("Authorization", "Bearer " + "a" * 500),
    ("Authorization", "Basic AAAA"), ("Expect", "100-continue"), ("Te", "trailers"),
    ("X-Http-Method-Override", "DELETE"), ("Content-Encoding", "gzip"), ("Host", "a" * 300),
    ("Host", "[::1"), ("Host", "evil.example:99999"), ("Host", ""),
)  # fmt: skip
_RECORD = '[Game "{game}"]\n[Rules "1"]\n[Seat 0 "A"]\n[Termination "resigned 0"]\n\n{moves}\n'
_BODIES_OF_OTHERS = (
    0.1  # the share of requests with a body where none is expected, or none where one is
)


@dataclass(frozen=True)
class Known:
    """What a hostile visitor has found out or was given: ids of tables, secrets, invitations."""

    tables: tuple[str, ...]
    secrets: tuple[str, ...]
    invites: tuple[str, ...]
    actions: tuple[str, ...]


@cache
def every_route() -> Sequence[tuple[str, str]]:
    """Returns the method and the path of every route of the site."""
    found = [("GET", "/static/pages/table.js"), ("GET", "/static/{name}")]
    for module in iter_modules(routes.__path__):
        for route in import_module(f"{routes.__name__}.{module.name}").router.routes:
            found += [(method, route.path) for method in sorted(getattr(route, "methods", ()))]
    return found


def bad_request(rng: Random, known: Known) -> bytes:
    """Returns a request after whose answer the connection can be used again."""
    method, path = rng.choice(every_route())
    if rng.random() < 0.2:
        method = rng.choice(_METHODS)
    headers, body = {"Host": "127.0.0.1", **_headers(rng, known)}, b""
    if (method in _READING) == (rng.random() < _BODIES_OF_OTHERS):
        kind, body = _body(rng, path, known)
        kind = rng.choice(_TYPES) if rng.random() < 0.2 else kind
        headers |= {"Content-Type": kind, "Content-Length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"{method} {_target(rng, path, known)} HTTP/1.1\r\n{lines}\r\n"
    return head.encode("latin-1", "replace") + body


def _target(rng: Random, path: str, known: Known) -> str:
    filled = path.format_map(_Values(rng, known))
    if rng.random() < 0.4:
        filled = _mutated_path(rng, filled)
    if rng.random() < 0.3:
        filled += "?" + _query(rng)
    return filled


class _Values(dict[str, str]):
    """Values for the parameters of a path, mostly existing ones."""

    def __init__(self, rng: Random, known: Known) -> None:
        self.rng, self.known = rng, known

    def __missing__(self, name: str) -> str:
        rng, known = self.rng, self.known
        if rng.random() < 0.35:
            return quote(rng.choice(_WORDS), safe="") or "-"
        there = {
            "table_id": known.tables, "invite": known.invites, "secret": known.secrets,
            "name": _GAMES, "number": ("0", "1", "2", "9"), "day": ("2026-01-01", "0001-01-01"),
            "page": ("table", "shelf", "learn"),
        }  # fmt: skip
        return rng.choice(there.get(name, known.secrets))


def _mutated_path(rng: Random, path: str) -> str:
    letters = list(path)
    for _ in range(rng.randint(1, 3)):
        letters[rng.randrange(len(letters))] = rng.choice("/%?.;\\'\"<0-&=+~*|^")
    return "/" + "".join(letters).replace("\\", "%5c")


def _query(rng: Random) -> str:
    pairs = [(rng.choice(_QUERIES), rng.choice(_WORDS)) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.3:
        pairs.append(("wait", rng.choice(_WAITS)))
    return urlencode(pairs) or "&=&%"


def _headers(rng: Random, known: Known) -> dict[str, str]:
    chosen = dict(rng.choice(_HEADERS) for _ in range(rng.randrange(4)))
    who = rng.random()
    if who < 0.3:
        chosen["Cookie"] = f"guest={rng.choice(known.secrets)}"
    elif who < 0.5:
        chosen["Authorization"] = f"Bearer {rng.choice(known.secrets)}"
    elif who < 0.6:
        chosen["Cookie"] = f"guest={rng.getrandbits(190):x}"
    return chosen


def _body(rng: Random, path: str, known: Known) -> tuple[str, bytes]:
    """Returns a content type and a body."""
    if "/api/" in path and rng.random() < 0.8:
        return "application/json", _json(rng, known)
    if rng.random() < 0.2:
        return "multipart/form-data; boundary=b", _parts(rng, known)
    make = rng.choice((_form, _form, _record, _bytes))
    return "application/x-www-form-urlencoded", make(rng, known)


def _json(rng: Random, known: Known) -> bytes:
    body = {
        "spec": rng.choice((*_GAMES, *_WORDS)), "seats": ["me", "random"], "names": ["A"],
        "type": rng.choice(("act", "undo", "resign", "leave")), "id": f"{rng.getrandbits(40):x}",
        "expected": rng.randrange(9), "action": rng.choice(known.actions), "to": "bot", "seat": 0,
        "name": "B", "presses": [rng.choice(known.actions)],
    }  # fmt: skip
    for _ in range(rng.randrange(3)):
        body[rng.choice(list(body))] = rng.choice(ODD)
    written = json.dumps(body).encode()
    return mutated(rng, written) if rng.random() < 0.3 else written


def _form(rng: Random, known: Known) -> bytes:
    values = (*_WORDS, *known.actions[:20])
    pairs = [(rng.choice(_FIELDS), rng.choice(values)) for _ in range(rng.randint(0, 8))]
    return urlencode(pairs).encode()


def _record(rng: Random, known: Known) -> bytes:
    """Returns a form with an almost valid record."""
    moves = " | ".join(rng.choice(known.actions) for _ in range(rng.randrange(40)))
    record = _RECORD.format(game=rng.choice((*_GAMES, *_WORDS)), moves=moves)
    if rng.random() < 0.5:
        record = mutated(rng, record.encode()).decode()
    return urlencode({"text": record}).encode()


def _parts(rng: Random, known: Known) -> bytes:
    """Returns a multipart form with a file, half of the time mutated."""
    record = _RECORD.format(game=rng.choice(_GAMES), moves=rng.choice(known.actions))
    head = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
    whole = f"--b\r\n{head}\r\n\r\n{record}\r\n--b--\r\n".encode()
    return mutated(rng, whole) if rng.random() < 0.5 else whole


def _bytes(rng: Random, _: Known) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 100, 5_000)))


def bad_bytes(rng: Random) -> bytes:
    """Returns an invalid or unfinished request; the connection is closed after it."""
    live, upgrade = "/api/tables/x/live", "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    return rng.choice(
        (
            b"\x16\x03\x01\x02\x00\x01\x00",  # TLS
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
            b"GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n: z\r\n\r\n",
            b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 5_000 + b"\r\n",
            b"GET /\xff\x00 HTTP/1.1\r\nhost: x\r\n\r\n",
            b"GET / HTTP/1.0\r\n\r\n",
            b"POST /open HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
            b"POST /open HTTP/1.1\r\nhost: x\r\ncontent-length: 999999999999\r\n\r\n",
            b"POST /open HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
            b"PUT /me HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
            b"POST /me HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\naa",
            b"POST /me HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf",
            f"GET / HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n".encode(),
            f"GET {live} HTTP/1.1\r\nHost: x\r\n{upgrade}Sec-WebSocket-Version: 7\r\n\r\n".encode(),
            f"POST {live} HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n".encode(),
            b"BREW / HTTP/1.1\r\nhost: x\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            rng.randbytes(rng.randint(1, 2_000)),
        )
    )  # fmt: skip
