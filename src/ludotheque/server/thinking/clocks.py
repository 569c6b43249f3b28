"""Calls time at tables where the seat to move has none left.

Where somebody looks, time is called at the moment. A sweep finds the other tables, and those that
a process left which is gone.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterable
from typing import Any

from ludotheque.server.hub import Hub
from ludotheque.server.storage.tables import Tables
from ludotheque.server.storage.trouble import Unavailable
from ludotheque.server.thinking.bots import Bots
from ludotheque.table.commands import call_time
from ludotheque.table.table import Table

_log = logging.getLogger(__name__)
_SWEEP_EVERY_S = 5.0  # nobody looks at these tables: a few seconds more do no harm
_SOON_S = 600.0  # timers for what is later would only be replaced; moves and the sweep renew them
_MARGIN_S = 0.005  # the timer of the loop and the clock of the machine differ by less


class Clocks:
    """Watches the clocks of tables."""

    def __init__(self, tables: Tables, hub: Hub, bots: Bots) -> None:
        """Changes those tables; shows it, and lets a bot that takes a seat move."""
        self.tables = tables
        self.hub = hub
        self.bots = bots
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        hub.on_clock = self.watch

    async def start(self) -> None:
        """Begins to sweep for tables at which time is up."""
        self._run(self._sweep())

    async def stop(self) -> None:
        """Stops all timers; the first sweep of the next start takes up what was left."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def watch(self, table: Table) -> None:
        """Calls time at that table when it is due, in the place of whatever was due there."""
        if (old := self._timers.pop(table.id, None)) is not None:
            old.cancel()
        if table.falls_ms is None:
            return
        wait_s = table.falls_ms / 1000 - time.time() + _MARGIN_S
        if wait_s < _SOON_S:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(wait_s, self._due, table.id)

    def _due(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        self._run(self._call_all([table_id]))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call_all(self, ids: Iterable[str]) -> None:
        """Calls time at these tables, where it is still due; the sweep repeats what fails."""
        try:
            for table_id in ids:
                kept = await self.tables.change(table_id, call_time)
                if not kept.again:
                    self.hub.tell(kept.table)
                    self.bots.wake(kept.table)
        except Unavailable:
            pass  # the store has told the host
        except Exception:
            _log.exception("calling time failed; it will be tried again")

    async def _sweep(self) -> None:
        while True:
            try:
                await self._call_all(await self.tables.out_of_time())
                for table in self.hub.known(self.hub.followed()):
                    if table.clock is not None and table.id not in self._timers:
                        self.watch(table)
            except Unavailable:
                pass  # the store has told the host
            except Exception:
                _log.exception("the sweep for clocks failed; it will be tried again")
            await asyncio.sleep(_SWEEP_EVERY_S)
