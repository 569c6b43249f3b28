"""Finds tables that no process takes care of: a bot is to move, or a player's time is over.

A process that ends leaves such tables behind, perhaps without onlookers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ludotheque.house.hub import Hub
from ludotheque.house.tasks import cancel_all, survived
from ludotheque.house.thinking.bots import Bots
from ludotheque.house.thinking.clocks import Clocks
from ludotheque.site.storage.tables import Tables

_log = logging.getLogger(__name__)
# With the two seconds after which a table counts as abandoned, a bot whose process died is
# replaced within four.
_BOTS_EVERY_S = 2.0
_CLOCKS_EVERY_S = 5.0  # no page shows these tables, so a few seconds more do no harm


class Sweeps:
    """Checks the tables of the site again and again."""

    def __init__(self, tables: Tables, hub: Hub, bots: Bots, clocks: Clocks) -> None:
        self._tables = tables
        self._hub = hub
        self._bots = bots
        self._clocks = clocks
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Starts the sweeps."""
        sweeps = (("bots", self._wake_bots, _BOTS_EVERY_S), ("clocks", self._call, _CLOCKS_EVERY_S))
        self._tasks = [asyncio.create_task(_repeat(*sweep)) for sweep in sweeps]

    async def stop(self) -> None:
        """Stops the sweeps; those of the next start take up what was left."""
        await cancel_all(self._tasks)

    async def _wake_bots(self) -> None:
        """Lets bots move at abandoned tables, and at tables of bots alone that have onlookers."""
        waiting = await self._tables.waiting_for_bots()
        left = [table_id for table_id in waiting if not self._bots.is_busy(table_id)]
        for table in await self._tables.get_all(left):
            self._bots.wake(table)
        for table in self._hub.known(self._hub.followed()):
            self._bots.watched(table)

    async def _call(self) -> None:
        """Ends games whose time is over, and sets the timers that are missing."""
        await self._clocks.call_all(await self._tables.out_of_time())
        for table in self._hub.known(self._hub.followed()):
            if table.clock is not None and not self._clocks.is_watched(table.id):
                self._clocks.watch(table)


async def _repeat(name: str, sweep: Callable[[], Awaitable[None]], every_s: float) -> None:
    while True:
        with survived(_log, "the sweep for %s failed; it will be tried again", name):
            await sweep()
        await asyncio.sleep(every_s)
