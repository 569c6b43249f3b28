"""Reads tables: their newest states, their invitations, and lists of them."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import orjson
import sqlalchemy as sa
from cachetools import LRUCache
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.core.reason import BrokenGame
from ludotheque.games import catalogue
from ludotheque.house.keeping import MOST_LISTED, Listed
from ludotheque.house.reader import NOBODY, Asker
from ludotheque.site.limits import Threads
from ludotheque.site.metrics import MOVES_REMEMBERED, TABLES_REMEMBERED
from ludotheque.site.storage.schema import events, seats, tables
from ludotheque.site.storage.store import Store
from ludotheque.table.replies import states_since
from ludotheque.table.results import TELLING, GameResult, beaten_in, result_of
from ludotheque.table.table import (
    Event,
    Table,
    begun,
    fold_all,
    fold_steps,
    kit_of,
    now_ms,
    steps_of,
)
from ludotheque.table.views.page import MOST_STEPS

# Longer than most bots think. If a second process thinks about the same move, only time is lost:
# both expect the same last event, so only one of the two moves is stored.
_ABANDONED_AFTER_S = 2.0
# Other processes delete only tables unchanged for days (`ludotheque prune`), never so new a one.
_SURELY_THERE_MS = 3_600_000
# Tables out of time that one sweep finds; the next finds more a few seconds later.
_MOST_CALLED = 200
# The most seats at open tables that are read, the most recently attended first.
_MOST_OPEN_SEATS = 2000
# The newest finished games that are searched for a won level: more than a person plays of one game
# without winning at the offered level.
_MOST_SEARCHED = 200
# The newest finished games that scores count, of all games together: years of play. They take
# 70 ms of a reader's thread, a third of it in the database (an index would not help).
_MOST_COUNTED = 2000

# Missed steps are sent by a replay of the whole log, if the page last saw an event before this one;
# later in the log, the page is sent its view instead, which costs less.
_LONGEST_RETOLD_EVENTS = 500
# Replaying a move takes 10 to 100 microseconds, so fewer events than this need not wait in turn.
LONG_LOG_EVENTS = 300
# More threads would replay nothing sooner, and slow down moves (Python's global lock).
_REPLAYED_AT_ONCE = 1
LOGGED = events.c.seq, events.c.kind, events.c.body, events.c.at
"""The columns of an event, as `event_of` reads them."""
_SINCE = (
    sa.select(*LOGGED)
    .where(events.c.table_id == sa.bindparam("table"), events.c.seq > sa.bindparam("since"))
    .order_by(events.c.seq)
)
# Built once, like all statements with lists or subqueries: they refer to themselves, so each one
# built would stay in memory until the next garbage collection.
_LONG = sa.select(tables.c.id).where(
    tables.c.id.in_(sa.bindparam("tables", expanding=True)), tables.c.seq >= sa.bindparam("long")
)
_INVITE = sa.select(tables.c.invite).where(tables.c.id == sa.bindparam("table"))
_SEATS_AT_OPEN_TABLES = (
    sa.select(tables.c.id, seats.c.guest)
    .join(seats, seats.c.table_id == tables.c.id)
    .where(tables.c.listed, seats.c.guest != "")
    .order_by(sa.func.coalesce(seats.c.here_until, 0).desc(), tables.c.changed.desc())
    .limit(_MOST_OPEN_SEATS)
)
_SOMEBODY_SITS_THERE = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.guest != "")


def _ends(which: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Who sat at a guest's newest finished tables of that kind, and how the games ended."""
    mine = sa.select(seats.c.table_id).where(seats.c.guest == sa.bindparam("guest"))
    finished = (
        sa.select(tables.c.id, tables.c.spec)
        .where(tables.c.over, tables.c.id.in_(mine), which)
        .order_by(tables.c.changed.desc())
        .limit(sa.bindparam("most"))
        .subquery()
    )
    return (
        sa.select(finished.c.spec, events.c.table_id, *LOGGED)
        .join(finished, events.c.table_id == finished.c.id)
        .where(events.c.kind.in_(TELLING))
        .order_by(events.c.table_id, events.c.seq)
    )


_ENDS = _ends(sa.true())
_ENDS_OF_GAME = _ends(
    sa.or_(
        tables.c.spec == sa.bindparam("game"),
        tables.c.spec.startswith(sa.bindparam("with_options")),
    )
)


