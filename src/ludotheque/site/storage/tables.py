"""Stores every change of a table.

The changes of a batch are stored together. They are first decided on the tables in memory, and
written in one round trip; if a table has grown since, the key of the log refuses the whole batch.
What is left (such a batch, tables that are not in memory, refusals) is decided again with the
tables locked: one round trip to lock and read, one to write.
"""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.games import AnyKit
from ludotheque.house.keeping import Decide, Kept
from ludotheque.site.storage.drivers import (
    FORGOTTEN,
    CommandKey,
    Row,
    Rows,
    as_sqlalchemy,
    check_guests,
    driver_of,
    known_guests,
    plain,
)
from ludotheque.site.storage.jobs import JobOutcome, JobOutcomes, failed
from ludotheque.site.storage.reading import TableReader, before_last, event_of, folded
from ludotheque.site.storage.schema import ID_BYTES, INVITE_BYTES, events, seats, tables
from ludotheque.site.storage.store import Line, Store
from ludotheque.table import commands
from ludotheque.table.commands import USUAL, Terms
from ludotheque.table.seats import OPEN, PERSON, Sitter
from ludotheque.table.table import Change, Event, Table, deny, present

# A guest who sits down counts as present until the page has opened its socket on a slow line.
_COMING_MS = 30_000
# A key has 64 letters, which is what its column holds.
_KEY_BYTES = 32
# Events that name the seat whose command they are. Up to version 0.2, the id of a command was
# stored without its guest.
_OF_OWN_SEAT = ("action", "resigned", "undo", "closed")
# Built once: building a statement takes longer than the database takes to run it.
_NEW_TABLE, _NEW_SEATS, _NEW_EVENTS = sa.insert(tables), sa.insert(seats), sa.insert(events)
# Built once: building a statement makes reference cycles.
_LOCK = sa.select(tables.c.seq).where(tables.c.id == sa.bindparam("table")).with_for_update()


@dataclass(frozen=True, slots=True)
class _Request:
    """A requested change: how it is decided, and what a guest's client sends with it.

    `keys` are those of the command: the present one, and the one up to version 0.2.
    """

    table_id: str
    decide: Decide
    expected: int | None
    guest: str
    keys: tuple[CommandKey, ...]


class _Batch:
    """Changes that are decided in memory and stored together; each sees those before it.

    `newcomers` are the guests who sit down at a table.
    """

    def __init__(self, tables: dict[str, Table], stored: dict[CommandKey, Event]) -> None:
        self.tables = tables
        self._stored = stored
        self._before: dict[str, Table] = {}
        self._events: list[Row] = []
        self.newcomers: set[str] = set()

    def decide(self, request: _Request) -> Kept:
        """Decides the requested change, or returns the one that the same command made before."""
        table = self.tables.get(request.table_id)
        if table is None:
            raise deny("no_table")
        before = self._made_before(request, table)
        if before is not None:
            return Kept(table, before.seq, again=True)
        if request.expected is not None and request.expected != table.seq:
            raise deny("stale")
        change = request.decide(table, present())
        if not change.events:
            return Kept(table, table.seq, again=True)
        self._add(table, change, request)
        return Kept(change.after, table.seq + 1)

    def rows(self) -> Rows | None:
        """The rows to store; None if nothing has changed."""
        if not self._events:
            return None
        changed = [(before, self.tables[name]) for name, before in self._before.items()]
        summaries = [summary_row(after) for _, after in changed]
        return Rows(self._events, summaries, [row for pair in changed for row in seat_rows(*pair)])

    def _add(self, table: Table, change: Change, request: _Request) -> None:
        key = request.keys[0][1] if request.keys else None
        self._events += event_rows(table.id, change.events, key)
        self._before.setdefault(table.id, table)
        self.tables[table.id] = change.after
        if change.after.seats is not table.seats:
            self.newcomers |= change.after.guests() - table.guests()
        if request.keys:
            self._stored[request.keys[0]] = change.events[0]

    def _made_before(self, request: _Request, table: Table) -> Event | None:
        """The first event that the same command of the same guest has stored; None if it is new."""
        if not request.keys:
            return None
        event, old = map(self._stored.get, request.keys)
        if event is None and old is not None and old.kind in _OF_OWN_SEAT:
            return old if old.body["seat"] in table.seats_of(request.guest) else None
        return event


