"""Who looks at which table right now; each is woken when it changes, and nothing queues up."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from ludotheque.server.metrics import TABLES_FOLLOWED
from ludotheque.table.table import Table


@dataclass
class _Followed:
    """A table that somebody looks at: its newest known state, and an event for each onlooker."""

    newest: Table
    onlookers: set[asyncio.Event] = field(default_factory=set)


class Hub:
    """Wakes the onlookers of a table; each takes the newest state when it is ready."""

    def __init__(self) -> None:
        """Nobody looks yet."""
        self._followed: dict[str, _Followed] = {}

    def enter(self, table: Table) -> asyncio.Event:
        """Adds an onlooker; the event is set whenever the table has changed."""
        changed = asyncio.Event()
        followed = self._followed.setdefault(table.id, _Followed(table))
        followed.onlookers.add(changed)
        TABLES_FOLLOWED.set(len(self._followed))
        return changed

    def leave(self, table_id: str, changed: asyncio.Event) -> None:
        """Removes an onlooker."""
        followed = self._followed[table_id]
        followed.onlookers.discard(changed)
        if not followed.onlookers:
            del self._followed[table_id]
            TABLES_FOLLOWED.set(len(self._followed))

    def tell(self, table: Table) -> None:
        """Wakes the onlookers of a table whose change is on disk."""
        followed = self._followed.get(table.id)
        if followed is None or followed.newest.seq >= table.seq:
            return
        followed.newest = table
        for changed in followed.onlookers:
            changed.set()

    def newest(self, table_id: str) -> Table:
        """The newest known state of a table that somebody looks at."""
        return self._followed[table_id].newest

    def behind(self, table_id: str, seq: int) -> bool:
        """Whether somebody looks at a table whose newest known state is from before that event."""
        followed = self._followed.get(table_id)
        return followed is not None and followed.newest.seq < seq

    def followed(self) -> list[str]:
        """The ids of all tables that somebody looks at."""
        return list(self._followed)
