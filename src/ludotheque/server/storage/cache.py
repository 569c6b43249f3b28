"""Tables that need not be read from the start again: those asked for last, within bounds."""

from __future__ import annotations

import threading
from collections import OrderedDict

from ludotheque.table.table import Table

_GOING_ON, _FINISHED = 250_000, 25_000
_STATES = 200


class _Shelf:
    """The tables asked for last, up to a weight: a move weighs 1, the states of a table as 200."""

    def __init__(self, most: int) -> None:
        """Nothing is remembered yet."""
        self.most = most
        self.weight = 0
        self.tables: OrderedDict[str, Table] = OrderedDict()

    def put(self, table: Table) -> None:
        """That table last, and no more than the shelf bears."""
        self.tables[table.id] = table
        self.weight += _weight(table)
        while self.weight > self.most:
            self.weight -= _weight(self.tables.popitem(last=False)[1])

    def take(self, table_id: str) -> Table | None:
        """Takes a table off."""
        table = self.tables.pop(table_id, None)
        self.weight -= 0 if table is None else _weight(table)
        return table


class Remembered:
    """The newest that is known of tables that go on, and of a few that are over."""

    def __init__(self, going_on: int = _GOING_ON, finished: int = _FINISHED) -> None:
        """Takes the weights that may be remembered of each."""
        self._going_on, self._finished = _Shelf(going_on), _Shelf(finished)
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._going_on.tables) + len(self._finished.tables)

    def get(self, table_id: str) -> Table | None:
        """The table as far as it is known."""
        return self._going_on.tables.get(table_id) or self._finished.tables.get(table_id)

    def put(self, table: Table) -> None:
        """Remembers a table that is on disk, unless more is known of it already."""
        with self._changing:
            known = self._going_on.take(table.id) or self._finished.take(table.id) or table
            newest = table if table.seq > known.seq else known
            (self._going_on if newest.outcome is None else self._finished).put(newest)


def _weight(table: Table) -> int:
    return _STATES + len(table.moves)
