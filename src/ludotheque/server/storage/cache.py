"""Tables whose logs need not be read from the start: those used last, within bounds."""

from __future__ import annotations

import threading

from cachetools import LRUCache

from ludotheque.server.metrics import MOVES_REMEMBERED, TABLES_REMEMBERED
from ludotheque.table.table import Table

# Counted in moves, since a table grows with them: 0.3 to 0.7 KiB each, as measured in every game,
# and 1 to 2 KiB for a table without any, which counts as 10 to be on the safe side. So at most
# 280 MiB of the GiB that a process may take hold 5,000 live tables of 70 moves each. Finished ones,
# which are looked at now and then, get a tenth.
_GOING_ON_MOVES, _FINISHED_MOVES, _BARE_TABLE_MOVES = 400_000, 40_000, 10


class TableCache:
    """The newest known state of tables that go on, and of a few that are finished."""

    def __init__(self, going_on: int = _GOING_ON_MOVES, finished: int = _FINISHED_MOVES) -> None:
        """Remembers up to that many moves of tables of each kind."""
        self._going_on: LRUCache[str, Table] = LRUCache(going_on, _weight)
        self._finished: LRUCache[str, Table] = LRUCache(finished, _weight)
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._going_on) + len(self._finished)

    def get(self, table_id: str) -> Table | None:
        """The newest known state of a table, if it is remembered."""
        with self._changing:
            return self._going_on.get(table_id) or self._finished.get(table_id)

    def put(self, table: Table) -> None:
        """Remembers a table that is on disk, unless a newer state of it is known."""
        with self._changing:
            known = self._going_on.pop(table.id, None) or self._finished.pop(table.id, None)
            newest = known if known is not None and known.seq >= table.seq else table
            shelf = self._going_on if newest.outcome is None else self._finished
            if _weight(newest) <= shelf.maxsize:
                shelf[newest.id] = newest
            self._count()

    def drop(self, table_id: str) -> None:
        """Remembers nothing more of a table that is no longer on disk."""
        with self._changing:
            self._going_on.pop(table_id, None)
            self._finished.pop(table_id, None)
            self._count()

    def _count(self) -> None:
        weight = self._going_on.currsize + self._finished.currsize
        TABLES_REMEMBERED.set(len(self))
        MOVES_REMEMBERED.set(weight - _BARE_TABLE_MOVES * len(self))


def _weight(table: Table) -> int:
    return _BARE_TABLE_MOVES + len(table.moves)