class _Changes:
    """Stores the changes of a batch together, and then keeps their tables in memory."""

    def __init__(self, tables: TableReader) -> None:
        self._tables = tables
        self.attempts = (self._without_reading, self._with_locks)

    def alone(self, line: Line, request: _Request, lock_wait_ms: int) -> JobOutcome:
        (outcome,) = self._with_locks(line, [request], lock_wait_ms)
        assert outcome is not None
        return outcome

    def _without_reading(self, line: Line, requests: Sequence[_Request]) -> JobOutcomes:
        """Decides on tables in memory; leaves refusals, repeated commands, and what comes after.

        A batch in which a guest sits down is left too, since the guest must still be known.
        """
        known = {request.table_id: self._tables.cache.get(request.table_id) for request in requests}
        batch = _Batch({name: table for name, table in known.items() if table is not None}, {})
        left, outcomes = set[str](), list[JobOutcome | None]()
        for request in requests:
            outcome = None if request.table_id in left else _outcome(batch, request)
            if outcome is None or outcome[1] is not None or outcome[0].again:
                left.add(request.table_id)
                outcome = None
            outcomes.append(outcome)
        rows = batch.rows()
        if batch.newcomers:
            return [None] * len(requests)
        if rows is not None:
            line.driver.store_at_once(rows)
            self._remember(batch)
        return outcomes

    def _with_locks(
        self, line: Line, requests: Sequence[_Request], lock_wait_ms: int | None = None
    ) -> JobOutcomes:
        """Decides on stored tables; leaves those another process has locked, unless it may wait."""
        batch, held = self._read(line, requests, lock_wait_ms)
        outcomes = [
            None if request.table_id in held else _outcome(batch, request) for request in requests
        ]
        if batch.newcomers and not line.driver.knows(batch.newcomers):
            line.driver.rollback()
            refused = failed(deny(FORGOTTEN))
            return [refused] if len(requests) == 1 else [None] * len(requests)
        rows = batch.rows()
        if rows is None:
            line.driver.commit()  # after a rollback psycopg would forget its prepared statements
        else:
            line.driver.store_and_commit(rows)
        self._remember(batch)
        return outcomes

    def _read(
        self, line: Line, requests: Sequence[_Request], lock_wait_ms: int | None
    ) -> tuple[_Batch, Collection[str]]:
        """A batch on the stored tables, now locked, and the tables locked by other processes."""
        names = sorted({request.table_id for request in requests})
        known = {name: self._tables.cache.get(name) for name in names}
        numbers = {name: before_last(table) for name, table in known.items()}
        asked = {key for request in requests for key in request.keys}
        found = line.driver.lock_and_read(numbers, asked, lock_wait_ms)
        later = defaultdict[str, list[Event]](list)
        for name, *event in found.later:
            later[name].append(event_of(*event))
        now = {name: folded(name, table, later[name]) for name, table in known.items()}
        stored = {name: table for name, table in now.items() if table is not None}
        for name in now.keys() - stored.keys():
            self._tables.cache.drop(name)
        made = {key: event_of(*row) for key, row in found.commands.items()}
        return _Batch(stored, made), found.held

    def _remember(self, batch: _Batch) -> None:
        for table in batch.tables.values():
            self._tables.cache.put(table)


