"""Ordinary jobs of the writer: functions of a connection, each all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection, Transaction

from ludotheque.server.storage.database import away, wait_at_most

if TYPE_CHECKING:
    from ludotheque.server.storage.store import Line, Outcome, Outcomes


class Jobs:
    """Runs functions of a connection, each within a savepoint unless it is alone."""

    def __init__(self) -> None:
        self.attempts = (self._together,)

    def alone(self, line: Line, request: Any, lock_wait_ms: int | None) -> Outcome:
        """Runs one without a savepoint: its transaction fails with it."""
        whole = line.connection.begin()
        if lock_wait_ms is not None:
            wait_at_most(line.connection, lock_wait_ms)
        return _within(whole, request, line.connection)

    def _together(self, line: Line, asked: Sequence[Any]) -> Outcomes:
        if len(asked) == 1:
            return [self.alone(line, asked[0], None)]
        with line.connection.begin():
            return [_within(line.connection.begin_nested(), run, line.connection) for run in asked]


def _within(
    scope: Transaction, run: Callable[[Connection], Any], connection: Connection
) -> Outcome:
    """Runs the function within a savepoint or a transaction, all of it or nothing."""
    try:
        with scope:
            return run(connection), None
    except Exception as error:  # the function's own error is its answer
        if away(error):
            raise
        return None, error
