"""Invitations by name, to people with whom a guest has played before."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.site.storage.database import insert_unless_there
from ludotheque.site.storage.drivers import check_guests
from ludotheque.site.storage.schema import guests, invitations, seats, tables
from ludotheque.site.storage.store import Store
from ludotheque.table.table import now_ms

# People that are offered for an invitation, and the newest seats that are searched for them.
_MOST_OFFERED, _MOST_SEATS_SEARCHED = 8, 200
_MOST_WAITING = 20  # unanswered invitations of a guest; further ones are not stored


class Acquaintance(NamedTuple):
    """A person with whom a guest has played: the name, and the seat where that was.

    Pages name the person by the seat, so that guests do not learn the ids of others.
    """

    guest: str
    name: str
    table_id: str
    seat: Seat


class Invitation(NamedTuple):
    """A table to which a guest is invited, and the id of the guest who invites."""

    table_id: str
    inviter: str


class Invitations:
    """Finds people to invite, and stores invitations and their answers."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def acquaintances(self, guest: str) -> list[Acquaintance]:
        """The people with a name with whom a guest has played, the most recent first."""
        query = _played_with(guest).order_by(tables.c.changed.desc()).limit(_MOST_SEATS_SEARCHED)
        rows = await self.store.read(lambda c: c.execute(query).all())
        found: dict[str, Acquaintance] = {}
        for row in rows:
            found.setdefault(row.guest, Acquaintance(**row._mapping))
        return list(found.values())[:_MOST_OFFERED]

    async def acquaintance(self, guest: str, table_id: str, seat: Seat) -> Acquaintance | None:
        """The person on a seat of a table, if this guest sits there too; else None."""
        there = seats.c.table_id == table_id, seats.c.seat == seat
        row = await self.store.read(lambda c: c.execute(_played_with(guest).where(*there)).first())
        return None if row is None else Acquaintance(**row._mapping)

    async def add(self, table_id: str, guest: str, inviter: str) -> bool:
        """Invites a guest to a table; False if that was done before, or too many are unanswered."""
        row = {"table_id": table_id, "guest": guest, "inviter": inviter, "at": now_ms()}
        return await self.store.write(partial(_add, row))

    async def to_guest(self, guest: str) -> list[Invitation]:
        """The invitations that a guest has not answered, the newest first."""
        mine = sa.and_(invitations.c.guest == guest, ~invitations.c.answered)
        query = sa.select(invitations.c.table_id, invitations.c.inviter).where(mine)
        newest_first = query.order_by(invitations.c.at.desc())
        rows = await self.store.read(lambda c: c.execute(newest_first).all())
        return [Invitation(*row) for row in rows]

    async def to_table(self, table_id: str) -> set[str]:
        """The guests who are invited to a table by name, whatever they answered."""
        query = sa.select(invitations.c.guest).where(invitations.c.table_id == table_id)
        return await self.store.read(lambda c: set(c.execute(query).scalars()))

    async def answer(self, table_id: str, guest: str) -> None:
        """Stores that a guest has come or declined, so that the invitation is not shown again."""
        mine = invitations.c.table_id == table_id, invitations.c.guest == guest
        query = sa.update(invitations).where(*mine).values(answered=True)
        await self.store.write(lambda c: c.execute(query))


def _played_with(guest: str) -> sa.Select[tuple[str, str, str, int]]:
    """The seats of people with a name at the tables of a guest."""
    mine = sa.select(seats.c.table_id).where(seats.c.guest == guest)
    return (
        sa.select(guests.c.id.label("guest"), guests.c.name, seats.c.table_id, seats.c.seat)
        .join(guests, guests.c.id == seats.c.guest)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.table_id.in_(mine), guests.c.id != guest, guests.c.name != "")
    )


def _add(row: dict[str, Any], connection: Connection) -> bool:
    check_guests(connection, {row["guest"], row["inviter"]})
    waiting = sa.and_(invitations.c.guest == row["guest"], ~invitations.c.answered)
    count = sa.select(sa.func.count()).select_from(invitations).where(waiting)
    if connection.execute(count).scalar_one() >= _MOST_WAITING:
        return False
    return insert_unless_there(connection, invitations, {**row, "answered": False})
