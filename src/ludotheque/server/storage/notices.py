"""What other processes have kept, heard from PostgreSQL; after a silence, read since then.

What this process keeps, it tells by itself.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from ludotheque.server.hub import Hub
from ludotheque.server.metrics import LISTENING
from ludotheque.server.storage.database import CHANNEL, address
from ludotheque.server.storage.store import Unavailable
from ludotheque.server.storage.tables import Tables

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_log = logging.getLogger(__name__)
_QUIET, _ANSWER, _PAUSE = 10.0, 5.0, 0.2


class Notices:
    """Listens on a connection of its own, and brings the onlookers of this process up to date."""

    def __init__(self, url: str, tables: Tables, hub: Hub) -> None:
        """Takes what it reads and whom it tells."""
        where = address(url).set(drivername="postgresql")
        self._where = where.render_as_string(hide_password=False)
        self.tables = tables
        self.hub = hub
        self.connected = False
        self._due: set[str] = set()
        self._more = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begins to listen and to read."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._read())]

    async def stop(self) -> None:
        """Hangs up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        """Keeps one connection, and a new one after that, for ever."""
        from psycopg import AsyncConnection, Error  # noqa: PLC0415  # only PostgreSQL needs it

        while True:
            try:
                line = await AsyncConnection.connect(
                    self._where, autocommit=True, connect_timeout=5
                )
                async with line:
                    await self._hear(line)
            except (Error, OSError, TimeoutError):
                if self.connected:
                    _log.warning("the line to the database is lost; it will be taken up again")
                self._connect(False)
            await asyncio.sleep(_PAUSE)

    async def _hear(self, line: AsyncConnection[Any]) -> None:
        await line.execute(f"LISTEN {CHANNEL}")
        self._connect(True)
        self._want(*self.hub.followed())
        while True:
            async for notice in line.notifies(timeout=_QUIET):
                table_id, seq, name = [*notice.payload.split(" "), "", ""][:3]
                own = name == self.tables.store.name
                if not own and seq.isdigit() and self.hub.behind(table_id, int(seq)):
                    self._want(table_id)
            async with asyncio.timeout(_ANSWER):
                await line.execute("SELECT 1")

    def _connect(self, connected: bool) -> None:
        self.connected = connected
        LISTENING.set(connected)

    def _want(self, *ids: str) -> None:
        self._due.update(ids)
        self._more.set()

    async def _read(self) -> None:
        """Reads what is due, all at once, and tells of it."""
        while True:
            await self._more.wait()
            self._more.clear()
            due, self._due = self._due, set()
            try:
                for table in await self.tables.get_all(due):
                    self.hub.tell(table)
            except Exception as error:
                if not isinstance(error, Unavailable):
                    _log.exception("reading what others have kept failed; it will be tried again")
                await asyncio.sleep(_PAUSE)
                self._want(*due)
