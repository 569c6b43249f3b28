"""The changes of a batch: stored together, in few round trips, and none harms another."""

from __future__ import annotations

import asyncio
import fcntl
import re
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from errno import ENOLCK
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.house.keeping import Kept
from ludotheque.site.storage import reading
from ludotheque.site.storage.drivers import PostgresDriver, Rows
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.jobs import BatchAttempt, JobOutcome, JobOutcomes
from ludotheque.site.storage.reading import TableCache, read_events
from ludotheque.site.storage.schema import tables as summaries
from ludotheque.site.storage.store import Line, Store, opened
from ludotheque.site.storage.tables import Tables
from ludotheque.site.upkeep.forgetting import Forgetting
from ludotheque.table import commands
from ludotheque.table.seats import OPEN, Sitter
from ludotheque.table.table import Change, Moment, Table, changed
from tests.site.postgres import shared
from tests.site.shared import make_known

BOTH = [Sitter("person", "a"), Sitter("person", "a")]
Asked = Coroutine[Any, Any, Kept]


@pytest.fixture(name="site")
def _site(database: str) -> Iterator[Tables]:
    with opened(database) as store:
        yield Tables(store)


def acts(table: Table, moment: Moment) -> Change:
    game = table.kit.game
    text = game.notation.write_action(game.actions(table.state)[0])
    return commands.act(table, [0, 1], text, moment)


def refuses(table: Table, moment: Moment) -> Change:
    return commands.act(table, [0, 1], "no such action", moment)


def fails(table: Table, moment: Moment) -> Change:
    raise ZeroDivisionError


def has_a_kind_too_long(table: Table, moment: Moment) -> Change:
    return changed(table, moment, [("far too long for the column", {})])


async def new(site: Tables, count: int) -> list[Table]:
    kit = load("plus4(mode=endless)")
    make_known(site.store, "a", "b")
    return await asyncio.gather(*[site.create(kit, BOTH) for _ in range(count)])


class Gate(threading.Event):
    """Holds the writer up without asking anything of the database."""

    @property
    def attempts(self) -> list[BatchAttempt]:
        return [self._attempt]

    def _attempt(self, line: Line, asked: Sequence[Any]) -> JobOutcomes:
        self.wait()
        return [(None, None) for _ in asked]

    def alone(self, line: Line, request: Any, lock_wait_ms: int) -> JobOutcome:
        raise NotImplementedError


async def together(site: Tables, *asked: Asked) -> list[Any]:
    """The outcomes of changes that the writer finds in its queue all at once."""
    gate = Gate()
    held = asyncio.create_task(site.store.ask(gate, None))
    tasks = [asyncio.create_task(one) for one in asked]
    await asyncio.sleep(0)
    gate.set()
    await held
    return await asyncio.gather(*tasks, return_exceptions=True)


def log(site: Tables, table: Table) -> list[Any]:
    return site.store.read_now(partial(read_events, table_id=table.id))


def check(site: Tables, *tables: Table) -> None:
    """The log has no gap, and the state in memory and the summary agree with it."""
    for table in tables:
        events = log(site, table)
        assert [event.seq for event in events] == list(range(len(events)))
        known = site.cache.get(table.id)
        with opened(site.store.url) as store:
            assert asyncio.run(Tables(store).get(table.id)) == known
        query = sa.select(summaries.c.seq).where(summaries.c.id == table.id)
        assert site.store.read_now(lambda c, q=query: c.execute(q).scalar()) == len(events) - 1  # type: ignore[misc]


def run(site: Tables, play: Callable[[], Coroutine[Any, Any, list[Table]]]) -> None:
    check(site, *asyncio.run(play()))


def test_two_changes_of_one_table_see_each_other(site: Tables) -> None:
    async def play() -> list[Table]:
        one, other = await new(site, 2)
        asked = [site.change(table.id, acts) for table in (one, other, one)]
        first, beside, second = await together(site, *asked)
        assert (first.seq, beside.seq) == (one.seq + 1, other.seq + 1)
        assert second.seq == first.table.seq + 1
        assert second.table.moves[: len(first.table.moves)] == first.table.moves
        return [one, other]

    run(site, play)


@pytest.mark.parametrize("honest", [True, False])
def test_a_repeated_command_has_one_effect(site: Tables, honest: bool) -> None:
    """In one batch, and in a later one; a dishonest client says that it has seen the first."""

    async def play() -> list[Table]:
        table, other = await new(site, 2)
        expected = table.seq if honest else None
        mine = [site.change(table.id, acts, "same", expected) for _ in range(2)]
        first, again, beside = await together(site, *mine, site.change(other.id, acts, "same"))
        assert (first.again, again.again, beside.again) == (False, True, False)
        late = table.seq if honest else first.table.seq
        late_again, later = await together(
            site,
            site.change(table.id, acts, "same", late),
            site.change(other.id, acts, "next", beside.table.seq),
        )
        assert late_again == Kept(first.table, first.seq, again=True) == again
        assert later.seq == beside.table.seq + 1
        return [table, other]

    run(site, play)