# The sizes of the caches in moves, with which tables grow: a move takes 0.3 to 0.7 KiB, as measured
# in every game. A table without moves takes 1 to 2 KiB and counts as 10, to be on the safe side. So
# 5,000 unfinished tables of 70 moves each take at most 280 MiB of the GiB that a process may use.
# Finished tables, which are opened now and then, get a tenth of that.
_GOING_ON_MOVES, _FINISHED_MOVES, _BARE_TABLE_MOVES = 400_000, 40_000, 10


ReadTable = Callable[[Connection, str], Table | None]


class TableCache:
    """The newest known states of unfinished tables, and of a few finished ones."""

    def __init__(self, going_on: int = _GOING_ON_MOVES, finished: int = _FINISHED_MOVES) -> None:
        """Keeps tables of each kind with up to that many moves in all."""
        self._going_on: LRUCache[str, Table] = LRUCache(going_on, _weight)
        self._finished: LRUCache[str, Table] = LRUCache(finished, _weight)
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._going_on) + len(self._finished)

    def get(self, table_id: str) -> Table | None:
        """The newest known state of a table; None if it is not in memory."""
        with self._changing:
            return self._going_on.get(table_id) or self._finished.get(table_id)

    def put(self, table: Table) -> None:
        """Keeps a stored state of a table, unless a newer one is known."""
        with self._changing:
            known = self._going_on.pop(table.id, None) or self._finished.pop(table.id, None)
            newest = known if known is not None and known.seq >= table.seq else table
            shelf = self._going_on if newest.outcome is None else self._finished
            if _weight(newest) <= shelf.maxsize:
                shelf[newest.id] = newest
            self._count()

    def drop(self, table_id: str) -> None:
        """Removes a table that is no longer stored."""
        with self._changing:
            self._going_on.pop(table_id, None)
            self._finished.pop(table_id, None)
            self._count()

    def _count(self) -> None:
        weight = self._going_on.currsize + self._finished.currsize
        TABLES_REMEMBERED.set(len(self))
        MOVES_REMEMBERED.set(weight - _BARE_TABLE_MOVES * len(self))


def _weight(table: Table) -> int:
    return _BARE_TABLE_MOVES + len(table.moves)


