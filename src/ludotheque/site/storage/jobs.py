"""Groups of jobs for the writer, and the usual group: functions, each stored whole or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Transaction

from ludotheque.core.reason import Refusal
from ludotheque.site.storage.database import away, failure, wait_at_most
from ludotheque.site.storage.schema import guests

if TYPE_CHECKING:
    from ludotheque.site.storage.store import Line

JobOutcome = tuple[Any, BaseException | None]
"""The result of a request, or its error."""
JobOutcomes = Sequence[JobOutcome | None]
"""The outcome of each request of a batch; None if another attempt is needed."""
BatchAttempt = Callable[["Line", Sequence[Any]], JobOutcomes]


class JobGroup(Protocol):
    """Handles its requests of one batch together."""

    @property
    def attempts(self) -> Sequence[BatchAttempt]:
        """The ways to handle a batch, the quickest first; each gets what the one before left."""

    def alone(self, line: Line, request: Any, lock_wait_ms: int) -> JobOutcome:
        """Handles a request that all attempts have left; waits up to `lock_wait_ms` for locks."""


class Jobs:
    """Runs functions that take a connection, each within a savepoint unless it is alone."""

    def __init__(self) -> None:
        self.attempts = (self._together,)

    def alone(self, line: Line, request: Any, lock_wait_ms: int | None) -> JobOutcome:
        """Runs one function in a transaction of its own."""
        whole = line.connection.begin()
        if lock_wait_ms is not None:
            wait_at_most(line.connection, lock_wait_ms)
        return _within(whole, request, line.connection)

    def _together(self, line: Line, asked: Sequence[Any]) -> JobOutcomes:
        if len(asked) == 1:
            return [self.alone(line, asked[0], None)]
        with line.connection.begin():
            return [_within(line.connection.begin_nested(), run, line.connection) for run in asked]


def _within(
    scope: Transaction, run: Callable[[Connection], Any], connection: Connection
) -> JobOutcome:
    """Runs the function within a savepoint or a transaction: stores all its changes or none."""
    try:
        with scope:
            return run(connection), None
    except Exception as error:  # the function's own error is its outcome
        if away(error) or failure(error):
            raise
        return failed(error)


def failed(error: Exception) -> JobOutcome:
    """The outcome of a job that failed; a refusal loses its traceback.

    Its frames would refer to the outcome, and so to the refusal: this cycle would stay in memory
    until the next garbage collection, which is rare.
    """
    return None, error.with_traceback(None) if isinstance(error, Refusal) else error


def try_to_store(connection: Connection) -> None:
    """Writes about as much to the disk as a small change, and leaves nothing behind."""
    name = token_hex()
    connection.execute(sa.insert(guests).values(id=name[:32], secret=name, name=""))
    connection.execute(sa.delete(guests).where(guests.c.secret == name))