def test_a_repeated_command_that_would_be_refused_now_gets_its_first_answer(site: Tables) -> None:
    async def play() -> list[Table]:
        (table,) = await new(site, 1)
        kept = await site.change(table.id, acts, "same")
        (again,) = await together(site, site.change(table.id, refuses, "same"))
        assert again == Kept(kept.table, kept.seq, again=True)
        return [table]

    run(site, play)


@pytest.mark.parametrize("bad", [refuses, fails])
def test_what_is_refused_or_fails_harms_nobody(
    site: Tables, bad: Callable[[Table, Moment], Change]
) -> None:
    async def play() -> list[Table]:
        one, other = await new(site, 2)
        words = [(other, acts, None), (one, bad, None), (one, acts, one.seq), (one, acts, 99)]
        asked = [
            site.change(table.id, decide, f"c{number}", expected)
            for number, (table, decide, expected) in enumerate(words)
        ]
        missing = site.change("none\x00", acts, "c")
        kept, refused, after, stale, nowhere = await together(site, *asked, missing)
        assert (kept.seq, after.seq) == (other.seq + 1, one.seq + 1)
        assert isinstance(refused, Refusal | ZeroDivisionError)
        assert stale.reason.key == "table.stale"
        assert nowhere.reason.key == "table.no_table"
        return [one, other]

    run(site, play)


def test_what_the_database_refuses_harms_nobody() -> None:
    async def play() -> list[Table]:
        tables = await new(site, 3)
        decisions = [acts, has_a_kind_too_long, acts]
        asked = [
            site.change(table.id, decide) for table, decide in zip(tables, decisions, strict=True)
        ]
        one, bad, three = await together(site, *asked)
        assert (one.again, three.again) == (False, False)
        assert isinstance(bad, sa.exc.DataError)
        return tables

    with opened(shared().database()) as store:
        site = Tables(store)
        run(site, play)


def test_who_sits_where_is_stored_with_the_rest(site: Tables) -> None:
    async def play() -> list[Table]:
        (table,) = await new(site, 1)
        leaves = partial(commands.leave, seat=1, to=OPEN)
        kept, _ = await together(
            site,
            site.change(table.id, lambda t, m: leaves(t, moment=m)),
            site.change((await new(site, 1))[0].id, acts),
        )
        (invite,) = (await site.invites(table.id)).values()
        assert await site.find_invite(invite) == (table.id, 1)
        taken = await site.change(table.id, lambda t, m: commands.take_seat(t, 1, "b", "Bo", m))
        assert taken.seq > kept.seq
        assert await site.find_invite(invite) == (table.id, 1), "taken, but known"
        assert [found.table.id for found in await site.of_guest("b")] == [table.id]
        return [table]

    run(site, play)


def test_a_batch_is_answered_at_once(site: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> list[Table]:
        tables = await new(site, 5)
        loop, calls = asyncio.get_running_loop(), list[object]()
        call = loop.call_soon_threadsafe

        def counted(*given: Any) -> asyncio.Handle:
            calls.append(given)
            return call(*given)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        await together(site, *[site.change(table.id, acts) for table in tables])
        assert len(calls) == 2, "the gate, and the batch"
        return tables

    run(site, play)


def raw(site: Tables) -> Any:
    """The driver's connection of the writer, which is at rest."""
    return site.store._line.connection.connection.driver_connection


def test_a_batch_on_sqlite_reads_nothing_that_is_known(tmp_path: Path) -> None:
    async def play() -> list[Table]:
        tables = await new(site, 5)
        seen: list[str] = []
        raw(site).set_trace_callback(seen.append)
        kept = await together(site, *[site.change(table.id, acts) for table in tables])
        grown = sum(k.table.seq - t.seq for k, t in zip(kept, tables, strict=True))
        raw(site).set_trace_callback(None)
        assert [statement.split()[0] for statement in seen] == [
            "BEGIN", *["INSERT"] * grown, *["UPDATE"] * 5, "COMMIT",
        ]  # fmt: skip
        return tables

    with opened(f"sqlite:///{tmp_path / 'site.sqlite3'}") as store:
        site = Tables(store)
        run(site, play)


@pytest.mark.parametrize(
    ("serving", "locks", "minutes", "reads"),
    [
        (True, True, 59, False),
        (True, True, 61, True),
        (False, True, 0, True),
        (True, False, 0, True),
    ],
)
def test_a_table_is_not_read_by_the_one_process_that_changes_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    serving: bool,
    locks: bool,
    minutes: int,
    reads: bool,
) -> None:
    """Old ones are, which another process may have deleted, and all where locks are unknown."""
    if not locks:
        monkeypatch.setattr(fcntl, "flock", no_locks)

    async def look() -> None:
        (table,) = await new(site, 1)
        later_ms = (table.at or 0) + minutes * 60_000
        monkeypatch.setattr(reading, "now_ms", lambda: later_ms)
        monkeypatch.setattr(store, "read", partial(noted, store.read))
        assert await site.get(table.id) == table

    async def noted(read: Callable[..., Any], job: Any) -> Any:
        asked.append(job)
        return await read(job)

    asked: list[Any] = []
    store = Store(f"sqlite:///{tmp_path / 'site.sqlite3'}", serving=serving)
    site = Tables(store)
    asyncio.run(look())
    store.close()
    assert bool(asked) is reads


