"""The site calls time at tables with and without onlookers, and after it was killed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
import sqlalchemy as sa
from orjson import dumps as encoded

from ludotheque import load
from ludotheque.house.hub import Hub
from ludotheque.house.keeping import Keeping
from ludotheque.house.thinking.bots import Bots
from ludotheque.house.thinking.clocks import Clocks
from ludotheque.house.thinking.thinker import Thinker
from ludotheque.play.clock import read_pace
from ludotheque.site.storage.database import engine_for
from ludotheque.site.storage.schema import events, tables
from ludotheque.site.storage.store import Store, opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.commands import Terms
from ludotheque.table.table import Table
from tests.site.running import Running, until
from tests.site.shared import fresh, make_known
from tests.table.tables import ANA, BRUNO
from tests.table.test_clock import timed

A_MINUTE_AND_MORE_MS, MORE_THAN_A_DAY_MS = 61_000, 90_000_000


def earlier(database: str, table: str, ms: int) -> None:
    """Lets everything at a table have happened that much earlier: so much time has passed."""
    engine = engine_for(database, writes=True)
    with engine.begin() as connection:
        log = sa.update(events).where(events.c.table_id == table)
        connection.execute(log.values(at=events.c.at - ms))
        summary = sa.update(tables).where(tables.c.id == table)
        connection.execute(summary.values(falls_at=tables.c.falls_at - ms))
    engine.dispose()


def moved_twice(site: Running, clock: str) -> tuple[str, dict[str, Any]]:
    """A table of two people at which each has made a first move; its id, and the table after."""
    made = httpx.post(
        f"{site.url}/api/tables",
        json={"spec": "plus4", "seats": ["me", "me"], "clock": clock},
        timeout=20,
    ).json()
    tokens = [{"authorization": f"Bearer {seat['token']}"} for seat in made["seats"]]
    address = f"{site.url}/api/tables/{made['table']}"
    after: dict[str, Any] = {}
    for _ in range(2):
        mine: dict[str, Any] = {}
        for token in tokens:
            mine = httpx.get(address, headers=token, timeout=20).json()
            if mine["gestures"]:
                break
        action = mine["gestures"][0]["action"]
        command = {"type": "act", "id": str(mine["seq"]), "expected": mine["seq"], "action": action}
        kept = httpx.post(f"{address}/commands", headers=token, json=command, timeout=20)
        assert kept.status_code == 200, kept.text
        after = kept.json()["position"]
    return made["table"], after


def test_a_flag_falls_although_the_site_was_killed(tmp_path: Path) -> None:
    """On PostgreSQL; that it does so on SQLite is seen in two browsers."""
    database = fresh("postgresql", tmp_path)
    site = Running(tmp_path, database).start()
    try:
        table, before = moved_twice(site, "1+0")
        assert before["clock"]["left_ms"] == [60_000, 60_000]
        assert before["clock"]["running"] == before["turn"]
        site.kill()
        earlier(database, table, A_MINUTE_AND_MORE_MS)
        site.start()
        address = f"{site.url}/api/tables/{table}"
        until(lambda: httpx.get(address, timeout=20).json()["result"])
        after = httpx.get(address, timeout=20).json()
        assert after["result"]["returns"][before["turn"]] == -1
        assert after["clock"]["left_ms"][before["turn"]] == 0
        kinds = [kind for _, kind, _, _ in site.events(table)]
        assert kinds[-2:] == ["out_of_time", "over"]
        record = httpx.get(f"{site.url}/t/{table}/record", timeout=20).text
        assert f'[Termination "out_of_time {before["turn"]}"]' in record
    finally:
        site.stop()


def test_where_somebody_looks_time_is_called_without_the_sweep(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 's.sqlite3'}"

    async def look(store: Store) -> tuple[Table, list[Table]]:
        make_known(store, "ana", "bruno")
        table = await Tables(store).create(load("plus4"), [ANA, BRUNO], Terms(pace=read_pace("1d")))
        earlier(database, table.id, MORE_THAN_A_DAY_MS)
        tables, hub, announced = Tables(store), Hub(encoded), list[Table]()

        def announce(table: Table) -> None:
            hub.tell(table)
            announced.append(table)

        clocks = Clocks(tables, hub, announce)
        late = await tables.get(table.id)
        assert late is not None
        with hub.waiting(late) as changed:
            await asyncio.wait_for(changed.wait(), 60)
            newest = hub.newest(late.id)
        await clocks.stop()
        return newest, announced

    with opened(database) as store:
        newest, announced = asyncio.run(look(store))
    assert newest.outcome is not None
    assert newest.outcome.reason.key == "match.out_of_time"
    assert announced == [newest]


def test_a_bot_with_little_time_thinks_for_less() -> None:
    bots = Bots(cast("Keeping", None), Hub(encoded), cast("Thinker", None), lambda _: None, 5)
    table = timed("1+0")
    assert bots._seconds(table) == 5
    assert table.clock is not None
    short = SimpleNamespace(clock=SimpleNamespace(left_ms=(4000, 4000)), turn=1)
    assert bots._seconds(cast("Table", short)) == pytest.approx(0.8)
