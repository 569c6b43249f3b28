"""The guests of a site: a name, and a secret that brings the same person back."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.server.storage.schema import guests
from ludotheque.server.storage.store import Store


class Guests:
    """Finds guests, and adds those nobody has met."""

    def __init__(self, store: Store) -> None:
        """Works on that store."""
        self.store = store

    async def find(self, secret: str) -> tuple[str, str] | None:
        """The guest with that secret: id and name."""
        query = sa.select(guests.c.id, guests.c.name).where(guests.c.secret == secret)
        row = await self.store.read(lambda c: c.execute(query).first())
        return None if row is None else (row.id, row.name)

    async def add(self, name: str = "") -> tuple[str, str]:
        """A guest nobody has met: id and secret."""
        guest, secret = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
        row = {"id": guest, "secret": secret, "name": name}
        known = sa.select(guests.c.id).where(guests.c.id == guest)

        def job(connection: Connection) -> None:
            if connection.execute(known).first() is None:  # a job may be done twice
                connection.execute(sa.insert(guests).values(row))

        await self.store.write(job)
        return guest, secret

    async def rename(self, guest: str, name: str) -> None:
        """The guest is called so from now on."""
        query = sa.update(guests).where(guests.c.id == guest).values(name=name)
        await self.store.write(lambda c: c.execute(query))
