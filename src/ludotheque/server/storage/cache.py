"""Tables that need not be read from the start again: those asked for last, within bounds."""

from __future__ import annotations

import threading

from cachetools import LRUCache

from ludotheque.table.table import Table

# Measured in moves, since a table grows with them: about 100 MB of tables that go on, and a tenth
# for finished ones, which are looked at now and then. What a table holds besides weighs as 200.
_GOING_ON_MOVES, _FINISHED_MOVES, _BARE_TABLE_MOVES = 250_000, 25_000, 200


class TableCache:
    """The newest that is known of tables that go on, and of a few that are over."""

    def __init__(self, going_on: int = _GOING_ON_MOVES, finished: int = _FINISHED_MOVES) -> None:
        """Takes how many moves may be remembered of each."""
        self._going_on: LRUCache[str, Table] = LRUCache(going_on, _weight)
        self._finished: LRUCache[str, Table] = LRUCache(finished, _weight)
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._going_on) + len(self._finished)

    def get(self, table_id: str) -> Table | None:
        """The table as far as it is known."""
        with self._changing:
            return self._going_on.get(table_id) or self._finished.get(table_id)

    def put(self, table: Table) -> None:
        """Remembers a table that is on disk, unless more is known of it already."""
        with self._changing:
            known = self._going_on.pop(table.id, None) or self._finished.pop(table.id, None)
            newest = known if known is not None and known.seq >= table.seq else table
            shelf = self._going_on if newest.outcome is None else self._finished
            if _weight(newest) <= shelf.maxsize:
                shelf[newest.id] = newest


def _weight(table: Table) -> int:
    return _BARE_TABLE_MOVES + len(table.moves)