class TableReader:
    """Reads and finds tables; those that were read stay in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.cache = TableCache()
        self.replays = Threads("replay", _REPLAYED_AT_ONCE)

    async def get(self, table_id: str, asker: Asker = NOBODY) -> Table | None:
        """The newest state of a table; None if it does not exist; raises `BrokenGame`."""
        found = await self._get([table_id], asker, self._read)
        return found[0] if found else None

    def known(self, table_id: str) -> Table | None:
        """The newest state of a table that is in memory, if any; stored ones may be newer."""
        return self.cache.get(table_id)

    async def find_invite(self, invite: str) -> tuple[str, Seat | None] | None:
        """The table of an invitation, and the (perhaps taken) seat if it is for one; or None."""
        to_table = sa.select(tables.c.id, sa.null()).where(tables.c.invite == invite)
        to_seat = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.invite == invite)
        query = to_table.union_all(to_seat)
        row = await self.store.read(lambda c: c.execute(query).first())
        return None if row is None else (row[0], row[1])

    async def invite_of(self, table_id: str) -> str:
        """The invitation to all open seats of a table, which must exist."""
        asked = {"table": table_id}
        return await self.store.read(lambda c: str(c.execute(_INVITE, asked).scalar_one()))

    async def invites(self, table_id: str) -> dict[Seat, str]:
        """The invitations to single seats of a table."""
        query = sa.select(seats.c.seat, seats.c.invite).where(
            seats.c.table_id == table_id, seats.c.invite.is_not(None)
        )
        rows = await self.store.read(lambda c: c.execute(query).all())
        return {row.seat: row.invite for row in rows}

    async def of_guest(
        self, guest: str, asker: Asker = NOBODY, most: int = MOST_LISTED
    ) -> list[Listed]:
        """The tables at which that guest sits: unfinished ones first, then by their last change."""
        mine = sa.select(seats.c.table_id).where(seats.c.guest == guest, ~seats.c.forgotten)
        query = (
            sa.select(tables.c.id, tables.c.changed)
            .where(tables.c.id.in_(mine))
            .order_by(tables.c.over, tables.c.changed.desc())
            .limit(most)
        )
        rows = await self.store.read(lambda c: c.execute(query).all())
        changed = {row.id: row.changed for row in rows}
        return [Listed(table, changed[table.id]) for table in await self.get_all(changed, asker)]

    async def open_tables(self) -> dict[str, set[str]]:
        """The ids of tables that anyone may join, with their guests; the last attended first."""
        found = defaultdict[str, set[str]](set)
        for row in await self.store.read(lambda c: c.execute(_SEATS_AT_OPEN_TABLES).all()):
            found[row.id].add(row.guest)
        return found

    async def bots_beaten(self, guest: str, game: str) -> set[str]:
        """The bots of a game that this guest has beaten."""
        asked = {"guest": guest, "most": _MOST_SEARCHED, "game": game, "with_options": f"{game}("}

        def job(connection: Connection) -> set[str]:
            logs = _logs(connection, _ENDS_OF_GAME, asked)
            results = (result_of(log, guest) for _, log in logs)
            return set().union(*map(beaten_in, filter(None, results)))

        return await self.store.read(job)

    async def results(self, guest: str) -> dict[str, list[GameResult]]:
        """How the newest finished games of a guest ended: by game, the oldest first."""
        asked = {"guest": guest, "most": _MOST_COUNTED}

        def job(connection: Connection) -> dict[str, list[GameResult]]:
            found = defaultdict[str, list[GameResult]](list)
            for spec, log in _logs(connection, _ENDS, asked):
                result = result_of(log, guest)
                if result is not None:
                    found[spec.partition("(")[0]].append(result)
            return {game: sorted(ended, key=lambda r: r.at or 0) for game, ended in found.items()}

        return await self.store.read(job, long=True)

    async def get_all(self, ids: Collection[str], asker: Asker = NOBODY) -> list[Table]:
        """The newest state of each of these tables that exists and whose game loads."""
        return await self._get(ids, asker, self._read_working)

    async def _get(self, ids: Collection[str], asker: Asker, read: ReadTable) -> list[Table]:
        current = [table for name in ids if (table := self._current(name)) is not None]
        if len(current) == len(ids):
            return current
        long = {name: await self._replayed(name, asker, read) for name in await self._long(ids)}

        def job(connection: Connection) -> list[Table]:
            found = [long.get(name) or read(connection, name) for name in ids]
            return [table for table in found if table is not None]

        return await self.store.read(job)

    def _current(self, table_id: str) -> Table | None:
        """The newest state of a table, if it is known without reading the database; else None."""
        table = self.cache.get(table_id) if self.store.alone else None
        if table is None or table.at is None or table.at < now_ms() - _SURELY_THERE_MS:
            return None
        return table

    async def _long(self, ids: Collection[str]) -> Sequence[str]:
        """Those of these tables that are not in memory and whose logs take long to replay."""
        unknown = [name for name in ids if self.cache.get(name) is None]
        if not unknown:
            return ()
        asked = {"tables": unknown, "long": LONG_LOG_EVENTS}
        return await self.store.read(lambda c: c.execute(_LONG, asked).scalars().all())

    async def _replayed(self, table_id: str, asker: Asker, read: ReadTable) -> Table | None:
        """Reads a table in the thread for replays, in turn with other guests."""
        return await self.replays.run(
            asker, lambda: self.store.read_now(lambda c: read(c, table_id))
        )

    async def states_since(self, table_id: str, since: int) -> list[Table]:
        """The table after that event and after each step since; empty if there are too many."""
        if not 0 <= since < _LONGEST_RETOLD_EVENTS:  # clients may send any number
            return []

        def job(connection: Connection) -> list[Table]:
            if len(steps_of(read_events(connection, table_id, since))) > MOST_STEPS:
                return []
            return states_since(table_id, read_events(connection, table_id), since)

        return await self.store.read(job)

    async def later(self, tables: Collection[Table]) -> list[Table]:
        """The states of these tables after each step stored since, which are kept in memory."""

        def job(connection: Connection) -> list[Table]:
            found = [fold_steps(t, read_events(connection, t.id, t.seq)) for t in tables]
            for steps in filter(None, found):
                self.cache.put(steps[-1])
            return list(chain.from_iterable(found))

        return await self.store.read(job)

    async def waiting_for_bots(self) -> list[str]:
        """The tables with people where a bot is to move, but no process is working on its move."""
        now, changed = time.time(), tables.c.changed
        set_back = changed > now + _ABANDONED_AFTER_S  # the system clock was turned back
        abandoned = sa.or_(changed < now - _ABANDONED_AFTER_S, set_back)
        waits = sa.and_(tables.c.waits_for_bot, ~tables.c.over, abandoned, _of_working_games())
        query = sa.select(tables.c.id).where(waits, _SOMEBODY_SITS_THERE)
        return await self.store.read(lambda c: [row.id for row in c.execute(query)])

    async def out_of_time(self) -> list[str]:
        """Some of the tables at which the player to move has no time left."""
        fallen = sa.and_(tables.c.falls_at <= now_ms(), _of_working_games())
        query = sa.select(tables.c.id).where(fallen, ~tables.c.over).limit(_MOST_CALLED)
        return await self.store.read(lambda c: [row.id for row in c.execute(query)])

    def outdated(self) -> tuple[list[str], list[str]]:
        """The unfinished tables that this version cannot continue, described for the host.

        First those whose rules have changed since, then those whose game is gone or does not load,
        at which nothing happens until it is back.
        """
        query = sa.select(tables.c.id, tables.c.spec, tables.c.rules).where(~tables.c.over)
        changed, closed = list[str](), list[str]()
        for row in self.store.read_now(lambda c: c.execute(query).all()):
            rules = _rules_of(row.spec)
            if rules != row.rules:
                described = f"{row.id} ({row.spec}, rules {row.rules})"
                (closed if rules is None else changed).append(described)
        return changed, closed

    def _load(self, connection: Connection, table_id: str) -> Table | None:
        """The table from the state in memory and the later events; None if it does not exist.

        The result is not kept in memory here: the transaction may not have committed it yet.
        """
        table = self.cache.get(table_id)
        return folded(table_id, table, read_events(connection, table_id, before_last(table)))

    def _read(self, connection: Connection, table_id: str) -> Table | None:
        table = self._load(connection, table_id)
        if table is None:
            self.cache.drop(table_id)
        else:
            self.cache.put(table)
        return table

    def _read_working(self, connection: Connection, table_id: str) -> Table | None:
        """Loads a table as `_load` does; returns None if its game does not load."""
        try:
            return self._read(connection, table_id)
        except BrokenGame:
            return None


def _logs(
    connection: Connection, query: sa.Select[Any], asked: Mapping[str, Any]
) -> Iterator[tuple[str, list[Event]]]:
    """The spec of each table, and its events that the query found."""
    rows = connection.execute(query, asked)
    for (spec, _), log in groupby(rows, itemgetter(0, 1)):
        yield spec, [event_of(*row) for _, _, *row in log]


def read_events(connection: Connection, table_id: str, since: int = -1) -> list[Event]:
    """The events of a table after that number."""
    rows = connection.execute(_SINCE, {"table": table_id, "since": since})
    return [event_of(*row) for row in rows]


def event_of(seq: int, kind: str, body: str, at: int | None) -> Event:
    """The event in a row of the log."""
    return Event(seq, kind, orjson.loads(body), at)


def before_last(table: Table | None) -> int:
    """The number before that of the last known event of a table; -1 if no state is known.

    Events read after it begin with a known one; if there are none, the table was deleted.
    """
    return -1 if table is None else table.seq - 1


def folded(table_id: str, table: Table | None, log: list[Event]) -> Table | None:
    """The table after this log, which was read from `before_last` on.

    Returns None if the log is empty: then the table does not exist, or no longer.
    """
    if not log:
        return None
    first, *later = log
    return fold_all(begun(first, table_id) if table is None else table, later)


def _of_working_games() -> sa.ColumnElement[bool]:
    """Leaves out tables of games that are gone or do not load, at which nobody can move."""
    spec, working = tables.c.spec, [box.name for box in catalogue()]
    named = [spec == game for game in working]  # `in_` would leave a reference cycle behind
    begin = [spec.startswith(f"{game}(", autoescape=True) for game in working]
    return sa.or_(*named, *begin)


def _rules_of(spec: str) -> int | None:
    """The version of the rules of a game; None if it is gone or does not load."""
    try:
        return kit_of(spec).box.version
    except BrokenGame:
        return None
