"""Old data are deleted, the rest stays, and the processes of a site do not do it twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.cli import main
from ludotheque.house.tasks import cancel_all
from ludotheque.site.settings import BadSetting, Settings, from_environment
from ludotheque.site.storage.guests import Guests, today
from ludotheque.site.storage.schema import guests, metadata, tables
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.upkeep import tidying
from ludotheque.site.upkeep.tidying import Tidied, Tidying
from ludotheque.table.commands import resign
from ludotheque.table.seats import Sitter
from tests.site.postgres import shared
from tests.site.shared import make_known

DAY_S = 86_400
KEEP = Settings(keep_unfinished_days=10, keep_finished_days=100, keep_guests_days=50)


@pytest.fixture(name="site")
def _site(database: str) -> Iterator[Tables]:
    with opened(database) as store:
        yield Tables(store)


async def age(site: Tables, table_id: str, days: float) -> None:
    """Makes it so many days since a table was changed."""
    query = sa.update(tables).where(tables.c.id == table_id)
    await site.store.write(lambda c: c.execute(query.values(changed=time.time() - days * DAY_S)))


async def seen(site: Tables, guest: str, days: int) -> None:
    """Makes it so many days since a guest was here."""
    query = sa.update(guests).where(guests.c.id == guest).values(seen_day=today() - days)
    await site.store.write(lambda c: c.execute(query))


async def table(site: Tables, guest: str, days: float, *, over: bool = False) -> str:
    """A table that was changed last so many days ago."""
    make_known(site.store, guest)
    made = await site.create(load("plus4"), [Sitter("person", guest)] * 2)
    if over:
        await site.change(made.id, lambda now, moment: resign(now, 0, moment))
    await age(site, made.id, days)
    return made.id


def left(site: Tables, column: sa.Column[str]) -> set[str]:
    return set(site.store.read_now(lambda c: c.execute(sa.select(column)).scalars().all()))


def test_what_is_old_goes_and_the_rest_stays(site: Tables) -> None:
    async def play() -> None:
        people = Guests(site.store)
        ana, bo, cleo, dan = [(await people.add(name))[0] for name in "abcd"]
        kept = {await table(site, ana, 9), await table(site, ana, 99, over=True)}
        gone = {await table(site, bo, 11), await table(site, bo, 101, over=True)}
        for guest, days in ((ana, 60), (bo, 60), (cleo, 51), (dan, 49)):
            await seen(site, guest, days)
        tidy = Tidying(site, KEEP)
        assert await tidy.due() == Tidied(1, 1, 1), "whose last table goes is counted after that"
        assert left(site, tables.c.id) == kept | gone, "looking deletes nothing"
        assert await tidy.tidy() == Tidied(1, 1, 2)
        assert left(site, tables.c.id) == kept
        assert left(site, guests.c.id) == {ana, dan}
        assert {await site.get(name) for name in gone} == {None}
        assert await tidy.tidy() == await tidy.due() == Tidied(0, 0, 0)

    asyncio.run(play())
    for part in metadata.sorted_tables:
        if "table_id" in part.c:
            assert left(site, part.c.table_id) <= left(site, tables.c.id), part.name


def test_nothing_goes_where_the_host_keeps_all(site: Tables) -> None:
    async def play() -> Tidied:
        ana, _ = await Guests(site.store).add()
        await table(site, ana, 5000)
        await table(site, ana, 5000, over=True)
        await seen(site, (await Guests(site.store).add())[0], 5000)
        keep = Settings(keep_unfinished_days=0, keep_finished_days=0, keep_guests_days=0)
        return await Tidying(site, keep).tidy()

    assert asyncio.run(play()) == Tidied(0, 0, 0)


def test_many_go_in_small_portions(site: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "_PAUSE_S", 0)
    monkeypatch.setattr(tidying, "_LOOKED_UP", 5)
    monkeypatch.setattr(tidying, "_TABLES_AT_ONCE", 2)
    portions: list[int] = []
    delete = site.delete_within

    def counting(connection: Any, ids: Any) -> None:
        portions.append(len(ids))
        delete(connection, ids)

    monkeypatch.setattr(site, "delete_within", counting)

    async def play() -> Tidied:
        for _ in range(7):
            await table(site, "a", 11)
        return await Tidying(site, KEEP).tidy()

    assert asyncio.run(play()) == Tidied(7, 0, 0)
    assert portions == [2, 2, 1, 2]


def test_a_long_table_is_a_portion_of_its_own() -> None:
    rows = [Sized("a", 10), Sized("b", 8000), Sized("c", 1990), Sized("d", 10), Sized("e", 1)]
    assert list(tidying._portions(rows, 50)) == [["a"], ["b"], ["c", "d"], ["e"]]


class Sized:
    def __init__(self, name: str, size: int) -> None:
        self.id, self.size = name, size


def test_what_somebody_takes_up_meanwhile_stays(
    site: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        name = await table(site, "a", 11)
        job = Tidying._job

        def late(self: Tidying, kind: Any, ids: Any, connection: Any) -> int | None:
            query = sa.update(tables).where(tables.c.id == name).values(changed=time.time())
            connection.execute(query)
            return job(self, kind, ids, connection)

        monkeypatch.setattr(Tidying, "_job", late)
        assert await Tidying(site, KEEP).tidy() == Tidied(0, 0, 0)
        assert await site.get(name) is not None

    asyncio.run(play())


def test_of_two_processes_one_tidies() -> None:
    url = shared().database()

    async def play() -> None:
        with opened(url) as store, opened(url) as elsewhere:
            site = Tables(store)
            await table(site, "a", 11)
            other = Tidying(Tables(elsewhere), KEEP)
            lock = sa.select(sa.func.pg_advisory_xact_lock(tidying._TIDYING_LOCK))
            held, free = asyncio.Event(), asyncio.Event()
            loop = asyncio.get_running_loop()

            def hold(connection: sa.Connection) -> None:
                connection.execute(lock)
                loop.call_soon_threadsafe(held.set)
                asyncio.run_coroutine_threadsafe(free.wait(), loop).result()

            holding = asyncio.create_task(site.store.write(hold))
            await held.wait()
            assert await other.tidy() == Tidied(0, 0, 0)
            free.set()
            await holding
            assert await other.tidy() == Tidied(1, 0, 0)

    asyncio.run(play())


def test_the_site_tidies_by_itself(site: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "_FIRST_AFTER_S", (0, 0))
    monkeypatch.setattr(tidying, "DAY_S", 0)
    runs = 0

    async def play() -> None:
        done = asyncio.Event()

        class Counted(Tidying):
            async def tidy(self) -> Tidied:
                nonlocal runs
                runs += 1
                if runs == 1:
                    raise ZeroDivisionError
                done.set()
                return await super().tidy()

        daily = asyncio.create_task(Counted(site, KEEP).every_day())
        await done.wait()
        await cancel_all([daily])

    asyncio.run(play())
    assert runs >= 2, "a failure does not end it"


def test_a_visit_is_noted_once_a_day(site: Tables) -> None:
    async def play() -> None:
        people = Guests(site.store)
        ana, secret = await people.add()
        await seen(site, ana, 3)
        assert await people.find(secret) == (ana, "")
        query = sa.select(guests.c.seen_day).where(guests.c.id == ana)
        assert await site.store.read(lambda c: c.execute(query).scalar()) == today()

    asyncio.run(play())


def test_the_command_says_what_it_does(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_KEEP_UNFINISHED_DAYS", "10")

    async def play() -> None:
        with opened(database) as store:
            await table(Tables(store), "a", 11)

    asyncio.run(play())
    words = ["prune", "--database", database, "--lang", "en"]
    for more, told in (("--dry-run", "To be deleted:"), ("--lang=en", "Deleted:")):
        assert main([*words, more]) == 0
        assert capsys.readouterr().out.splitlines() == [
            told, "  1 unfinished table", "  0 finished tables", "  0 guests without a table",
        ]  # fmt: skip
    assert main([*words, "--dry-run"]) == 0
    assert "  0 unfinished tables" in capsys.readouterr().out


def test_a_time_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_KEEP_GUESTS_DAYS", "-1")
    with pytest.raises(BadSetting, match="LUDOTHEQUE_KEEP_GUESTS_DAYS"):
        from_environment()
