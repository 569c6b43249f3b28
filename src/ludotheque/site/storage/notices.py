"""Notices from PostgreSQL of what other processes have stored.

A notice usually contains the new events. If they do not follow the known state of a table, the
table is read; after a lost connection, all tables with onlookers are read. What this process
itself stores is announced without a notice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import orjson

from ludotheque.house.hub import Hub
from ludotheque.site.metrics import LISTENING
from ludotheque.site.storage.database import CONNECT_TIMEOUT_S, address
from ludotheque.site.storage.drivers import CHANNEL, DISMISSED
from ludotheque.site.storage.reading import event_of
from ludotheque.site.storage.tables import Tables
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.table.table import fold_steps

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_log = logging.getLogger(__name__)
# After 10 s without a notice, the connection is checked and has 5 s to answer, so that a lost one
# is noticed within 15 s.
_QUIET_S, _ANSWER_S = 10.0, 5.0
_PAUSE_S = 0.2  # between two attempts, so that an unavailable database costs no processor time


class Notices:
    """Listens on a connection of its own, and brings the onlookers of this process up to date."""

    def __init__(
        self, url: str, tables: Tables, hub: Hub, missed: Callable[[], object] = lambda: None
    ) -> None:
        """Reads from these tables, and shows changes to the onlookers of this hub.

        `missed` is called whenever notices may have been missed.
        """
        where = address(url).set(drivername="postgresql")
        self._where = where.render_as_string(hide_password=False)
        self.tables = tables
        self.hub = hub
        self.connected = False
        self.missed = missed
        self._heard = tables.store.heard
        self._heard[DISMISSED] = hub.dismiss
        self._due: set[str] = set()
        self._more = asyncio.Event()

    async def listen(self) -> None:
        """Listens on a connection, and on a new one whenever it is lost."""
        from psycopg import AsyncConnection, Error  # noqa: PLC0415  # only PostgreSQL needs it

        while True:
            try:
                connection = await AsyncConnection.connect(
                    self._where, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S
                )
                async with connection:
                    await self._receive(connection)
            except (Error, OSError, TimeoutError):
                if self.connected:
                    _log.warning("lost the connection to the database; reconnecting")
                self._set_connected(False)
            await asyncio.sleep(_PAUSE_S)

    async def read(self) -> None:
        """Reads the tables that are due together, and shows their changes."""
        while True:
            await self._more.wait()
            self._more.clear()
            due, self._due = self._due, set()
            try:
                for table in await self.tables.later(self.hub.known(due)):
                    self.hub.tell(table)
            except Exception as error:
                if not isinstance(error, Unavailable):
                    _log.exception(
                        "reading the changes of other processes failed; it will be retried"
                    )
                await asyncio.sleep(_PAUSE_S)
                self._want(*due)

    async def _receive(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        self._set_connected(True)
        self._want(*self.hub.followed())
        self.missed()
        while True:
            async for notice in connection.notifies(timeout=_QUIET_S):
                self._hear(notice.payload)
            async with asyncio.timeout(_ANSWER_S):
                await connection.execute("SELECT 1")

    def _hear(self, payload: str) -> None:
        """Shows the events of a notice, or has their table read."""
        try:
            told = orjson.loads(payload)
            for key in self._heard.keys() & told:
                self._heard[key](told[key])
                return
            table_id, seq, own = told["table"], told["seq"], told["by"] == self.tables.store.name
        except (ValueError, LookupError, TypeError):  # from another version of the site
            self._want(*self.hub.followed())
            return
        newest = next(iter(self.hub.known([table_id])), None)
        if own or newest is None or newest.seq >= seq:
            return
        events = [event_of(*row) for row in told.get("events", ())]
        if not events or events[0].seq != newest.seq + 1:
            self._want(table_id)
            return
        for table in fold_steps(newest, events):
            self.tables.cache.put(table)
            self.hub.tell(table)

    def _set_connected(self, connected: bool) -> None:
        self.connected = connected
        LISTENING.set(connected)

    def _want(self, *ids: str) -> None:
        self._due.update(ids)
        self._more.set()
