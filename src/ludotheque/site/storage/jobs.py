"""What a group of the writer is, and the ordinary one: functions, each all of it or nothing."""

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
"""The result of a request, or its failure."""
JobOutcomes = Sequence[JobOutcome | None]
"""The outcome of each request of a batch; None where another attempt must find it."""
BatchAttempt = Callable[["Line", Sequence[Any]], JobOutcomes]


class JobGroup(Protocol):
    """Does together what is asked of it in one batch."""

    @property
    def attempts(self) -> Sequence[BatchAttempt]:
        """The ways to do many together, the quickest first: each gets what the one before left."""

    def alone(self, line: Line, request: Any, lock_wait_ms: int) -> JobOutcome:
        """Does what all attempts have left, and waits so long for another process."""


class Jobs:
    """Runs functions of a connection, each within a savepoint unless it is alone."""

    def __init__(self) -> None:
        self.attempts = (self._together,)

    def alone(self, line: Line, request: Any, lock_wait_ms: int | None) -> JobOutcome:
        """Runs one without a savepoint: its transaction fails with it."""
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
    """Runs the function within a savepoint or a transaction, all of it or nothing."""
    try:
        with scope:
            return run(connection), None
    except Exception as error:  # the function's own error is its answer
        if away(error) or failure(error):
            raise
        return failed(error)


def failed(error: Exception) -> JobOutcome:
    """The outcome of what failed; a refusal forgets the way it came.

    Its frames would refer to the outcome, and so to the refusal: nothing of it would be freed
    before the next search for cycles, which is seldom.
    """
    return None, error.with_traceback(None) if isinstance(error, Refusal) else error


def try_to_store(connection: Connection) -> None:
    """Needs as much of the disk as a small change, and leaves no trace."""
    name = token_hex()
    connection.execute(sa.insert(guests).values(id=name[:32], secret=name, name=""))
    connection.execute(sa.delete(guests).where(guests.c.secret == name))
