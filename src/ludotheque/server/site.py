"""What the doors share: settings, tables, onlookers, bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.core.reason import Refusal
from ludotheque.games import AnyKit
from ludotheque.server.hub import Hub
from ludotheque.server.metrics import COMMAND_SECONDS
from ludotheque.server.settings import Settings
from ludotheque.server.storage.guests import Guests
from ludotheque.server.storage.notices import Notices
from ludotheque.server.storage.store import Store, Unavailable
from ludotheque.server.storage.tables import Kept, Tables
from ludotheque.server.thinking.bots import Bots
from ludotheque.server.thinking.hints import Hints
from ludotheque.server.thinking.reviews import Reviews
from ludotheque.table.commands import Past
from ludotheque.table.messages import Command
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Table

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Site:
    """A running site."""

    settings: Settings
    store: Store
    tables: Tables
    guests: Guests
    hub: Hub
    bots: Bots
    hints: Hints
    reviews: Reviews
    notices: Notices | None

    async def start(self) -> None:
        """Begins to hear of other processes, and lets the bots move."""
        if self.notices is not None:
            await self.notices.start()
        await self.bots.start()

    async def stop(self) -> None:
        """Ends every thought, and keeps what has queued up."""
        await self.bots.stop()
        await self.reviews.stop()
        if self.notices is not None:
            await self.notices.stop()
        await asyncio.to_thread(self.store.close)

    async def create(
        self, kit: AnyKit, sitters: Sequence[Sitter], past: Past | None = None
    ) -> Table:
        """A new table; with a past, one that goes on from a game played elsewhere."""
        table = await self.tables.create(kit, sitters, past)
        self.announce(table)
        return table

    async def sit(self, invite: str, guest: str, name: str) -> Table:
        """Takes the seat that the invitation is for."""
        kept = await self.tables.sit(invite, guest, name)
        self.announce(kept.table)
        return kept.table

    async def rematch(self, table: Table) -> str:
        """The table of the rematch, the same for everybody who asks."""
        fresh = await self.tables.rematch(table)
        for changed in await self.tables.get_all([table.id, fresh]):
            self.announce(changed)
        return fresh

    async def command(self, table_id: str, command: Command, guest: str) -> Kept:
        """Does what the guest wishes and announces it, even if the guest has gone meanwhile."""
        change = asyncio.create_task(self._change(table_id, command, guest))
        change.add_done_callback(_heard)
        return await asyncio.shield(change)

    async def _change(self, table_id: str, command: Command, guest: str) -> Kept:
        start, outcome = time.perf_counter(), "failed"
        try:
            kept = await self.tables.change(
                table_id,
                lambda table, moment: command.decide(table, guest, moment),
                command.id,
                command.expected,
            )
            self.announce(kept.table)
            outcome = "again" if kept.again else "kept"
            return kept
        except Refusal:
            outcome = "refused"
            raise
        finally:
            seconds = time.perf_counter() - start
            COMMAND_SECONDS.labels(command.type, outcome).observe(seconds)
            told = {"command": command.type, "outcome": outcome, "table": table_id}
            _log.info("command", extra={**told, "ms": round(1000 * seconds, 1)})

    def announce(self, table: Table) -> None:
        """Tells the onlookers how a table stands now, on disk; a bot that is to move is woken."""
        self.hub.tell(table)
        if table.waits_for_bot:
            self.bots.wake(table)


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
    bots, guests = Bots(tables, hub, settings), Guests(store)
    return Site(settings, store, tables, guests, hub, bots, Hints(bots), Reviews(settings), notices)
