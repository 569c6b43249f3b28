"""Requests and messages that no browser sends are refused in words, and break nothing."""

from __future__ import annotations

import asyncio
import gc
import logging
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import MagicMock
from weakref import ref

import httpx
import pytest
import uvicorn
from starlette.formparsers import FormParser, MultiPartParser
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosedError
from websockets.frames import CloseCode
from websockets.sync.client import connect

from ludotheque.core.texts import texts
from ludotheque.house import scripts
from ludotheque.site.http import protocol
from ludotheque.site.http.app import create_app
from ludotheque.site.http.guard import Guard, same_origin
from ludotheque.site.http.sockets import TableSocket
from ludotheque.site.limits import Limits
from ludotheque.site.settings import Settings
from tests.site.abuse.test_limits import said
from tests.site.inside import serving
from tests.site.running import NO_TLS
from tests.site.wire import Wire

SAY = texts("ludotheque.house", "en")


@dataclass
class Attacked:
    """A site, a program that sends it anything, and the tables and secrets it has there."""

    address: str
    http: httpx.Client
    made: dict[str, str]
    warnings: list[str]

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.http.get(path, headers={"accept-language": "en", **headers})


def assert_strict(answer: httpx.Response) -> None:
    """Whether an answer has the policy, and the other headers of every answer."""
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


class Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    heard = Warnings()
    with serving(tmp_path_factory.mktemp("site")) as (address, _):
        logging.getLogger().addHandler(heard)
        with httpx.Client(base_url=f"http://{address}", verify=NO_TLS) as http:
            made = http.post("/api/tables", json={"spec": "plus4", "seats": ["me", "open"]}).json()
            token = made["seats"][0]["token"]
            told = {"table": made["table"], "invite": made["invite"], "token": token}
            yield Attacked(address, http, told, heard.told)
    logging.getLogger().removeHandler(heard)
    assert heard.told == []


def test_a_program_with_a_token_has_a_page_of_its_own(attacked: Attacked) -> None:
    token = attacked.made["token"]
    page = attacked.get("/me", authorization=f"Bearer {token}")
    assert page.status_code == 200
    assert f"http://{attacked.address}/me/{token}" in page.text


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "", "http://[v1.x"])
def test_an_origin_that_is_no_address_is_a_foreign_one(attacked: Attacked, origin: str) -> None:
    answer = attacked.http.post("/quick/plus4", headers={"origin": origin})
    assert answer.status_code == 403
    assert not same_origin(httpx.Headers({"origin": origin, "host": "x"}))  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["x" * 3000, "[", "a b", "a/b", "a@b", "x:123456", "x:"])
@pytest.mark.parametrize("path", ["/qr/{invite}.svg", "/", "/healthz"])
def test_a_host_that_is_no_address_is_refused(attacked: Attacked, host: str, path: str) -> None:
    answer = attacked.get(path.format(**attacked.made), host=host)
    assert answer.status_code == 400
    assert answer.json()["title"] == SAY("site.bad_request")
    assert_strict(answer)


def test_a_host_of_others_is_told_to_be_strict_too(tmp_path: Path) -> None:
    with serving(tmp_path, domains="games.example") as (address, _):
        answer = httpx.get(f"http://{address}/", verify=NO_TLS)
        assert answer.status_code == 421
        assert_strict(answer)


def test_a_script_is_kept_for_ever_at_its_own_address_alone(attacked: Attacked) -> None:
    own = scripts.address("table")
    assert "immutable" in attacked.get(own).headers["cache-control"]
    for other in ("?v=anything", "", "?v=", f"?{own.partition('?')[2]}&x", "?v=0"):
        answer = attacked.get(f"/script/table.js{other}")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.content == attacked.get(own).content


@pytest.mark.parametrize("host", ["x" * 253 + ":65535", "[::1]:8000", "127.0.0.1", "GAMES.example"])
def test_every_address_fits_into_a_code(attacked: Attacked, host: str) -> None:
    answer = attacked.get("/qr/{invite}.svg".format(**attacked.made), host=host)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"


def test_bytes_are_answered_like_any_message_that_is_none(attacked: Attacked) -> None:
    wire = Wire(attacked.address, attacked.made["table"])
    for sent in (b"\x00\xff", b"", b'{"type": "ping"}'):
        wire.socket.send(sent)
        assert wire.hear()["type"] == "refused"
    wire.say({"type": "ping"})
    assert wire.hear()["type"] == "pong"
    wire.close()


