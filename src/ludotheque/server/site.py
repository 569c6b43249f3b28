"""What the doors share: settings, tables, onlookers, bots."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.server.live import Hub
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.server.tables import Command, Kept, Tables
from ludotheque.server.thinking import Thinkers


@dataclass(frozen=True)
class Site:
    """A running site."""

    settings: Settings
    store: Store
    tables: Tables
    hub: Hub
    thinkers: Thinkers

    async def change(
        self,
        table_id: str,
        command: Command,
        client: str | None = None,
        expected: int | None = None,
    ) -> Kept:
        """Changes a table; once it is on disk, tells the onlookers and wakes the bots."""
        kept = await self.tables.change(table_id, command, client, expected)
        self.announce(kept)
        return kept

    def announce(self, kept: Kept) -> None:
        """Lets everybody know of a change that is on disk."""
        self.hub.tell(kept.table.id)
        self.thinkers.wake(kept.table)


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
    return Site(settings, store, tables, hub, Thinkers(tables, hub, settings))
