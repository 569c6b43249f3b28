"""The memory of the site stays bounded: sockets, tables, limits."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from prometheus_client import REGISTRY
from websockets.server import ServerProtocol
from websockets.sync.client import ClientConnection, connect

from ludotheque import load
from ludotheque.core.caching import results_kib
from ludotheque.games import names
from ludotheque.house.reader import Asker
from ludotheque.site import limits as site_limits
from ludotheque.site.http import app, sockets
from ludotheque.site.http.protocol import HttpProtocol
from ludotheque.site.limits import WRITES, Limits
from ludotheque.site.memory import resident_bytes
from ludotheque.site.site import Site
from ludotheque.site.storage.reading import TableCache
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.commands import resign
from ludotheque.table.table import Denied, Event, Table, fold_all
from tests.site.inside import serving
from tests.site.running import NO_TLS, until
from tests.site.shared import make_known
from tests.table.tables import ANA, BRUNO, made, moment

Leaving = Callable[[ClientConnection], object]


@pytest.fixture
def within(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Site]]:
    """A site in this process that never looks for cycles, its address."""

    async def never() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(app, "_collect_seldom", never)
    with serving(tmp_path) as (address, site):
        gc.collect()
        gc.disable()
        yield address, site
        gc.enable()


def held() -> list[object]:
    """The objects of sockets, and of refusals on them, that are still in memory."""
    kinds = sockets.TableSocket, ServerProtocol, HttpProtocol, Denied
    return [one for one in gc.get_objects() if type(one) in kinds]


def vanish(line: ClientConnection) -> None:
    line.socket.shutdown(2)


def fall_silent(line: ClientConnection) -> None:
    with pytest.raises(Exception, match="4408"):
        line.recv(20)


def say_too_much(line: ClientConnection) -> None:
    line.send("x" * 100_000)


@pytest.mark.parametrize("leave", [ClientConnection.close, vanish, fall_silent, say_too_much])
def test_nothing_is_left_of_a_socket_that_is_closed(
    within: tuple[str, Site], monkeypatch: pytest.MonkeyPatch, leave: Leaving
) -> None:
    """Nothing waits for a search for cycles: each socket holds the memory of its compression."""
    if leave is fall_silent:
        monkeypatch.setattr(sockets, "LONGEST_SILENCE_S", 0.2)
    address, site = within
    body = {"spec": "babylone", "seats": ["me", "me"]}
    made = httpx.post(f"http://{address}/api/tables", json=body, timeout=20).json()
    token = {"authorization": f"Bearer {made['seats'][0]['token']}"}
    for _ in range(3):
        where = f"ws://{address}/api/tables/{made['table']}/live"
        with connect(where, additional_headers=token) as line:
            line.send('{"type": "hello", "since": null}')
            line.recv(20)
            line.send('{"type": "act", "id": "a", "expected": 9, "action": "1"}')
            assert json.loads(line.recv(20))["type"] == "refused"
            assert held()
            leave(line)
    until(lambda: not held())
    assert not site.hub.followed()


IN_JSON = {"content-type": "application/json"}
NOT_JSON, NO_TEXT = ({"content": body, "headers": IN_JSON} for body in ("{", b"\xff"))
NO_HANDSHAKE = {"connection": "upgrade", "upgrade": "websocket"}
ASKED: Sequence[tuple[str, str, dict[str, Any]]] = [
    *[("GET", path, {}) for path in ("/box/plus4", "/tables", "/t/{table}", "/me/scores")],
    *[("GET", f"/new/{name}", {}) for name in names()],
    ("GET", "/api/tables/{table}/live", {"headers": NO_HANDSHAKE}),
    ("POST", "/api/tables", NOT_JSON),
    ("POST", "/api/tables", NO_TEXT),
    ("POST", "/api/tables/{table}/commands", NOT_JSON),
]
OF_THE_SITE = "ludotheque", "sqlalchemy", "jinja2", "fastapi", "starlette", "uvicorn"


def left_in_cycles() -> set[str]:
    """Objects that the site no longer uses but only the garbage collector would free, by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    kinds = {type(one) for one in gc.garbage}
    gc.garbage.clear()
    return {kind.__qualname__ for kind in kinds if kind.__module__.startswith(OF_THE_SITE)}


def test_nothing_is_left_of_requests_that_were_answered(within: tuple[str, Site]) -> None:
    """Nothing waits for a search for cycles: pages and connections, statements and kits."""
    address, _ = within
    with httpx.Client(base_url=f"http://{address}", timeout=20, verify=NO_TLS) as http:
        body = {"spec": "babylone", "seats": ["me", "open"]}
        made = http.post("/api/tables", json=body).json()
        http.headers["cookie"] = f"guest={made['seats'][0]['token']}"

        def ask_all() -> set[int]:
            paths = [
                (method, path.format(table=made["table"]), more) for method, path, more in ASKED
            ]
            return {http.request(method, path, **more).status_code for method, path, more in paths}

        assert ask_all() == {200, 400}  # the first of a kind loads what it needs
        gc.collect()
        ask_all()
        assert not left_in_cycles()
    until(lambda: not held())


