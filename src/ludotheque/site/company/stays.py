"""Stores and reads when each guest was last at a table, for all processes of a site.

A guest who is there is stored as present until a time in the near future, again and again. So if a
process dies, its guests soon count as gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.site.storage.drivers import notify
from ludotheque.site.storage.schema import seats
from ludotheque.site.storage.store import Store
from ludotheque.table.company import Stay

PRESENCE = "presence"  # the key of a notice that holds the process and the table


class Place(NamedTuple):
    """A guest at a table."""

    table_id: str
    guest: str


_THERE = sa.and_(seats.c.table_id == sa.bindparam("table"), seats.c.guest == sa.bindparam("who"))
_COME = (
    sa.update(seats)
    .where(_THERE)
    .values(
        here_since=sa.case(
            (seats.c.here_until >= sa.bindparam("now"), seats.c.here_since),
            else_=sa.bindparam("now"),
        ),
        here_until=sa.bindparam("until"),
    )
)
# Built once: a statement with a list of values refers to itself, so each new one would stay in
# memory until the next run of the garbage collector.
_SEEN = sa.select(seats.c.table_id, seats.c.guest, seats.c.here_since, seats.c.here_until).where(
    seats.c.table_id.in_(sa.bindparam("tables", expanding=True)), seats.c.here_until.is_not(None)
)
_GO = sa.update(seats).where(_THERE).values(here_until=sa.bindparam("now"))


class Stays:
    """Stores and reads who is at which table, and notifies the other processes of changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.name = store.name

    async def come(self, places: Collection[Place], now: int, until: int, *, tell: bool) -> None:
        """Stores guests as present from `now` until `until`; `tell` notifies other processes."""
        await self._write(_COME, places, tell=tell, now=now, until=until)

    async def go(self, place: Place, at: int) -> None:
        """Stores that a guest has no longer been at a table since then."""
        await self._write(_GO, [place], tell=True, now=at)

    async def read(self, ids: Collection[str]) -> Mapping[str, Mapping[str, Stay]]:
        """The last stay of each guest at each of these tables."""
        rows = await self._store.read(lambda c: c.execute(_SEEN, {"tables": list(ids)}).all())
        found = defaultdict[str, dict[str, Stay]](dict)
        for row in rows:
            found[row.table_id][row.guest] = Stay(row.here_since or 0, row.here_until)
        return found

    async def _write(
        self, query: sa.Update, places: Collection[Place], *, tell: bool, **times: int
    ) -> None:
        rows = [{"table": place.table_id, "who": place.guest, **times} for place in places]
        tables = sorted({place.table_id for place in places}) if tell else []

        def job(connection: Connection) -> None:
            connection.execute(query, rows)
            for table_id in tables:
                notify(connection, PRESENCE, [self.name, table_id])

        await self._store.write(job)
