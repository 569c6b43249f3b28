"""Who looks at which table right now, told when it changes; nothing queues up."""

from __future__ import annotations

import asyncio
from collections import defaultdict


class Hub:
    """Wakes the onlookers of a table; each reads the newest view when it gets to it."""

    def __init__(self) -> None:
        """Nobody looks yet."""
        self._lookers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def enter(self, table_id: str) -> asyncio.Event:
        """A new onlooker: the event is set whenever the table has changed."""
        news = asyncio.Event()
        self._lookers[table_id].add(news)
        return news

    def leave(self, table_id: str, news: asyncio.Event) -> None:
        """That onlooker goes."""
        self._lookers[table_id].discard(news)
        if not self._lookers[table_id]:
            del self._lookers[table_id]

    def tell(self, table_id: str) -> None:
        """The table has changed, and the change is on disk."""
        for news in self._lookers.get(table_id, ()):
            news.set()
