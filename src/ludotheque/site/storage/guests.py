"""The guests of a site: a name, and a secret by which the same person is recognised."""

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
# Built once: building a statement takes longer than the database takes to run it.
_BY_SECRET = sa.select(guests).where(guests.c.secret == sa.bindparam("hashed"))
_BY_ID = sa.select(guests.c.id).where(guests.c.id == sa.bindparam("guest"))
_ADD = sa.insert(guests)


class Guests:
    """Finds, adds and renames guests; only the hashes of their secrets are stored."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def find(self, secret: str) -> tuple[str, str] | None:
        """The id and name of the guest with that secret, or None; notes today's visit."""
        asked = {"hashed": _hashed(secret)}
        row = await self.store.read(lambda c: c.execute(_BY_SECRET, asked).first())
        if row is None:
            return None
        if row.seen_day != today():
            await self._note_visit(row.id)
        return row.id, row.name

    async def add(self, name: str = "") -> tuple[str, str]:
        """Adds a guest; returns the id and the secret."""
        (added,) = await self.add_all([name])
        return added

    async def add_all(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Adds guests with these names together; returns the id and the secret of each."""
        fresh = [(token_urlsafe(ID_BYTES), token_urlsafe(SECRET_BYTES)) for _ in names]
        rows = [
            {"id": guest, "secret": _hashed(secret), "name": name, "seen_day": today()}
            for name, (guest, secret) in zip(names, fresh, strict=True)
        ]

        def job(connection: Connection) -> None:
            first = {"guest": fresh[0][0]}
            if connection.execute(_BY_ID, first).first() is None:  # may run twice (store.py)
                connection.execute(_ADD, rows)

        if rows:
            await self.store.write(job)
        return fresh

    async def rename(self, guest: str, name: str) -> None:
        """Stores another name of a guest."""
        query = sa.update(guests).where(guests.c.id == guest).values(name=name)
        await self.store.write(lambda c: c.execute(query))

    async def renew(self, guest: str) -> str:
        """Gives a guest another secret; the old one ends, and other processes are notified.

        All devices lose their push messages, since another person may have the old secret.
        """
        secret = token_urlsafe(SECRET_BYTES)
        query = sa.update(guests).where(guests.c.id == guest).values(secret=_hashed(secret))

        def job(connection: Connection) -> None:
            connection.execute(query)
            connection.execute(sa.delete(subscriptions).where(subscriptions.c.guest == guest))
            notify(connection, DISMISSED, guest)

        await self.store.write(job)
        return secret

    async def begin_to_forget(self, guest: str) -> None:
        """Waits for changes that are being stored for a guest, and refuses all later ones."""
        query = sa.update(guests).where(guests.c.id == guest).values(leaving=True)
        await self.store.write(lambda c: c.execute(query))

    async def leaving(self) -> list[str]:
        """The guests who are being forgotten, perhaps by a process that has ended."""
        query = sa.select(guests.c.id).where(guests.c.leaving)
        return await self.store.read(lambda c: list(c.execute(query).scalars()))

    async def remove(self, guest: str) -> None:
        """Deletes a guest with the secret; other processes are notified."""
        query = sa.delete(guests).where(guests.c.id == guest)

        def job(connection: Connection) -> None:
            connection.execute(query)
            notify(connection, DISMISSED, guest)

        await self.store.write(job)

    async def _note_visit(self, guest: str) -> None:
        """Stores that a guest was here today; has no effect if the database is unavailable."""
        if self.store.condition.cause:
            return
        query = sa.update(guests).where(guests.c.id == guest).values(seen_day=today())
        with suppress(Unavailable):
            await self.store.write(lambda c: c.execute(query))


def today() -> int:
    """Today, in days since 1970."""
    return int(time.time() // DAY_S)


def _hashed(secret: str) -> str:
    """The hash of a secret to store; a random secret needs neither salt nor many rounds."""
    return hashlib.sha256(plain(secret).encode()).hexdigest()