def test_text_that_is_none_ends_the_socket(attacked: Attacked) -> None:
    with connect(f"ws://{attacked.address}/api/tables/{attacked.made['table']}/live") as line:
        line.socket.sendall(bytes([0x81, 0x82, 0, 0, 0, 0]) + b"\xff\xfe")
        with pytest.raises(ConnectionClosedError) as closed:
            line.recv(60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == CloseCode.INVALID_DATA
    assert attacked.warnings == []


def test_who_leaves_in_the_middle_of_a_form_is_no_error(
    attacked: Attacked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "BODY_S", 0.1)
    form = b"content-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\nhalf"
    half = b"POST /new/plus4 HTTP/1.1\r\nhost: x\r\n" + form
    assert said(attacked.address, half).startswith(b"HTTP/1.1 408 ")
    assert attacked.get("/healthz").status_code == 200, "whatever came of it has been logged"
    assert attacked.warnings == []


@pytest.mark.parametrize(
    "sent",
    [
        b"nothing\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: x\r\n\r\n",
        b"POST /open HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 9\r\n"
        b"content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n\xff: x",
    ],
    ids=["nothing", "upgrade", "parts"],
)
def test_nobody_fills_the_log_with_what_is_no_request(attacked: Attacked, sent: bytes) -> None:
    said(attacked.address, sent)
    assert attacked.warnings == []


def test_nothing_is_written_to_a_connection_that_is_gone() -> None:
    """Neither for the request that is being answered, nor for one that came after it.

    And nothing of it waits for a search for cycles.
    """

    async def leave() -> tuple[MagicMock, ref[protocol.HttpProtocol]]:
        reached, left = asyncio.Event(), asyncio.Event()

        async def answer(_: Scope, __: Receive, send: Send) -> None:
            reached.set()
            await left.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body"})

        transport = MagicMock(get_extra_info=lambda _: None)
        config, state = uvicorn.Config(answer, log_config=None), ServerState()
        line = protocol.HttpProtocol(config, state, {})
        line.connection_made(transport)
        line.data_received(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 2)
        await reached.wait()
        line.connection_lost(None)
        left.set()
        await asyncio.gather(*state.tasks)
        return transport, ref(line)

    gc.disable()
    transport, line = asyncio.run(leave())
    gc.enable()
    transport.write.assert_not_called()
    assert line() is None


def test_who_leaves_before_anything_is_sent_leaves_nothing_behind() -> None:
    async def leave() -> None:
        line = TableSocket(MagicMock(scope={}), *(MagicMock() for _ in range(3)))
        line.push(b"a view")
        assert line.tasks, "another server sends nothing at once"
        for task in line.tasks:
            task.cancel()
        await asyncio.wait(line.tasks)

    with warnings.catch_warnings(record=True) as warned:
        asyncio.run(leave())
    assert warned == [], "a coroutine that was never awaited"


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/tables/{table}", "/api/nothing", "/t/{table}/record", "/t/{table}"]
)
def test_answers_about_people_are_stored_nowhere(attacked: Attacked, path: str) -> None:
    answer = attacked.get(path.format(**attacked.made))
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/nothing", "/static/site.css", "/t/{table}/record", "/healthz"]
)
def test_every_answer_tells_browsers_to_be_strict(attacked: Attacked, path: str) -> None:
    headers = attacked.get(path.format(**attacked.made), origin="https://evil.example").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert not [name for name in headers if name.startswith("access-control-")]


def test_files_may_be_stored(attacked: Attacked) -> None:
    assert attacked.get("/static/site.css").headers["cache-control"] == "no-cache"


def within(host: str, path: str = "/static/site.css") -> httpx.Response:
    """The answers of a site with hosts of its own; it needs no database for its files."""
    app = create_app(Settings(domains="games.example, 192.0.2.7:8000"))

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            return await http.get(path, headers={"host": host, "accept-language": "en"})

    return asyncio.run(ask())


@pytest.mark.parametrize("host", ["games.example", "Games.Example", "192.0.2.7:8000"])
def test_a_site_answers_under_its_own_addresses(host: str) -> None:
    assert within(host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "games.example:81", "192.0.2.7", "games.example.evil.example", ""]
)
def test_a_site_answers_under_no_other_address(host: str) -> None:
    refused = within(host)
    assert (refused.status_code, refused.json()["title"]) == (421, SAY("site.wrong_host"))


def test_a_socket_under_another_address_is_not_opened() -> None:
    sent: list[Message] = []

    async def application(*_: object) -> None:
        sent.append({"type": "passed"})

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    for host in (b"evil.example", b"games.example"):
        scope = {"type": "websocket", "path": "/", "headers": [(b"host", host)]}
        guard = Guard(application, Limits(5, 20), ["games.example"])
        asyncio.run(guard(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 4403}, {"type": "passed"}]


def test_the_machine_asks_for_its_health_under_any_name() -> None:
    guard = Guard(create_app(), Limits(5, 20), ["games.example"])
    for path, refused in (("/healthz", False), ("/metrics", False), ("/healthz/x", True)):
        scope = {"type": "http", "path": path, "headers": [(b"host", b"127.0.0.1:8000")]}
        assert (guard._foreign_host(scope) is not None) is refused


@pytest.mark.parametrize("path", ["/open", "/me", "/prefer", "/new/redline"])
@pytest.mark.parametrize("kind", ["files", "data"])
def test_a_form_has_so_many_fields(
    attacked: Attacked, monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    parsed = 0

    def count(_: object) -> None:
        nonlocal parsed
        parsed += 1

    monkeypatch.setattr(MultiPartParser, "on_part_begin", count)
    monkeypatch.setattr(FormParser, "on_field_start", count)
    fields = {f"{n}": "1" for n in range(1500)}
    answer = attacked.http.post(path, **{kind: fields})  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert answer.json()["type"] == "urn:ludotheque:bad_request"
    assert parsed <= 64, "the rest was refused before it was parsed"
