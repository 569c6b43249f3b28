"""The only writer: every change of a table goes through here, one transaction each."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from random import SystemRandom
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.core.reason import SpecError
from ludotheque.games import AnyKit
from ludotheque.server.storage.cache import TableCache
from ludotheque.server.storage.database import CHANNEL
from ludotheque.server.storage.schema import ID_BYTES, INVITE_BYTES, events, seats, tables
from ludotheque.server.storage.store import Store, read_events
from ludotheque.table import commands
from ludotheque.table.commands import Change, Moment, Past, deny
from ludotheque.table.seats import OPEN, Sitter
from ludotheque.table.table import Event, Table, begun, fold_all, fold_steps, kit_of

Decide = Callable[[Table, Moment], Change]
# Longer than most bots think. Should a second process think about the same move, only time is
# lost: the number that is expected lets one of the two moves count.
_ABANDONED_AFTER_S = 2.0
# A list that a person can look through; unfinished tables come first.
_MOST_LISTED = 60
_NS_PER_MS = 1_000_000
# Statements that every move needs are built once: building one makes reference cycles.
_TABLE: sa.BindParameter[str] = sa.bindparam("table")
_LOCK = sa.select(tables.c.seq).where(tables.c.id == _TABLE).with_for_update()
_FIND_COMMAND = sa.select(events.c.seq).where(
    events.c.table_id == _TABLE, events.c.client == sa.bindparam("client_id")
)
_INSERT = sa.insert(events)
_SUMMARISE = sa.update(tables).where(tables.c.id == _TABLE)
_NOTICE = (
    tables.c.id + " " + sa.cast(tables.c.seq, sa.Text) + " " + sa.bindparam("by", type_=sa.Text)
)
_SUMMARISE_AND_NOTIFY = _SUMMARISE.returning(sa.func.pg_notify(CHANNEL, _NOTICE))


@dataclass(frozen=True, slots=True)
class Kept:
    """A change that is on disk: the table after it, and whether it was there already."""

    table: Table
    seq: int
    again: bool = False


class Tables:
    """Reads tables, changes them, finds them."""

    def __init__(self, store: Store) -> None:
        """Works on that store; chance comes from the system."""
        self.store = store
        self.cache = TableCache()
        self._rng = SystemRandom()

    async def get(self, table_id: str) -> Table | None:
        """The newest state of a table, or None if there is no such table."""
        return await self.store.read(lambda connection: self._read(connection, table_id))

    async def create(
        self, kit: AnyKit, sitters: Sequence[Sitter], past: Past | None = None
    ) -> Table:
        """Stores a new table; with a past, it continues that game."""
        table_id = secrets.token_urlsafe(ID_BYTES)

        def job(connection: Connection) -> Table:
            known = self._load(connection, table_id)
            if known is not None:
                return known
            change = commands.create(table_id, kit, sitters, self._moment(), past)
            _insert_table(connection, change)
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
    ) -> Kept:
        """Stores the change that `decide` makes; the same client id twice has one effect."""

        def job(connection: Connection) -> Kept:
            table = self._locked(connection, table_id)
            if table is None:
                raise deny("no_table")
            stored = _stored_before(connection, table_id, client)
            if stored is not None:
                return Kept(table, stored, again=True)
            if expected is not None and expected != table.seq:
                raise deny("stale")
            change = decide(table, self._moment())
            if not change.events:
                return Kept(table, table.seq, again=True)
            self._append(connection, table, change, client)
            return Kept(change.after, table.seq + 1)

        kept = await self.store.write(job)
        self.cache.put(kept.table)
        return kept

    async def rematch(self, table: Table) -> str:
        """A new table for the same people, made once however often it is asked for."""
        fresh = secrets.token_urlsafe(ID_BYTES)

        def job(connection: Connection) -> str:
            now = self._locked(connection, table.id)
            assert now is not None
            if now.rematch:
                return now.rematch
            linked, created = commands.rematch(now, fresh, self._moment())
            _insert_table(connection, created)
            self._append(connection, now, linked, None)
            return fresh

        return await self.store.write(job)

    async def sit(self, invite: str, guest: str, name: str) -> Kept:
        """Takes the seat that the invitation is for."""
        place = await self.find_invite(invite)
        if place is None:
            raise deny("no_invite")
        return await self.change(
            place[0], lambda table, moment: commands.take_seat(table, place[1], guest, name, moment)
        )

    async def find_invite(self, invite: str) -> tuple[str, Seat] | None:
        """The table and the seat that an invitation is for, taken or not."""
        query = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.invite == invite)
        row = await self.store.read(lambda c: c.execute(query).first())
        return None if row is None else (row.table_id, row.seat)

    async def invites(self, table_id: str) -> dict[Seat, str]:
        """The invitations of a table by seat."""
        query = sa.select(seats.c.seat, seats.c.invite).where(
            seats.c.table_id == table_id, seats.c.invite.is_not(None)
        )
        rows = await self.store.read(lambda c: c.execute(query).all())
        return {row.seat: row.invite for row in rows}

    async def of_guest(self, guest: str, most: int = _MOST_LISTED) -> list[Table]:
        """The tables at which that guest sits: unfinished ones first, then by their last change."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.guest == guest)))
            .order_by(tables.c.over, tables.c.changed.desc())
            .limit(most)
        )

        ids = await self.store.read(lambda c: [row.id for row in c.execute(query)])
        return await self.get_all(ids)

    async def get_all(self, ids: Collection[str]) -> list[Table]:
        """The newest state of each of these tables that exists."""

        def job(connection: Connection) -> list[Table]:
            found = [self._read(connection, table_id) for table_id in ids]
            return [table for table in found if table is not None]

        return await self.store.read(job)

    async def states_since(self, table_id: str, since: int, most: int) -> list[Table]:
        """The table as it was after that event and after each step since; empty if too many."""

        def job(connection: Connection) -> list[Table]:
            log = read_events(connection, table_id)
            if not 0 <= since < len(log):
                return []
            then = fold_all(begun(log[0], table_id), log[1 : since + 1])
            later = fold_steps(then, log[since + 1 :])
            return [then, *later] if len(later) <= most else []

        return await self.store.read(job)

    async def later(self, tables: Collection[Table]) -> list[Table]:
        """The states of these tables after each step that was stored since."""

        def job(connection: Connection) -> list[Table]:
            found = [fold_steps(t, read_events(connection, t.id, t.seq)) for t in tables]
            for steps in filter(None, found):
                self.cache.put(steps[-1])
            return list(chain.from_iterable(found))

        return await self.store.read(job)

    async def waiting_for_bots(self) -> list[str]:
        """The tables at which a bot is to move but no process lets it."""
        abandoned = tables.c.changed < time.time() - _ABANDONED_AFTER_S
        query = sa.select(tables.c.id).where(tables.c.waits_for_bot, ~tables.c.over, abandoned)
        return await self.store.read(lambda c: [row.id for row in c.execute(query)])

    def outdated(self) -> list[str]:
        """The unfinished tables whose rules this program no longer has, named for the host."""
        query = sa.select(tables.c.id, tables.c.spec, tables.c.rules).where(~tables.c.over)
        rows = self.store.read_now(lambda c: c.execute(query).all())
        return [
            f"{row.id} ({row.spec}, rules {row.rules})" for row in rows if not _rules_exist(row)
        ]

    def _load(self, connection: Connection, table_id: str) -> Table | None:
        """The table, folded from what is remembered of it and the later events.

        The result is not remembered here: it may hold what a transaction has not committed.
        """
        table = self.cache.get(table_id)
        later = read_events(connection, table_id, -1 if table is None else table.seq)
        if table is None:
            if not later:
                return None
            table = begun(later.pop(0), table_id)
        return fold_all(table, later)

    def _locked(self, connection: Connection, table_id: str) -> Table | None:
        """The table, locked until the transaction ends; the log's key would stop others too."""
        if self.store.shared:
            seq = connection.execute(_LOCK, {"table": table_id}).scalar()
            table = self.cache.get(table_id)
            if table is not None and table.seq == seq:
                return table
        return self._load(connection, table_id)

    def _read(self, connection: Connection, table_id: str) -> Table | None:
        table = self._load(connection, table_id)
        if table is not None:
            self.cache.put(table)
        return table

    def _append(
        self, connection: Connection, before: Table, change: Change, client: str | None
    ) -> None:
        """Stores the events and the summary; other processes are notified by the commit."""
        _insert_events(connection, before.id, change.events, client)
        row = {"table": before.id, **_summary(change.after)}
        if self.store.shared:
            connection.execute(_SUMMARISE_AND_NOTIFY, {**row, "by": self.store.name})
        else:
            connection.execute(_SUMMARISE, row)
        for seat, (old, new) in enumerate(zip(before.seats, change.after.seats, strict=True)):
            if old != new:
                place = (seats.c.table_id == before.id) & (seats.c.seat == seat)
                values = _seat_columns(new) if new.kind == OPEN else {"guest": new.guest}
                connection.execute(sa.update(seats).where(place).values(values))

    def _moment(self) -> Moment:
        return Moment(self._rng, time.time_ns() // _NS_PER_MS)


def _rules_exist(row: Any) -> bool:
    try:
        return bool(kit_of(row.spec).box.version == row.rules)
    except SpecError:
        return False


def _summary(table: Table) -> dict[str, Any]:
    """The columns that lists and sweeps query; the log stays the only truth."""
    return {
        "seq": table.seq,
        "over": table.outcome is not None,
        "turn": table.turn,
        "waits_for_bot": table.waits_for_bot,
        "changed": time.time(),
    }


def _seat_columns(sitter: Sitter) -> dict[str, Any]:
    invite = secrets.token_urlsafe(INVITE_BYTES) if sitter.kind == OPEN else None
    return {"guest": sitter.guest, "invite": invite}


def _insert_table(connection: Connection, created: Change) -> None:
    """Stores a new table: its summary, its seats and its first events."""
    table = created.after
    row = {"id": table.id, "spec": table.spec, "rules": table.rules, **_summary(table)}
    connection.execute(sa.insert(tables).values(row))
    for seat, sitter in enumerate(table.seats):
        place = {"table_id": table.id, "seat": seat, **_seat_columns(sitter)}
        connection.execute(sa.insert(seats).values(place))
    _insert_events(connection, table.id, created.events, None)


def _insert_events(
    connection: Connection, table_id: str, happened: Sequence[Event], client: str | None
) -> None:
    """Stores the events in order; the first carries the id that the client gave its command."""
    rows = [
        {
            "table_id": table_id,
            "seq": event.seq,
            "kind": event.kind,
            "body": json.dumps(event.body, ensure_ascii=False),
            "client": client if number == 0 else None,
            "at": event.at,
        }
        for number, event in enumerate(happened)
    ]
    connection.execute(_INSERT, rows)


def _stored_before(connection: Connection, table_id: str, client: str | None) -> int | None:
    """The number of the event that this command of the client has already caused."""
    if client is None:
        return None
    row = connection.execute(_FIND_COMMAND, {"table": table_id, "client_id": client}).first()
    return None if row is None else int(row.seq)
