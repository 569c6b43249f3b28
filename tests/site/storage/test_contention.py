"""Two stores on one PostgreSQL, as in two processes: they meet, and nothing is lost or held up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager
from functools import partial

import psycopg
import pytest
from orjson import dumps as encoded

from ludotheque import load
from ludotheque.house.hub import Hub
from ludotheque.house.keeping import Kept
from ludotheque.house.tasks import cancel_all
from ludotheque.site.storage.notices import Notices
from ludotheque.site.storage.reading import read_events
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.table.commands import act
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Moment, Table
from tests.site.postgres import shared
from tests.site.shared import make_known

BOTH = [Sitter("person", "a"), Sitter("person", "a")]


@pytest.fixture
def pair() -> Iterator[tuple[Tables, Tables]]:
    url = shared().database()
    with opened(url) as one, opened(url) as other:
        make_known(one, "a")
        yield Tables(one), Tables(other)


@asynccontextmanager
async def listening(notices: Notices) -> AsyncIterator[None]:
    loops = [asyncio.create_task(loop) for loop in (notices.listen(), notices.read())]
    yield
    await cancel_all(loops)


def any_move(table: Table, moment: Moment) -> Change:
    game = table.kit.game
    return act(table, [0, 1], game.notation.write_action(game.actions(table.state)[0]), moment)


def new_tables(tables: Tables, count: int) -> list[str]:
    async def make() -> list[str]:
        made = [tables.create(load("plus4(mode=endless)"), BOTH) for _ in range(count)]
        return [table.id for table in await asyncio.gather(*made)]

    return asyncio.run(make())


def test_both_write_to_the_same_tables_at_once(pair: tuple[Tables, Tables]) -> None:
    names = new_tables(pair[0], 5)

    async def write() -> list[Kept]:
        jobs = [
            tables.change(name, any_move, f"{who}-{n}")
            for n in range(4)
            for who, tables in enumerate(pair)
            for name in names
        ]
        return await asyncio.gather(*jobs)

    assert len(asyncio.run(write())) == 40
    for name in names:
        log = pair[0].store.read_now(partial(read_events, table_id=name))
        assert [event.seq for event in log] == list(range(len(log)))
        moves = [event for event in log if event.body.get("seat") is not None]
        assert len(moves) == 8, "every move once"


def test_a_table_that_is_held_holds_up_no_other(pair: tuple[Tables, Tables]) -> None:
    held, free = new_tables(pair[0], 2)

    async def write(holder: psycopg.Connection) -> tuple[Kept, Kept]:
        waiting = asyncio.create_task(pair[1].change(held, any_move, "held"))
        done = await asyncio.wait_for(pair[1].change(free, any_move, "free"), 2)
        assert not waiting.done()
        holder.rollback()
        return done, await asyncio.wait_for(waiting, 5)

    with psycopg.connect(pair[0].store.url) as holder:
        holder.execute("select 1 from tables where id = %s for update", [held])
        for kept in asyncio.run(write(holder)):
            assert not kept.again


def test_a_table_that_stays_held_is_put_off(
    pair: tuple[Tables, Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.site.storage.store._ALONE_LOCK_WAIT_MS", 50)
    (name,) = new_tables(pair[0], 1)
    with psycopg.connect(pair[0].store.url) as holder:
        holder.execute("select 1 from tables where id = %s for update", [name])
        with pytest.raises(Unavailable):
            asyncio.run(pair[1].change(name, any_move, "late"))


@pytest.mark.parametrize("longest_bytes", [7900, 100])
def test_a_notice_brings_events_along_and_what_has_no_room_is_read(
    pair: tuple[Tables, Tables], longest_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.site.storage.drivers._LONGEST_NOTICE_BYTES", longest_bytes)
    (name,) = new_tables(pair[0], 1)
    found, begun, later = list[Table](), asyncio.Event(), pair[1].later

    async def counted(tables: Collection[Table]) -> list[Table]:
        states = await later(tables)
        found.extend(states)
        begun.set()
        return states

    monkeypatch.setattr(pair[1], "later", counted)

    async def follow() -> None:
        table = await pair[1].get(name)
        assert table is not None
        hub = Hub(encoded)
        notices = Notices(pair[1].store.url, pair[1], hub)
        with hub.waiting(table) as news:
            async with listening(notices):
                await asyncio.wait_for(begun.wait(), 10)  # changes stored before it listened
                for number in range(3):
                    kept = await pair[0].change(name, any_move, f"n{number}")
                    await asyncio.wait_for(news.wait(), 10)
                    news.clear()
                    assert hub.newest(name) == kept.table
                    assert pair[1].cache.get(name) == kept.table

    asyncio.run(follow())
    assert bool(found) == (longest_bytes < 7900)


def test_a_notice_that_nobody_understands_has_every_table_read(pair: tuple[Tables, Tables]) -> None:
    (name,) = new_tables(pair[0], 1)

    async def follow() -> None:
        table = await pair[1].get(name)
        assert table is not None
        hub = Hub(encoded)
        kept = await pair[0].change(name, any_move, "n")
        with hub.waiting(table) as news:
            notices = Notices(pair[1].store.url, pair[1], hub)
            reading = asyncio.create_task(notices.read())
            notices._hear(f"{name} 99 other")
            await asyncio.wait_for(news.wait(), 10)
            reading.cancel()
            assert hub.newest(name).seq == kept.table.seq

    asyncio.run(follow())


def test_a_process_that_lost_its_line_reads_what_it_missed(pair: tuple[Tables, Tables]) -> None:
    (name,) = new_tables(pair[0], 1)
    cut = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'"

    async def follow() -> None:
        table = await pair[1].get(name)
        assert table is not None
        hub = Hub(encoded)
        notices = Notices(pair[1].store.url, pair[1], hub)
        async with listening(notices):
            with hub.waiting(table) as news:
                for number in range(4):
                    while not notices.connected:
                        await asyncio.sleep(0.01)
                    if number % 2:
                        with psycopg.connect(pair[0].store.url, autocommit=True) as cutter:
                            cutter.execute(cut)
                    kept = await pair[0].change(name, any_move, f"n{number}")
                    await asyncio.wait_for(news.wait(), 10)
                    news.clear()
                    assert hub.newest(name).seq == kept.table.seq

    asyncio.run(follow())
