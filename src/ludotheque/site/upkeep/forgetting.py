"""Removes a guest from the database: from the log of every table, then from the list of guests."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from functools import partial

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.reason import BrokenGame
from ludotheque.site.limits import WORKING_FOR, Turns
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.reading import LOGGED, event_of
from ludotheque.site.storage.schema import ID_BYTES, OF_NAMING_KINDS, events, seats, tables
from ludotheque.site.storage.tables import Tables
from ludotheque.table.forgetting import NAMING, forget, without
from ludotheque.table.table import Change, Event, Table, present

# Tables in one transaction, which takes about 10 ms; moves are stored between two of them.
_TABLES_AT_ONCE = 10
_REWRITE = (
    sa.update(events)
    .where(events.c.table_id == sa.bindparam("table"), events.c.seq == sa.bindparam("number"))
    .values(body=sa.bindparam("text"))
)
_NOBODY_THERE = (
    sa.update(seats)
    .where(seats.c.table_id == sa.bindparam("table"), seats.c.guest == sa.bindparam("alias"))
    .values(here_since=None, here_until=None)
)
_SEATED_AS = (
    sa.update(seats)
    .where(seats.c.table_id == sa.bindparam("table"), seats.c.guest == sa.bindparam("guest_id"))
    .values(guest=sa.bindparam("alias"), here_since=None, here_until=None)
)
_DATE = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("table"))
    .values(changed=sa.bindparam("then"))
)


class Forgetting:
    """Forgets guests; if it is interrupted, the site asks again (`Guests.leaving`)."""

    def __init__(self, tables: Tables, guests: Guests) -> None:
        self.tables = tables
        self.guests = guests
        self._turns = Turns(1)  # so that moves wait for one transaction at most

    async def forget(self, guest: str) -> list[Table]:
        """Removes a guest and every name they gave from the site; returns the changed tables.

        From the start, requests of the guest that are still under way can store nothing more.
        """
        await self.guests.begin_to_forget(guest)
        changed = await self._leave(await self._mentioned(guest), guest)
        await self.guests.remove(guest)
        return changed

    async def _mentioned(self, guest: str) -> list[str]:
        """The tables whose log names the guest, even if the guest has left them."""
        names = events.c.body.contains(guest, autoescape=True)
        query = sa.select(events.c.table_id).where(OF_NAMING_KINDS, names).distinct()
        return await self.tables.store.read(lambda c: sorted(c.execute(query).scalars()), long=True)

    async def _leave(self, ids: Sequence[str], guest: str) -> list[Table]:
        """Removes the guest from these tables, some at a time; returns those that changed.

        They are read beforehand, so that the writer need not replay their games.
        """
        changed: list[Table] = []
        for start in range(0, len(ids), _TABLES_AT_ONCE):
            some = ids[start : start + _TABLES_AT_ONCE]
            async with self._turns.turn(WORKING_FOR.get()):
                await self.tables.get_all(some)
                left = await self.tables.store.write(partial(self._job, some, guest))
            for table_id in some:
                self.tables.cache.drop(table_id)
            for table in left:
                self.tables.cache.put(table)
            changed += left
        return changed

    def _job(self, ids: Sequence[str], guest: str, connection: Connection) -> list[Table]:
        """Removes the guest from tables in one transaction; deletes tables without other guests."""
        changes: list[tuple[Table, Change]] = []
        for table_id in ids:
            alias = secrets.token_urlsafe(ID_BYTES)
            try:
                table = self.tables.locked(connection, table_id)
            except BrokenGame:
                _take_names_out(connection, table_id, guest, alias)
                continue
            if table is None:
                continue
            log = _naming(connection, table_id)
            done = forget(table, log, guest, alias, present())
            if done is None:
                self.tables.delete_within(connection, [table_id])
            elif done.rewritten:
                _rewrite(connection, table_id, done.rewritten)
                changes.append((table, done.change))
        if changes:
            self._store(connection, changes)
        return [change.after for _, change in changes]

    def _store(self, connection: Connection, changes: Sequence[tuple[Table, Change]]) -> None:
        """Stores the new events; clears the guest's presence, keeps the date of finished games."""
        over = [table.id for table, _ in changes if table.outcome is not None]
        dates = _dates(connection, over)
        self.tables.store_within(connection, changes)
        gone = [(made.after.id, made.events[-1].body["guest"]) for _, made in changes]
        connection.execute(_NOBODY_THERE, [{"table": name, "alias": who} for name, who in gone])
        if dates:
            connection.execute(_DATE, dates)


def _take_names_out(connection: Connection, table_id: str, guest: str, alias: str) -> None:
    """Forgets a guest at a table whose game is gone or does not load, and so cannot go on."""
    _rewrite(connection, table_id, without(_naming(connection, table_id), guest, alias))
    connection.execute(_SEATED_AS, {"table": table_id, "guest_id": guest, "alias": alias})


def _naming(connection: Connection, table_id: str) -> list[Event]:
    """The events of a table that can hold names of people."""
    of_table = sa.and_(events.c.table_id == table_id, events.c.kind.in_(NAMING))
    query = sa.select(*LOGGED).where(of_table).order_by(events.c.seq)
    return [event_of(*row) for row in connection.execute(query)]


def _rewrite(connection: Connection, table_id: str, rewritten: Sequence[Event]) -> None:
    if not rewritten:
        return
    bodies = [(event.seq, orjson.dumps(event.body).decode()) for event in rewritten]
    rows = [{"table": table_id, "number": seq, "text": text} for seq, text in bodies]
    connection.execute(_REWRITE, rows)


def _dates(connection: Connection, ids: Collection[str]) -> list[dict[str, object]]:
    """When these tables were last changed, as parameters of `_DATE`, which restores that."""
    query = sa.select(tables.c.id, tables.c.changed).where(tables.c.id.in_(ids))
    return [{"table": row.id, "then": row.changed} for row in connection.execute(query)]
