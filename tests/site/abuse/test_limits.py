"""Requests that are too large, too slow or too many, without a proxy before the site."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http import cookies
from unittest.mock import MagicMock

import httpx
import pytest
import sqlalchemy as sa
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from ludotheque.house.reader import Asker
from ludotheque.house.templating import Templates
from ludotheque.site.http import guard, protocol
from ludotheque.site.limits import MESSAGES, READS, WRITES, Allowed, Limits, Turns
from ludotheque.site.settings import Settings
from ludotheque.site.site import Site
from ludotheque.site.storage.schema import guests
from ludotheque.site.visitors import read_cookies
from tests.site.abuse.conftest import CONNECTIONS
from tests.site.running import until

FIRST_LINE = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"
BODY_LINES = (
    b"POST /prefer HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n"
    b"content-type: application/x-www-form-urlencoded\r\n\r\n"
)
CLUB = 40
UPGRADE = (
    b"GET /api/tables/none/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n"
    b"upgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def opened(stack: ExitStack, address: str, source: str) -> socket.socket:
    """A connection to the site from that address of this machine."""
    host, port = address.split(":")
    return stack.enter_context(socket.create_connection((host, int(port)), 60, (source, 0)))


def said(address: str, *pieces: bytes) -> bytes:
    """The site's answer to these bytes, until it closes the connection."""
    host, port = address.split(":")
    with closing(socket.create_connection((host, int(port)), 60)) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
            return b"".join(iter(lambda: line.recv(65536), b""))
        except (BrokenPipeError, ConnectionResetError):
            return b"cut"


@pytest.mark.parametrize(
    "head",
    [
        [b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n"],
        [FIRST_LINE + b"x: " + b"a" * 20_000 + b"\r\n\r\n"],
        [FIRST_LINE + b"x: y\r\n" * 5_000 + b"\r\n"],
        [FIRST_LINE, b"x: ", *[b"a" * 4_096] * 8],
    ],
    ids=["address", "header", "headers", "endless"],
)
def test_a_head_is_bounded(address: str, head: list[bytes]) -> None:
    answer = said(address, *head)
    assert answer == b"cut" or answer.startswith(b"HTTP/1.1 431 ")


def test_a_head_that_browsers_send_passes(address: str) -> None:
    head = FIRST_LINE + b"cookie: " + b"a" * 6_000 + b"\r\nconnection: close\r\n\r\n"
    assert said(address, head).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "piece",
    [
        b"",
        b"\r\n",
        FIRST_LINE,
        BODY_LINES + b"lang",
    ],
    ids=["nothing", "newline", "head", "body"],
)
def test_who_never_ends_a_request_is_cut_off(
    address: str, monkeypatch: pytest.MonkeyPatch, piece: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(protocol, "HEAD_S", 0.1)
    monkeypatch.setattr(protocol, "BODY_S", 0.1)
    assert said(address, piece).startswith(b"HTTP/1.1 408 ")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("kind", [protocol.HttpProtocol, protocol.SocketProtocol])
def test_who_never_reads_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
    kind: type[protocol.HttpProtocol] | type[protocol.SocketProtocol],
) -> None:
    monkeypatch.setattr(protocol, "LONGEST_SEND_S", 0)

    async def sent_to(*, reads: bool) -> bool:
        transport = MagicMock(get_extra_info=lambda _: None)
        line = kind(uvicorn.Config(object(), log_config=None), ServerState(), {})  # type: ignore[arg-type]
        line.connection_made(transport)
        line.pause_writing()
        if reads:
            line.resume_writing()
        for _ in range(3):
            await asyncio.sleep(0)
        line.connection_lost(None)
        return bool(transport.abort.called)

    assert asyncio.run(sent_to(reads=False))
    assert not asyncio.run(sent_to(reads=True))


