"""Finds tables that no process takes care of: a bot is to move, or a player's time is over.

A process that ends leaves such tables behind, perhaps without onlookers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ludotheque.house.hub import Hub
from ludotheque.house.tasks import survived
from ludotheque.house.thinking.bots import Bots
from ludotheque.house.thinking.clocks import Clocks
from ludotheque.site.storage.tables import Tables

_log = logging.getLogger(__name__)
# With the two seconds after which a table counts as abandoned, a bot whose process died is
# replaced within four.
BOTS_EVERY_S = 2.0
FORGETTING_EVERY_S = 3600.0  # only for guests whom a process had no time, or no database, to forget
CLOCKS_EVERY_S = 5.0  # no page shows these tables, so a few seconds more do no harm


async def wake_bots(tables: Tables, hub: Hub, bots: Bots) -> None:
    """Lets bots move at abandoned tables, and at tables of bots alone that have onlookers."""
    waiting = await tables.waiting_for_bots()
    left = [table_id for table_id in waiting if not bots.is_busy(table_id)]
    for table in await tables.get_all(left):
        bots.wake(table)
    for table in hub.known(hub.followed()):
        bots.watched(table)


async def call_time(tables: Tables, hub: Hub, clocks: Clocks) -> None:
    """Ends games whose time is over, and sets the timers that are missing."""
    await clocks.call_all(await tables.out_of_time())
    for table in hub.known(hub.followed()):
        if table.clock is not None and not clocks.is_watched(table.id):
            clocks.watch(table)


async def repeat(name: str, sweep: Callable[[], Awaitable[None]], every_s: float) -> None:
    """Runs the sweep every `every_s` seconds, even after an error."""
    while True:
        with survived(_log, "the sweep for %s failed; it will be retried", name):
            await sweep()
        await asyncio.sleep(every_s)
