"""Who looks at which table right now, told when it changes; nothing queues up."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from ludotheque.server.metrics import TABLES_FOLLOWED
from ludotheque.table.table import Table


@dataclass
class _Followed:
    """A table that somebody looks at: the newest that is known of it, and who looks."""

    newest: Table
    lookers: set[asyncio.Event] = field(default_factory=set)


class Hub:
    """Wakes the onlookers of a table; each takes the newest when it gets to it."""

    def __init__(self) -> None:
        """Nobody looks yet."""
        self._followed: dict[str, _Followed] = {}

    def enter(self, table: Table) -> asyncio.Event:
        """A new onlooker: the event is set whenever the table has changed."""
        news = asyncio.Event()
        followed = self._followed.setdefault(table.id, _Followed(table))
        followed.lookers.add(news)
        TABLES_FOLLOWED.set(len(self._followed))
        return news

    def leave(self, table_id: str, news: asyncio.Event) -> None:
        """That onlooker goes."""
        followed = self._followed[table_id]
        followed.lookers.discard(news)
        if not followed.lookers:
            del self._followed[table_id]
            TABLES_FOLLOWED.set(len(self._followed))

    def tell(self, table: Table) -> None:
        """The table has changed, and the change is on disk."""
        followed = self._followed.get(table.id)
        if followed is None or followed.newest.seq >= table.seq:
            return
        followed.newest = table
        for news in followed.lookers:
            news.set()

    def newest(self, table_id: str) -> Table:
        """The newest that is known of a table that somebody looks at."""
        return self._followed[table_id].newest

    def behind(self, table_id: str, seq: int) -> bool:
        """Whether somebody looks at a table of which less is known than that event."""
        followed = self._followed.get(table_id)
        return followed is not None and followed.newest.seq < seq

    def followed(self) -> list[str]:
        """Every table that somebody looks at."""
        return list(self._followed)
