"""The guests of a site: a name, and a secret that brings the same person back."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_urlsafe

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.site.storage.drivers import DISMISSED, notify, plain
from ludotheque.site.storage.schema import ID_BYTES, SECRET_BYTES, guests, subscriptions
from ludotheque.site.storage.store import Store
from ludotheque.site.storage.trouble import Unavailable

DAY_S = 24 * 3600
# Made once: a statement takes longer to make than the database takes over it.
_BY_SECRET = sa.select(guests).where(guests.c.secret == sa.bindparam("hashed"))
_BY_ID = sa.select(guests.c.id).where(guests.c.id == sa.bindparam("guest"))
_ADD = sa.insert(guests)


class Guests:
    """Finds, adds and renames guests; of their secrets, only the hashes are stored."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def find(self, secret: str) -> tuple[str, str] | None:
        """The guest with that secret: id and name."""
        asked = {"hashed": _hashed(secret)}
        row = await self.store.read(lambda c: c.execute(_BY_SECRET, asked).first())
        if row is None:
            return None
        if row.seen_day != today():
            await self._note_visit(row.id)
        return row.id, row.name

    async def add(self, name: str = "") -> tuple[str, str]:
        """Adds a guest: id and secret."""
        (added,) = await self.add_all([name])
        return added

    async def add_all(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Adds guests of these names together: the id and the secret of each."""
        fresh = [(token_urlsafe(ID_BYTES), token_urlsafe(SECRET_BYTES)) for _ in names]
        rows = [
            {"id": guest, "secret": _hashed(secret), "name": name, "seen_day": today()}
            for name, (guest, secret) in zip(names, fresh, strict=True)
        ]

        def job(connection: Connection) -> None:
            first = {"guest": fresh[0][0]}
            if connection.execute(_BY_ID, first).first() is None:  # it may run twice (store.py)
                connection.execute(_ADD, rows)

        if rows:
            await self.store.write(job)
        return fresh

    async def rename(self, guest: str, name: str) -> None:
        """Gives a guest another name."""
        query = sa.update(guests).where(guests.c.id == guest).values(name=name)
        await self.store.write(lambda c: c.execute(query))

    async def renew(self, guest: str) -> str:
        """Gives a guest another secret; the old one dies, and other processes are told.

        No device is told of the guest's games any more: whoever has the old secret may hold it.
        """
        secret = token_urlsafe(SECRET_BYTES)
        query = sa.update(guests).where(guests.c.id == guest).values(secret=_hashed(secret))

        def job(connection: Connection) -> None:
            connection.execute(query)
            connection.execute(sa.delete(subscriptions).where(subscriptions.c.guest == guest))
            notify(connection, DISMISSED, guest)

        await self.store.write(job)
        return secret

    async def remove(self, guest: str) -> None:
        """Deletes a guest, whose secret dies; other processes are told."""
        query = sa.delete(guests).where(guests.c.id == guest)

        def job(connection: Connection) -> None:
            connection.execute(query)
            notify(connection, DISMISSED, guest)

        await self.store.write(job)

    async def _note_visit(self, guest: str) -> None:
        """Notes that a guest was here today; where nothing is stored, that is not worth a word."""
        if self.store.condition.cause:
            return
        query = sa.update(guests).where(guests.c.id == guest).values(seen_day=today())
        with suppress(Unavailable):
            await self.store.write(lambda c: c.execute(query))


def today() -> int:
    """The day, as it is stored."""
    return int(time.time() // DAY_S)


def _hashed(secret: str) -> str:
    """What is stored of a secret; random as it is, it needs neither salt nor many rounds."""
    return hashlib.sha256(plain(secret).encode()).hexdigest()
