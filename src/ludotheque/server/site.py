"""What the doors share: settings, tables, onlookers, bots."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from ludotheque.core.reason import Refusal
from ludotheque.server.hub import Hub
from ludotheque.server.metrics import COMMANDS
from ludotheque.server.settings import Settings
from ludotheque.server.storage.notices import Notices
from ludotheque.server.storage.store import Store, Unavailable
from ludotheque.server.storage.tables import Kept, Tables
from ludotheque.server.thinking.bots import Thinkers
from ludotheque.server.thinking.hints import Hinting
from ludotheque.server.thinking.reviews import Reviews
from ludotheque.table.messages import Command
from ludotheque.table.table import Table

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Site:
    """A running site."""

    settings: Settings
    store: Store
    tables: Tables
    hub: Hub
    thinkers: Thinkers
    hinting: Hinting
    reviews: Reviews
    notices: Notices | None

    async def start(self) -> None:
        """Begins to hear of other processes, and lets the bots move."""
        if self.notices is not None:
            await self.notices.start()
        await self.thinkers.start()

    async def stop(self) -> None:
        """Ends every thought, and keeps what has queued up."""
        await self.thinkers.stop()
        await self.reviews.stop()
        if self.notices is not None:
            await self.notices.stop()
        await asyncio.to_thread(self.store.close)

    async def command(self, table_id: str, command: Command, guest: str) -> Kept:
        """Does what the guest wishes and announces it, even if who asked has gone meanwhile."""
        change = asyncio.create_task(self._change(table_id, command, guest))
        change.add_done_callback(_heard)
        return await asyncio.shield(change)

    async def _change(self, table_id: str, command: Command, guest: str) -> Kept:
        start, outcome = time.perf_counter(), "failed"
        try:
            kept = await self.tables.change(
                table_id, lambda t, rng: command.news(t, guest, rng), command.id, command.expected
            )
            self.announce(kept.table)
            outcome = "again" if kept.again else "kept"
            return kept
        except Refusal:
            outcome = "refused"
            raise
        finally:
            seconds = time.perf_counter() - start
            COMMANDS.labels(command.type, outcome).observe(seconds)
            told = {"command": command.type, "outcome": outcome, "table": table_id}
            _log.info("command", extra={**told, "ms": round(1000 * seconds, 1)})

    def announce(self, table: Table) -> None:
        """Tells the onlookers how a table stands now, on disk, and wakes the bots."""
        self.hub.tell(table)
        self.thinkers.wake(table)


def _heard(change: asyncio.Task[Kept]) -> None:
    """A refusal that nobody waits for any more is no failure of the site."""
    error = None if change.cancelled() else change.exception()
    if error is not None and not isinstance(error, Refusal | Unavailable):
        _log.error("a command failed", exc_info=error)


class OutdatedError(Exception):
    """The database holds unfinished tables that this version cannot continue."""


def build(settings: Settings) -> Site:
    """A site on its database."""
    store = Store(settings.database)
    tables, hub = Tables(store), Hub()
    outdated = tables.outdated()
    if outdated:
        store.close()
        raise OutdatedError(
            "unfinished tables follow rules that are gone: " + ", ".join(outdated[:20])
        )
    notices = Notices(settings.database, tables, hub) if store.shared else None
    thinkers, reviews = Thinkers(tables, hub, settings), Reviews(settings)
    return Site(settings, store, tables, hub, thinkers, Hinting(thinkers), reviews, notices)
