"""Calls time at tables that have onlookers, as soon as the player to move has run out of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from ludotheque.house.hub import Hub
from ludotheque.house.keeping import Keeping
from ludotheque.house.tasks import cancel_all, survived
from ludotheque.house.thinking.thinker import Announce
from ludotheque.table.commands import call_time
from ludotheque.table.table import Table, now_ms

_log = logging.getLogger(__name__)
_LONGEST_TIMER_S = 600.0  # most moves are made long before their time is over
_MARGIN_S = 0.005  # the timer of the loop and the clock of the machine differ by less


class Clocks:
    """Watches the clocks of all tables that have onlookers, and of those given to `watch`."""

    def __init__(self, tables: Keeping, hub: Hub, announce: Announce) -> None:
        """`announce` is called with each table at which time was called."""
        self._tables = tables
        self._announce = announce
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        hub.on_clock = self.watch

    async def stop(self) -> None:
        """Stops all timers."""
        for timer in self._timers.values():
            timer.cancel()
        await cancel_all(self._tasks)

    def watch(self, table: Table) -> None:
        """Calls time at that table when it is due; replaces an earlier timer for the table."""
        if (old := self._timers.pop(table.id, None)) is not None:
            old.cancel()
        if table.falls_ms is None:
            return
        wait_s = min((table.falls_ms - now_ms()) / 1000 + _MARGIN_S, _LONGEST_TIMER_S)
        loop = asyncio.get_running_loop()
        self._timers[table.id] = loop.call_later(wait_s, self._due, table.id)

    def is_watched(self, table_id: str) -> bool:
        """Whether a timer runs for that table."""
        return table_id in self._timers

    async def call_all(self, ids: Iterable[str]) -> None:
        """Calls time at each of these tables whose time is up.

        Where that fails, a sweep or the next onlooker tries again.
        """
        for table_id in ids:
            with survived(_log, "ending a turn whose time ran out failed; it will be retried"):
                kept = await self._tables.change(table_id, call_time)
                if not kept.again:
                    self._announce(kept.table)

    def _due(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        table = self._tables.known(table_id)
        if table is not None and table.falls_ms is not None and table.falls_ms > now_ms():
            self.watch(table)
            return
        task = asyncio.ensure_future(self.call_all([table_id]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