def a_table(name: str) -> Table:
    return made("babylone", table_id=name).after


def over(table: Table) -> Table:
    return resign(table, 0, moment()).after


def test_few_finished_tables_are_remembered_and_more_that_go_on() -> None:
    known = TableCache(going_on=500, finished=50)
    for number in range(200):
        known.put(a_table(f"on{number}"))
        known.put(over(a_table(f"over{number}")))
    assert 20 < len(known) < 60
    assert known.get("on199")
    assert known.get("on0") is None
    assert known.get("over190") is None
    assert known.get("over199")


def longer(table: Table, times: int) -> Table:
    return replace(table, history=replace(table.history, moves=table.moves * times))


def counted(what: str) -> float | None:
    """How many such items are cached, from the metrics."""
    return REGISTRY.get_sample_value(f"ludotheque_{what}_remembered")


def test_a_long_game_weighs_more() -> None:
    known, table = TableCache(going_on=1_000), a_table("long")
    for number in range(20):
        known.put(a_table(f"short{number}"))
    known.put(longer(table, 950))
    assert known.get("long")
    assert 1 < len(known) < 10
    assert counted("tables") == len(known)
    assert counted("moves") == 950 + len(known) - 1
    known.put(replace(longer(table, 2_000), seq=table.seq + 1))
    assert known.get("long") is None
    assert counted("moves") == len(known)


def test_every_table_of_a_very_busy_evening_is_remembered() -> None:
    known, table = TableCache(), longer(a_table("busy"), 60)
    for number in range(5_000):
        known.put(replace(table, id=f"busy{number}"))
    assert len(known) == 5_000


def test_the_newest_of_a_table_is_remembered_finished_or_not() -> None:
    known, table = TableCache(), a_table("one")
    end = over(table)
    again = fold_all(end, [Event(end.seq + 1, "undone", {"seat": 0, "to": 1})])
    for older, newest in ((table, table), (end, end), (table, end), (again, again), (end, again)):
        known.put(older)
        assert known.get("one") is newest
        assert len(known) == 1


def test_a_table_that_was_forgotten_is_read_again(tmp_path: Path) -> None:
    async def play() -> None:
        with opened(f"sqlite:///{tmp_path / 'site.sqlite3'}") as store:
            make_known(store, "ana", "bruno")
            tables = Tables(store)
            tables.cache = TableCache(going_on=50, finished=50)
            names = []
            for _ in range(20):
                new = await tables.create(load("babylone"), [ANA, BRUNO])
                await tables.change(new.id, lambda table, now: resign(table, 0, now))
                names.append(new.id)
            assert len(tables.cache) <= 4
            first = await tables.get(names[0])
            assert first is not None
            assert first.outcome is not None

    asyncio.run(play())


def test_a_host_reads_how_much_memory_there_is(within: tuple[str, Site]) -> None:
    address, site = within
    with httpx.Client(base_url=f"http://{address}", timeout=20, verify=NO_TLS) as http:
        assert http.get("/rules/plus4").status_code == 200
    asyncio.run(site._count_memory())
    memory, results, pages = (
        REGISTRY.get_sample_value(f"ludotheque_{what}_bytes")
        for what in ("memory", "results", "pages")
    )
    assert memory == pytest.approx(resident_bytes(), rel=0.5)
    assert results == pytest.approx(1024 * results_kib(), rel=0.5)
    assert pages is not None
    assert pages > 10_000


THREADS_THAT_ALLOCATE = """
import ctypes, threading
from ludotheque.site.memory import share_memory
share_memory()
all_there, held = threading.Barrier(4), []
def allocate():
    all_there.wait()
    held.append(bytes(10_000))
    all_there.wait()
threads = [threading.Thread(target=allocate) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="not glibc")
def test_threads_take_memory_from_one_place() -> None:
    told = subprocess.run(
        [sys.executable, "-c", THREADS_THAT_ALLOCATE], capture_output=True, check=True, text=True
    )
    assert told.stdout.count("<heap nr=") == 1


def test_limits_are_forgotten_once_they_do_not_hold_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(site_limits, "time", SimpleNamespace(monotonic=lambda: now))
    limits = Limits(rate=1, sockets=1)

    def ask(who: str) -> float:
        return limits.wait(Asker(who, who), WRITES)

    while not ask("greedy"):
        pass
    for number in range(1000):
        now += 0.1
        ask(f"guest {number}")
        assert len(limits.buckets) < 300
        assert ask("greedy") or number > 5
    now += 1000
    ask("last")
    assert len(limits.buckets) <= 2