def no_locks(*_: int) -> None:
    raise OSError(ENOLCK, "no locks")


def test_what_is_known_without_reading_is_what_is_stored(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'site.sqlite3'}", serving=True)
    site = Tables(store)

    async def same(*names: str) -> None:
        with opened(store.url) as other:
            elsewhere = Tables(other)
            for name in names:
                assert await site.get(name) == await elsewhere.get(name)

    async def evening() -> None:
        make_known(store, "ana", "bruno")
        sitters = [Sitter("person", "ana", "Ana"), Sitter("person", "bruno", "Bruno")]
        table = await site.create(load("plus4"), sitters)
        await site.change(table.id, acts)
        await same(table.id)
        await site.change(table.id, lambda now, moment: commands.resign(now, 0, moment))
        again = await site.rematch(table, 0)
        await same(table.id, again)
        assert await site.rematch(table, 1) == again
        await Forgetting(site, Guests(store)).forget("ana")
        await same(table.id, again)

    asyncio.run(evening())
    store.close()


@pytest.mark.parametrize(
    ("decide", "known", "most"), [(acts, True, 1), (acts, False, 2), (refuses, True, 2)]
)
def test_a_batch_on_postgresql_takes_two_round_trips_at_most(
    tmp_path: Path, decide: Callable[[Table, Moment], Change], known: bool, most: int
) -> None:
    async def play() -> list[Table]:
        tables = await new(site, 5)
        await together(site, *[site.change(table.id, acts) for table in tables])
        if not known:
            site.cache = TableCache()
        seen = await traced(site, tmp_path, [site.change(table.id, decide) for table in tables])
        assert round_trips(seen) == most
        assert most > 1 or "Parse" not in seen, "prepared before"
        return tables

    with opened(shared().database()) as store:
        site = Tables(store)
        run(site, play)


def round_trips(seen: str) -> int:
    """How often the client speaks after the server, or first."""
    return ("B" + "".join(re.findall(r"\t([BF])\t\d", seen))).count("BF")


async def traced(site: Tables, folder: Path, asked: list[Asked]) -> str:
    """The messages between the writer and PostgreSQL about a batch."""
    with (folder / "trace").open("w+") as file:
        raw(site).pgconn.trace(file.fileno())
        await together(site, *asked)
        raw(site).pgconn.untrace()
        file.seek(0)
        return file.read()


def test_what_another_process_has_stored_is_read_first() -> None:
    async def play() -> list[Table]:
        one, other = await new(site, 2)
        assert await elsewhere.get(one.id) == one
        theirs = await site.change(one.id, acts, "theirs", one.seq)
        mine, beside, same, stale = await together(
            elsewhere,
            elsewhere.change(one.id, acts, "mine"),
            elsewhere.change(other.id, acts, "beside", other.seq),
            elsewhere.change(one.id, acts, "theirs", one.seq),
            elsewhere.change(one.id, acts, "stale", one.seq),
        )
        assert mine.seq == theirs.table.seq + 1
        assert beside.seq == other.seq + 1
        assert (same.seq, same.again) == (theirs.seq, True)
        assert stale.reason.key == "table.stale"
        await site.get_all([one.id, other.id])
        return [one, other]

    url = shared().database()
    with opened(url) as store, opened(url) as second:
        site, elsewhere = Tables(store), Tables(second)
        run(site, play)


def test_a_commit_whose_answer_is_lost_is_found_on_another_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lost: list[object] = []
    store_at_once = PostgresDriver.store_at_once

    def lose_once(driver: PostgresDriver, rows: Rows) -> None:
        store_at_once(driver, rows)
        if not lost:
            lost.append(driver)
            raise psycopg.OperationalError("the connection is lost")

    async def play() -> list[Table]:
        tables = await new(site, 2)
        monkeypatch.setattr(PostgresDriver, "store_at_once", lose_once)
        asked = [site.change(table.id, acts, "same", table.seq) for table in tables]
        for kept, table in zip(await together(site, *asked), tables, strict=True):
            assert (kept.seq, kept.again) == (table.seq + 1, True)
        assert lost != [site.store._line.driver]
        return tables

    with opened(shared().database()) as store:
        site = Tables(store)
        run(site, play)


def test_a_table_that_another_process_has_deleted_is_not_there(site: Tables) -> None:
    async def play() -> None:
        gone, asked, stays = await new(site, 3)
        with opened(site.store.url) as elsewhere:
            other = Tables(elsewhere)
            await elsewhere.write(lambda c: other.delete_within(c, [gone.id, asked.id]))
        assert site.cache.get(gone.id) is not None, "nobody has told"
        done = await together(site, site.change(gone.id, acts), site.change(stays.id, acts))
        assert isinstance(done[0], Refusal)
        assert done[0].reason.key == "table.no_table"
        assert isinstance(done[1], Kept)
        assert await site.get(asked.id) is None
        assert site.cache.get(gone.id) is site.cache.get(asked.id) is None

    asyncio.run(play())