OPENING = (
    b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def test_a_message_is_sent_at_once_only_to_who_takes_it() -> None:
    scopes: list[Scope] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scopes.append(scope)
        await receive()

    async def sent() -> list[tuple[bool, bytes]]:
        transport = MagicMock(get_extra_info=lambda _: None, is_closing=lambda: False)
        line = protocol.SocketProtocol(
            uvicorn.Config(application, log_config=None, lifespan="off"), ServerState(), {}
        )
        line.connection_made(transport)
        line.data_received(OPENING)
        while not scopes:
            await asyncio.sleep(0)
        send_now, found = scopes[0]["extensions"][protocol.SEND_NOW], list[tuple[bool, bytes]]()

        def attempt() -> None:
            transport.write.reset_mock()
            done = send_now(b"hi")
            found.append((done, b"".join(call.args[0] for call in transport.write.mock_calls)))

        attempt()
        line.pause_writing()
        attempt()
        line.resume_writing()
        attempt()
        line.conn.send_close(1000)
        attempt()
        line.connection_lost(None)
        attempt()
        return found

    done, left = (True, b"\x81\x02hi"), (False, b"")
    assert asyncio.run(sent()) == [done, left, done, left, left]
    assert protocol.SEND_NOW not in scopes[0]["extensions"], "it would hold the connection"


def test_a_cookie_of_backslashes_is_not_read() -> None:
    assert read_cookies('guest="' + "\\" * 60_000 + '"') == {}
    assert read_cookies('x="' + "\\" * 4_000 + '"; guest=abc; theme=') == {
        "guest": "abc",
        "theme": "",
    }
    assert read_cookies("; =; ;guest") == {"guest": ""}
    assert len(read_cookies("guest=" + "a" * 5_000)["guest"]) == 100


def test_nobody_else_reads_a_cookie(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise AssertionError("read by a parser that takes long")

    monkeypatch.setattr(cookies, "_unquote", read)
    hostile = 'lang=en; x="' + "\\" * 4_000 + '"'
    with httpx.Client(base_url=f"http://{address}", headers={"cookie": hostile}) as guest:
        assert 'lang="en"' in guest.get("/").text
        assert guest.get("/api/games").json()[0]["line"]


def rows(site: Site) -> int:
    count = sa.select(sa.func.count()).select_from(guests)
    return site.store.read_now(lambda connection: connection.execute(count).scalar_one())


def test_looking_around_writes_nothing(address: str, site: Site) -> None:
    before = rows(site)
    with httpx.Client(base_url=f"http://{address}", timeout=60) as guest:
        for path in ("/", "/me", "/tables", "/box/plus4", "/new/plus4", "/rules/plus4", "/open"):
            answer = guest.get(path)
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
        link = re.compile(r"/me/[\w-]{20,}")
        assert not link.search(guest.get("/me").text), "who has done nothing has no private link"
        assert rows(site) == before
        guest.post("/me", data={"name": "Ana"})
        assert rows(site) == before + 1
        assert link.search(guest.get("/me").text)


def test_a_page_that_does_not_change_is_made_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with httpx.Client(base_url=f"http://{address}", timeout=60) as guest:
        paths = ("/rules/redline", "/box/redline", "/rules/redline/part", "/")
        before = [guest.get(path).text for path in paths]
        monkeypatch.setattr(Templates, "rendered", None)
        assert [guest.get(path).text for path in paths] == before
        plain = guest.get("/rules/redline", headers={"accept-encoding": "identity"})
        assert plain.text == before[0]
        assert "content-encoding" not in plain.headers


def test_reading_is_limited_for_each_guest_and_each_address() -> None:
    limits = Limits(rate=5, sockets=20)

    def passed(what: Asker) -> int:
        return next(n for n in range(10_000) if limits.wait(what, READS))

    assert passed(Asker("1", "ana")) < 300
    assert passed(Asker("1", "bruno")) < 300, "one guest does not use up what another has"
    strangers = (limits.wait(Asker("1", f"made up {n}"), READS) for n in range(10_000))
    assert any(strangers), "made-up guests share one address"
    assert not limits.wait(Asker("2", "ana"), READS), "another address is not concerned"


def test_a_club_of_forty_behind_one_address_is_not_limited() -> None:
    """All come at once: pages with their files, a seat each, several tabs, and hasty presses."""
    limits = Limits(rate=5, sockets=20)
    club = [Asker("1", f"guest {n}") for n in range(CLUB)]
    for asker in (*club, *[Asker("1")] * CLUB):
        assert not any(limits.wait(asker, READS) for _ in range(25)), "two pages, a dozen files"
        assert not any(limits.wait(asker, WRITES) for _ in range(3))
    for asker in club:
        assert all(limits.sockets.take(asker) for _ in range(6))
        assert not any(limits.wait(asker, MESSAGES) for _ in range(10))


def test_an_address_has_so_many_connections_but_a_proxy_any_number(
    address: str, stack: ExitStack
) -> None:
    def answer(source: str) -> bytes:
        line = opened(stack, address, source)
        line.sendall(FIRST_LINE + b"\r\n")
        return line.recv(12)

    crowd = [opened(stack, address, "127.0.0.9") for _ in range(CONNECTIONS)]
    for line in crowd:
        line.sendall(UPGRADE)
        assert line.recv(12) == b"HTTP/1.1 101"
    assert opened(stack, address, "127.0.0.9").recv(12) == b"HTTP/1.1 429"
    assert answer("127.0.0.10") == b"HTTP/1.1 200"
    assert {answer("127.0.0.1") for _ in range(2 * CONNECTIONS)} == {b"HTTP/1.1 200"}
    crowd.pop().close()
    until(lambda: answer("127.0.0.9") == b"HTTP/1.1 200")


def test_the_oldest_idle_connection_of_an_address_gives_way_to_a_new_one(
    address: str, stack: ExitStack
) -> None:
    crowd = [opened(stack, address, "127.0.0.12") for _ in range(CONNECTIONS)]
    for line in crowd[1::2]:
        line.sendall(FIRST_LINE)
    line = opened(stack, address, "127.0.0.12")
    line.sendall(FIRST_LINE + b"\r\n")
    assert line.recv(12) == b"HTTP/1.1 200"
    for old in crowd[1:]:
        old.sendall(b"\r\n" if old in crowd[1::2] else FIRST_LINE + b"\r\n")
        assert old.recv(12) == b"HTTP/1.1 200"
    with suppress(ConnectionResetError):
        assert crowd[0].recv(12) == b""


def test_a_socket_is_one_connection_until_it_ends(address: str, stack: ExitStack) -> None:
    def upgraded() -> tuple[bytes, socket.socket]:
        line = opened(stack, address, "127.0.0.11")
        line.sendall(UPGRADE)
        return line.recv(12), line

    lines = [upgraded() for _ in range(CONNECTIONS)]
    assert {said for said, _ in lines} == {b"HTTP/1.1 101"}
    assert upgraded()[0] == b"HTTP/1.1 429"
    for _, line in lines:
        line.close()
    until(lambda: upgraded()[0] == b"HTTP/1.1 101")


def test_a_club_of_forty_browsers_has_connections_to_spare() -> None:
    """Six for each browser, and all the sockets that the address may have."""
    settings = Settings()
    sockets = 20 * settings.sockets
    assert 6 * CLUB + sockets < settings.connections


def test_a_guest_holds_so_many_sockets_and_an_address_a_few_hundred() -> None:
    sockets = Limits(rate=5, sockets=20).sockets
    ana = Asker("1", "ana")
    assert sum(sockets.take(ana) for _ in range(100)) == 20
    sockets.give_back(ana)
    assert sockets.take(ana)
    assert sum(sockets.take(Asker("1", f"made up {n}")) for n in range(1000)) == 380
    assert sum(sockets.take(Asker("1")) for _ in range(1000)) == 40, "visitors without a cookie"
    assert sockets.take(Asker("2"))


def test_players_get_their_sockets_whatever_else_their_address_holds() -> None:
    sockets = Limits(rate=5, sockets=20).sockets
    for n in range(1000):
        sockets.take(Asker("1", f"made up {n}"))
        sockets.take(Asker("1"))
    ana, bruno = Asker("1", "ana"), Asker("1", "bruno")
    assert not sockets.take(ana), "to watch a game"
    assert sum(sockets.take(ana, plays=True) for _ in range(100)) == 20
    assert sockets.take(bruno, plays=True)
    sockets.give_back(ana, plays=True)
    assert sockets.take(ana, plays=True)
    for n in range(1000):
        sockets.take(Asker("1", f"player {n}"), plays=True)
    assert not sockets.take(Asker("1", "one more"), plays=True)


def test_requests_of_one_address_wait_behind_each_other_not_before_others() -> None:
    async def crowd() -> None:
        turns, order = Limits(rate=5, sockets=20).working, list[str]()
        done = asyncio.Event()

        async def ask(asker: Asker) -> None:
            async with turns.turn(asker):
                order.append(asker.address)
                await done.wait()

        tasks = [asyncio.create_task(ask(Asker("greedy", f"made up {n}"))) for n in range(200)]
        tasks.append(asyncio.create_task(ask(Asker("witness"))))
        await asyncio.sleep(0)
        assert order.count("greedy") < 20
        assert "witness" in order
        done.set()
        await asyncio.gather(*tasks)
        assert len(order) == 201
        assert not turns.busy

    asyncio.run(crowd())


def test_what_waits_for_something_gives_its_turn_to_others() -> None:
    async def crowd() -> None:
        turns = Turns(1)
        slow = asyncio.Event()

        async def wait() -> None:
            async with turns.turn(Asker("1"), longest_s=0):
                await slow.wait()

        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        await turns.begin(Asker("1"))
        slow.set()
        await waiting
        assert turns.busy, "it was given back once"
        turns.end(Asker("1"))
        assert not turns.busy

    asyncio.run(crowd())


def test_refusals_are_counted_and_become_short(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "REFUSALS", Allowed("two refusals", 1, 0.001, burst_s=400))
    with httpx.Client(base_url=f"http://{address}", headers={"host": "a b"}) as stranger:
        said = [stranger.get("/") for _ in range(2)]
        assert [answer.status_code for answer in said] == [400, 400]
        assert all("content-security-policy" in answer.headers for answer in said)
        short = stranger.get("/")
        assert (short.status_code, short.content) == (400, b"")
        assert short.headers["connection"] == "close"
    assert httpx.get(f"http://{address}/healthz").status_code == 200
