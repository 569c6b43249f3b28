"""Whom people invite to their tables by name: those they have played with before."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.site.storage.database import insert_unless_there
from ludotheque.site.storage.schema import guests, invitations, seats, tables
from ludotheque.site.storage.store import Store
from ludotheque.table.table import now_ms

# People that are offered: those of the newest tables, as many as one looks through.
_MOST_OFFERED, _MOST_SEATS_SEARCHED = 8, 200
_MOST_WAITING = 20  # invitations that one guest has not answered; further ones are not made


class Acquaintance(NamedTuple):
    """Somebody one has played with: a name, and the seat where that was.

    The seat stands for the person, so that nobody learns the id of another guest.
    """

    guest: str
    name: str
    table_id: str
    seat: Seat


class Invitation(NamedTuple):
    """A table to which a guest is invited, and who invites."""

    table_id: str
    inviter: str


class Invitations:
    """Finds people, invites them, and remembers what they have answered."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def acquaintances(self, guest: str) -> list[Acquaintance]:
        """The people with a name that a guest has played with, the last ones first."""
        query = _played_with(guest).order_by(tables.c.changed.desc()).limit(_MOST_SEATS_SEARCHED)
        rows = await self.store.read(lambda c: c.execute(query).all())
        found: dict[str, Acquaintance] = {}
        for row in rows:
            found.setdefault(row.guest, Acquaintance(**row._mapping))
        return list(found.values())[:_MOST_OFFERED]

    async def acquaintance(self, guest: str, table_id: str, seat: Seat) -> Acquaintance | None:
        """Who sits on a seat of a table, if this guest sits there too."""
        there = seats.c.table_id == table_id, seats.c.seat == seat
        row = await self.store.read(lambda c: c.execute(_played_with(guest).where(*there)).first())
        return None if row is None else Acquaintance(**row._mapping)

    async def add(self, table_id: str, guest: str, inviter: str) -> bool:
        """Invites somebody to a table; whether that is new, and not one too many."""
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
        """Takes note that a guest has come, or does not want to; it is not asked again."""
        mine = invitations.c.table_id == table_id, invitations.c.guest == guest
        query = sa.update(invitations).where(*mine).values(answered=True)
        await self.store.write(lambda c: c.execute(query))


def _played_with(guest: str) -> sa.Select[tuple[str, str, str, int]]:
    """The seats of people with a name beside whom a guest sits."""
    mine = sa.select(seats.c.table_id).where(seats.c.guest == guest)
    return (
        sa.select(guests.c.id.label("guest"), guests.c.name, seats.c.table_id, seats.c.seat)
        .join(guests, guests.c.id == seats.c.guest)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.table_id.in_(mine), guests.c.id != guest, guests.c.name != "")
    )


def _add(row: dict[str, object], connection: Connection) -> bool:
    waiting = sa.and_(invitations.c.guest == row["guest"], ~invitations.c.answered)
    count = sa.select(sa.func.count()).select_from(invitations).where(waiting)
    if connection.execute(count).scalar_one() >= _MOST_WAITING:
        return False
    return insert_unless_there(connection, invitations, {**row, "answered": False})