class Tables(TableReader):
    """Reads, finds and changes tables."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._changes = _Changes(self)

    async def create(self, kit: AnyKit, sitters: Sequence[Sitter], terms: Terms = USUAL) -> Table:
        """Stores a new table."""
        table_id = secrets.token_urlsafe(ID_BYTES)

        def job(connection: Connection) -> Table:
            known = self._load(connection, table_id)
            if known is not None:
                return known
            change = commands.create(table_id, kit, sitters, present(), terms)
            check_guests(connection, change.after.guests())
            insert_table(connection, change)
            return change.after

        table = await self.store.write(job)
        self.cache.put(table)
        return table

    async def change(
        self,
        table_id: str,
        decide: Decide,
        client: str | None = None,
        expected: int | None = None,
        then: Callable[[Kept], object] = lambda _: None,
        guest: str = "",
    ) -> Kept:
        """Stores the change that `decide` makes; the same client id of a guest has one effect.

        `then` is called with what was stored, even if the caller has been cancelled meanwhile.
        """
        name = plain(table_id)
        keys = () if client is None else _keys(name, guest, plain(client))
        request = _Request(name, decide, expected, guest, keys)
        kept: Kept = await self.store.ask(self._changes, request, then)
        return kept

    async def rematch(self, table: Table, seat: Seat) -> str:
        """The id of the rematch, which is set up once however often it is requested."""
        fresh = secrets.token_urlsafe(ID_BYTES)

        def job(connection: Connection) -> list[Table]:
            now = self.locked(connection, table.id)
            if now is None:
                raise deny("no_table")
            if now.rematch:
                return [now]
            gone = now.guests() - known_guests(connection, now.guests())
            linked, created = commands.rematch(now, seat, fresh, present(), gone)
            check_guests(connection, created.after.guests())
            insert_table(connection, created)
            self.store_within(connection, [(now, linked)])
            return [linked.after, created.after]

        stored = await self.store.write(job)
        for each in stored:
            self.cache.put(each)
        return stored[0].rematch

    async def forget(self, table_id: str, guest: str, *, forgotten: bool = True) -> None:
        """Leaves a table out of a guest's lists, or puts it back; other guests are not affected."""
        mine = sa.and_(seats.c.table_id == table_id, seats.c.guest == guest)
        query = sa.update(seats).where(mine).values(forgotten=forgotten)
        await self.store.write(lambda c: c.execute(query))

    def locked(self, connection: Connection, table_id: str) -> Table | None:
        """A table, locked until the transaction ends; None if it does not exist."""
        if self.store.shared:
            connection.execute(_LOCK, {"table": table_id})
        return self._load(connection, table_id)

    def store_within(self, connection: Connection, changes: Sequence[tuple[Table, Change]]) -> None:
        """Stores changes of locked tables, each with the table before it, in a transaction."""
        log = [row for table, made in changes for row in event_rows(table.id, made.events, None)]
        sat = [row for table, made in changes for row in seat_rows(table, made.after)]
        rows = Rows(log, [summary_row(made.after) for _, made in changes], sat)
        with as_sqlalchemy(connection):
            driver_of(connection, self.store.name).store(rows)

    def delete_within(self, connection: Connection, ids: Collection[str]) -> None:
        """Deletes tables with all that is stored of them, in a transaction that has begun."""
        for part, column in ((events, "table_id"), (seats, "table_id"), (tables, "id")):
            connection.execute(sa.delete(part).where(part.c[column].in_(ids)))


def _keys(table_id: str, guest: str, client: str) -> tuple[CommandKey, CommandKey]:
    """The keys of a command: the present one, and the one up to version 0.2."""
    return (table_id, command_key(guest, client)), (table_id, client)


def command_key(guest: str, client: str) -> str:
    """The hash that is stored with a guest's command; it reveals neither the guest nor the id."""
    return blake2b(f"{guest} {client}".encode(), digest_size=_KEY_BYTES).hexdigest()


def _outcome(batch: _Batch, request: _Request) -> JobOutcome:
    try:
        return batch.decide(request), None
    except Exception as error:  # mostly a refusal
        return failed(error)


def summary_row(table: Table) -> Row:
    """The columns of a table that lists and sweeps query; they only repeat what the log says."""
    return {
        "id": table.id,
        "seq": table.seq,
        "over": table.outcome is not None,
        "waits_for_bot": table.waits_for_bot,
        "changed": time.time(),
        "falls_at": table.falls_ms,
        "listed": table.listed,
    }


def seat_rows(before: Table, after: Table) -> list[Row]:
    """The rows of the seats whose sitter has changed."""
    return [
        _seat_row(after, seat)
        for seat, sitter in enumerate(before.seats)
        if sitter != after.seats[seat]
    ]


def _seat_row(table: Table, seat: int) -> Row:
    sitter = table.seats[seat]
    invite = secrets.token_urlsafe(INVITE_BYTES) if sitter.kind == OPEN else None
    since = table.at if sitter.kind == PERSON else None
    until = None if since is None else since + _COMING_MS
    stay = {"here_since": since, "here_until": until}
    guest = "" if sitter.kind == OPEN else sitter.guest
    return {"table_id": table.id, "seat": seat, "guest": guest, "invite": invite, **stay}


def event_rows(table_id: str, happened: Sequence[Event], client: str | None) -> list[Row]:
    """The rows of these events; the first has the key of the command that made them."""
    return [
        {
            "table_id": table_id,
            "seq": event.seq,
            "kind": event.kind,
            "body": orjson.dumps(event.body).decode(),
            "client": client if number == 0 else None,
            "at": event.at,
        }
        for number, event in enumerate(happened)
    ]


def insert_table(connection: Connection, created: Change) -> None:
    """Stores a new table: its summary, its seats and its first events."""
    table = created.after
    invite = secrets.token_urlsafe(INVITE_BYTES)
    summary = {"spec": table.spec, "rules": table.rules, "invite": invite, **summary_row(table)}
    connection.execute(_NEW_TABLE, summary)
    connection.execute(_NEW_SEATS, [_seat_row(table, seat) for seat in range(len(table.seats))])
    connection.execute(_NEW_EVENTS, event_rows(table.id, created.events, None))
