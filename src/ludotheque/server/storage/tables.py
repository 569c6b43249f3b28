"""The only writer: every change of a table goes through here, one transaction each."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.core.reason import SpecError
from ludotheque.games import AnyKit
from ludotheque.server.storage.cache import Remembered
from ludotheque.server.storage.database import CHANNEL
from ludotheque.server.storage.schema import events, guests, seats, tables
from ludotheque.server.storage.store import Store, read_events
from ludotheque.table.commands import New, chance, creation, deny, grown, take_seat
from ludotheque.table.table import Event, Sitter, Table, begun, fold_all, kit_of

Command = Callable[[Table, Random], list[New]]
_FORSAKEN = 2.0
# What every move needs is put together once.
_TABLE: sa.BindParameter[str] = sa.bindparam("table")
_LOCK = sa.select(tables.c.seq).where(tables.c.id == _TABLE).with_for_update()
_DONE = sa.select(events.c.seq).where(
    events.c.table_id == _TABLE, events.c.client == sa.bindparam("client_id")
)
_INSERT = sa.insert(events)
_SUMMARISE = sa.update(tables).where(tables.c.id == _TABLE)
_NOTICE = (
    tables.c.id + " " + sa.cast(tables.c.seq, sa.Text) + " " + sa.bindparam("by", type_=sa.Text)
)
_SUMMARISE_AND_TELL = _SUMMARISE.returning(sa.func.pg_notify(CHANNEL, _NOTICE))


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
        self.rng = SystemRandom()
        self.remembered = Remembered()

    async def get(self, table_id: str) -> Table | None:
        """The table as it stands, or None if there is none of that name."""
        return await self.store.read(lambda connection: self._read(connection, table_id))

    async def create(
        self, kit: AnyKit, sitters: Sequence[Sitter], past: Sequence[New] = ()
    ) -> Table:
        """A new table; with a past, one that goes on from a record."""
        table_id = secrets.token_urlsafe(9)

        def job(connection: Connection) -> Table:
            known = self._load(connection, table_id)
            return known or self._new(connection, table_id, kit, sitters, past)

        table = await self.store.write(job)
        self.remembered.put(table)
        return table

    async def change(
        self,
        table_id: str,
        command: Command,
        client: str | None = None,
        expected: int | None = None,
    ) -> Kept:
        """Does what the command says, once: the same client id twice has one effect."""

        def job(connection: Connection) -> Kept:
            table = self._locked(connection, table_id)
            if table is None:
                raise deny("no_table")
            done = _done_before(connection, table_id, client)
            if done is not None:
                return Kept(table, done, again=True)
            if expected is not None and expected != table.seq:
                raise deny("stale")
            news = command(table, self.rng)
            if not news:
                return Kept(table, table.seq, again=True)
            after = grown(table, news)
            self._append(connection, table, after, news, client)
            return Kept(after, table.seq + 1)

        kept = await self.store.write(job)
        self.remembered.put(kept.table)
        return kept

    async def rematch(self, table: Table) -> str:
        """A new table for the same people, made once however often it is asked for."""
        fresh = secrets.token_urlsafe(9)

        def job(connection: Connection) -> str:
            now = self._locked(connection, table.id)
            assert now is not None
            if now.rematch:
                return now.rematch
            if now.outcome is None:
                raise deny("not_over")
            sitters = [*now.seats[1:], now.seats[0]] if len(now.seats) == 2 else list(now.seats)
            self._new(connection, fresh, now.kit, sitters, ())
            news: list[New] = [("rematch", {"table": fresh})]
            self._append(connection, now, grown(now, news), news, None)
            return fresh

        return await self.store.write(job)

    async def sit(self, invite: str, guest: str, name: str) -> Kept:
        """Takes the seat that the invitation is for."""
        place = await self.find_invite(invite)
        if place is None:
            raise deny("no_invite")
        return await self.change(place[0], lambda t, rng: take_seat(t, place[1], guest, name, rng))

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

    async def of_guest(self, guest: str, most: int = 60) -> list[Table]:
        """The tables at which that guest sits, the newest first."""
        query = (
            sa.select(tables.c.id)
            .where(tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.guest == guest)))
            .order_by(tables.c.over, tables.c.changed.desc())
            .limit(most)
        )

        ids = await self.store.read(lambda c: [row.id for row in c.execute(query)])
        return await self.get_all(ids)

    async def get_all(self, ids: Collection[str]) -> list[Table]:
        """Those of these tables that there are, as they stand."""

        def job(connection: Connection) -> list[Table]:
            found = [self._read(connection, table_id) for table_id in ids]
            return [table for table in found if table is not None]

        return await self.store.read(job)

    async def waiting_for_bots(self) -> list[str]:
        """The tables at which a bot is to act and nobody seems to see to it."""
        still = tables.c.changed < time.time() - _FORSAKEN
        query = sa.select(tables.c.id).where(tables.c.waits_for_bot, ~tables.c.over, still)
        return await self.store.read(lambda c: [row.id for row in c.execute(query)])

    def outdated(self) -> list[str]:
        """The unfinished tables whose rules this program no longer has, named for the host."""
        query = sa.select(tables.c.id, tables.c.spec, tables.c.rules).where(~tables.c.over)
        rows = self.store.read_now(lambda c: c.execute(query).all())
        return [f"{row.id} ({row.spec}, rules {row.rules})" for row in rows if not _known(row)]

    async def guest(self, secret: str) -> tuple[str, str] | None:
        """The guest with that secret: id and name."""
        query = sa.select(guests.c.id, guests.c.name).where(guests.c.secret == secret)
        row = await self.store.read(lambda c: c.execute(query).first())
        return None if row is None else (row.id, row.name)

    async def new_guest(self, name: str = "") -> tuple[str, str]:
        """A guest nobody has met: id and secret."""
        guest, secret = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
        row = {"id": guest, "secret": secret, "name": name}

        def job(connection: Connection) -> None:
            if (
                connection.execute(sa.select(guests.c.id).where(guests.c.id == guest)).first()
                is None
            ):
                connection.execute(sa.insert(guests).values(row))

        await self.store.write(job)
        return guest, secret

    async def rename(self, guest: str, name: str) -> None:
        """The guest is called so from now on."""
        query = sa.update(guests).where(guests.c.id == guest).values(name=name)
        await self.store.write(lambda c: c.execute(query))

    def _load(self, connection: Connection, table_id: str) -> Table | None:
        """The table, folded from what is remembered and what came since.

        Only what is committed is remembered: a writer's transaction may still fail.
        """
        table = self.remembered.get(table_id)
        news = read_events(connection, table_id, -1 if table is None else table.seq)
        if table is None:
            if not news:
                return None
            table = begun(news.pop(0), table_id)
        return fold_all(table, news)

    def _locked(self, connection: Connection, table_id: str) -> Table | None:
        """The same, while no other process changes it; the key of the log decides all the same."""
        if self.store.shared:
            seq = connection.execute(_LOCK, {"table": table_id}).scalar()
            table = self.remembered.get(table_id)
            if table is not None and table.seq == seq:
                return table
        return self._load(connection, table_id)

    def _read(self, connection: Connection, table_id: str) -> Table | None:
        table = self._load(connection, table_id)
        if table is not None:
            self.remembered.put(table)
        return table

    def _new(
        self,
        connection: Connection,
        table_id: str,
        kit: AnyKit,
        sitters: Sequence[Sitter],
        past: Sequence[New],
    ) -> Table:
        body = creation(kit, sitters)
        table = begun(Event(0, "created", body), table_id)
        news: list[New] = [("created", body), *past]
        after = grown(table, past)
        if not after.incomplete:
            lot = chance(after, self.rng)
            news += lot
            after = grown(after, lot)
        row = {"id": table_id, "spec": kit.full_spec, "rules": kit.box.version, **_summary(after)}
        connection.execute(sa.insert(tables).values(row))
        for seat, sitter in enumerate(sitters):
            place = {"table_id": table_id, "seat": seat, **_place(sitter)}
            connection.execute(sa.insert(seats).values(place))
        _insert(connection, table_id, 0, news, None)
        return after

    def _append(
        self,
        connection: Connection,
        before: Table,
        after: Table,
        news: Sequence[New],
        client: str | None,
    ) -> None:
        _insert(connection, before.id, before.seq + 1, news, client)
        self._summarise(connection, after)
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            if old != new:
                place = (seats.c.table_id == before.id) & (seats.c.seat == seat)
                values = _place(new) if new.kind == "open" else {"guest": new.guest}
                connection.execute(sa.update(seats).where(place).values(values))

    def _summarise(self, connection: Connection, table: Table) -> None:
        """Keeps the summary; within the transaction, others are told (table, seq, by whom)."""
        row = {"table": table.id, **_summary(table)}
        if self.store.shared:
            connection.execute(_SUMMARISE_AND_TELL, {**row, "by": self.store.name})
        else:
            connection.execute(_SUMMARISE, row)


def _known(row: Any) -> bool:
    try:
        return bool(kit_of(row.spec).box.version == row.rules)
    except SpecError:
        return False


def _summary(table: Table) -> dict[str, Any]:
    """What lists of tables are made from; the log stays the only truth."""
    return {
        "seq": table.seq,
        "over": table.outcome is not None,
        "turn": table.turn,
        "waits_for_bot": table.waits_for_bot,
        "changed": time.time(),
    }


def _place(sitter: Sitter) -> dict[str, Any]:
    invite = secrets.token_urlsafe(12) if sitter.kind == "open" else None
    return {"guest": sitter.guest, "invite": invite}


def _insert(
    connection: Connection, table_id: str, first: int, news: Sequence[New], client: str | None
) -> None:
    rows = [
        {
            "table_id": table_id,
            "seq": first + number,
            "kind": kind,
            "body": json.dumps(body, ensure_ascii=False),
            "client": client if number == 0 else None,
        }
        for number, (kind, body) in enumerate(news)
    ]
    connection.execute(_INSERT, rows)


def _done_before(connection: Connection, table_id: str, client: str | None) -> int | None:
    if client is None:
        return None
    row = connection.execute(_DONE, {"table": table_id, "client_id": client}).first()
    return None if row is None else int(row.seq)
