"""Invitations by name, to people with whom a guest has played before."""

from __future__ import annotations

from functools import partial
from secrets import token_urlsafe
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.game import Seat
from ludotheque.site.storage.database import insert_unless_there
from ludotheque.site.storage.drivers import check_guests
from ludotheque.site.storage.schema import ID_BYTES, guests, invitations, mutes, seats, tables
from ludotheque.site.storage.store import Store
from ludotheque.table.table import now_ms

# People that are offered for an invitation, and the newest seats that are searched for them.
_MOST_OFFERED, _MOST_SEATS_SEARCHED = 8, 200
# Unanswered invitations of a guest, of all inviters and of one; further ones are not stored.
_MOST_WAITING, _MOST_OF_ONE = 20, 3
# Invitations by one inviter in a day, answered or not: more than two people play games in a day.
_MOST_IN_A_DAY = 30
_DAY_MS = 86_400_000
# Built once: a statement with a list refers to itself, so each new one would stay in memory until
# the next run of the garbage collector.
_ANSWER = (
    sa.update(invitations)
    .where(
        invitations.c.table_id.in_(sa.bindparam("which", expanding=True)),
        invitations.c.guest == sa.bindparam("whose"),
    )
    .values(answered=True)
)


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


class Mute(NamedTuple):
    """A person whose invitations a guest does not want: the id of the mute, and the name."""

    id: str
    name: str


class Invitations:
    """Finds people to invite; stores invitations, answers, and mutes."""

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
        """Invites a guest to a table; returns whether the guest should be told.

        Returns False if that was done before, if too many are unanswered, or if the guest wants no
        invitations from the inviter, who does not learn of that.
        """
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

    async def answer(self, guest: str, *table_ids: str) -> None:
        """Stores that a guest has come or declined, so that an invitation is not shown again."""
        asked = {"which": table_ids, "whose": guest}
        await self.store.write(lambda c: c.execute(_ANSWER, asked))

    async def mute(self, guest: str, table_id: str) -> None:
        """Declines all invitations, also later ones, of the person who invited to this table."""
        mine = invitations.c.table_id == table_id, invitations.c.guest == guest
        row = {"id": token_urlsafe(ID_BYTES), "guest": guest, "at": now_ms()}

        def job(connection: Connection) -> None:
            inviter = connection.execute(sa.select(invitations.c.inviter).where(*mine)).scalar()
            if inviter is None:
                return
            check_guests(connection, {guest, inviter})
            insert_unless_there(connection, mutes, {**row, "muted": inviter})
            theirs = invitations.c.inviter == inviter, invitations.c.guest == guest
            connection.execute(sa.update(invitations).where(*theirs).values(answered=True))

        await self.store.write(job)

    async def muted(self, guest: str) -> list[Mute]:
        """The people from whom a guest wants no invitations, the last one first."""
        query = (
            sa.select(mutes.c.id, guests.c.name)
            .join(guests, guests.c.id == mutes.c.muted)
            .where(mutes.c.guest == guest)
            .order_by(mutes.c.at.desc())
        )
        rows = await self.store.read(lambda c: c.execute(query).all())
        return [Mute(*row) for row in rows]

    async def unmute(self, guest: str, mute_id: str) -> None:
        """Allows the invitations of a person again."""
        query = sa.delete(mutes).where(mutes.c.id == mute_id, mutes.c.guest == guest)
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
    mine, theirs = invitations.c.guest == row["guest"], invitations.c.inviter == row["inviter"]
    waiting, today = ~invitations.c.answered, invitations.c.at > row["at"] - _DAY_MS
    bounds = (
        ((mine, waiting), _MOST_WAITING),
        ((mine, waiting, theirs), _MOST_OF_ONE),
        ((mine, today, theirs), _MOST_IN_A_DAY),
    )
    if any(_count(connection, *which) >= most for which, most in bounds):
        return False
    unwanted = mutes.c.guest == row["guest"], mutes.c.muted == row["inviter"]
    muted = connection.execute(sa.select(mutes.c.id).where(*unwanted)).first() is not None
    return insert_unless_there(connection, invitations, {**row, "answered": muted}) and not muted


def _count(connection: Connection, *which: sa.ColumnElement[bool]) -> int:
    query = sa.select(sa.func.count()).select_from(invitations).where(*which)
    return int(connection.execute(query).scalar_one())
