"""The log of every table, on disk before anybody sees a change.

One writer thread takes what has queued up, does each job within a savepoint of one transaction,
commits, and only then answers: thousands of moves a second, each on disk before its answer. A job
that another process holds up on PostgreSQL is done again alone; while the database is away, jobs
wait. A job may run twice, if the answer of its commit was lost: so it looks for its traces first.
"""

from __future__ import annotations

import asyncio
import json
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine, Transaction

from ludotheque.server.metrics import COMMIT_JOBS, COMMIT_SECONDS, DATABASE_AWAY, JOBS_CONTENDED
from ludotheque.server.storage.database import (
    away,
    contended,
    engine_for,
    locked,
    migrate,
    wait_at_most,
)
from ludotheque.server.storage.schema import events
from ludotheque.table.table import Event

T = TypeVar("T")
# One transaction takes milliseconds with this many jobs; more would only make the first ones wait.
_MOST_JOBS_AT_ONCE = 200
# For a table that another process holds, a batch waits hardly at all, since all its jobs wait
# with it; a job done again alone may wait as long as a person would.
_BATCH_LOCK_WAIT_MS, _ALONE_LOCK_WAIT_MS = 5, 3000
# How long a database that is away is tried again: a restart takes seconds, and a move must not be
# lost; a reader can ask again by itself. The pause between two attempts keeps a core from spinning.
_WRITER_TRIES_S, _READER_TRIES_S, _PAUSE_S = 10.0, 1.0, 0.05
RETRY_AFTER_S = 1.0  # how soon something that was `Unavailable` may be asked for again
_NAME_BYTES = 4  # enough to tell the processes of one site apart
_SINCE = (
    sa.select(events.c.seq, events.c.kind, events.c.body, events.c.at)
    .where(events.c.table_id == sa.bindparam("table"), events.c.seq > sa.bindparam("since"))
    .order_by(events.c.seq)
)


class Unavailable(Exception):
    """The database does not answer; the same may be asked again later."""


@dataclass(frozen=True)
class _Job:
    run: Callable[[Connection], Any]
    answer: Callable[[Any, BaseException | None], object]


_Results = list[tuple[_Job, Any, BaseException | None]]


class Store:
    """Reads at any time, writes through one thread."""

    def __init__(self, url: str) -> None:
        """Opens the database, migrates it and starts the writer."""
        self.url = url
        self.name = secrets.token_hex(_NAME_BYTES)
        self._write = engine_for(url, writes=True)
        self._read = engine_for(url, writes=False)
        try:
            _retry_while_away(lambda: migrate(self._write), _WRITER_TRIES_S)
        except Exception:
            self._dispose()
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self._write.dialect.name == "postgresql"

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Runs the job in a transaction; its result, once that is on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(result: Any, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self._jobs.put(_Job(job, lambda r, e: loop.call_soon_threadsafe(settle, r, e)))
        return await future

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Runs a job that only reads, in another thread."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        """Runs a job that only reads, in this thread."""

        def act() -> T:
            with self._read.begin() as connection:
                return job(connection)

        return _retry_while_away(act, _READER_TRIES_S)

    def close(self) -> None:
        """Stores what has queued up, then closes the database."""
        self._jobs.put(None)
        self._thread.join()
        self._dispose()

    def _dispose(self) -> None:
        self._write.dispose()
        self._read.dispose()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            ended = False
            while len(batch) < _MOST_JOBS_AT_ONCE and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    ended = True
                    break
                batch.append(job)
            self._commit(batch)
            if ended:
                return

    def _commit(self, batch: list[_Job]) -> None:
        """Answers each job once it is on disk; does those that were held up again, one by one."""
        again: list[_Job] = []
        for job, result, failure in self._committed(batch, _BATCH_LOCK_WAIT_MS):
            if contended(failure):
                JOBS_CONTENDED.inc()
                again.append(job)
            else:
                job.answer(result, failure)
        for contended_job in again:
            for job, result, failure in self._committed([contended_job], _ALONE_LOCK_WAIT_MS):
                job.answer(result, Unavailable() if locked(failure) else failure)

    def _committed(self, batch: list[_Job], lock_wait_ms: int) -> _Results:
        """The result or failure of each job, once the transaction is on disk."""
        try:
            return _retry_while_away(
                lambda: _transaction(self._write, batch, lock_wait_ms), _WRITER_TRIES_S
            )
        except Exception as error:  # whatever broke the commit broke them all
            return [(job, None, error) for job in batch]


@COMMIT_SECONDS.time()
def _transaction(engine: Engine, batch: list[_Job], lock_wait_ms: int) -> _Results:
    COMMIT_JOBS.observe(len(batch))
    if len(batch) == 1:
        return _alone(engine, batch[0], lock_wait_ms)
    with engine.begin() as connection:
        wait_at_most(connection, lock_wait_ms)
        return [(job, *_within(connection.begin_nested(), job, connection)) for job in batch]


def _alone(engine: Engine, job: _Job, lock_wait_ms: int) -> _Results:
    """One job needs no savepoint: its transaction fails with it."""
    with engine.connect() as connection:
        whole = connection.begin()
        wait_at_most(connection, lock_wait_ms)
        return [(job, *_within(whole, job, connection))]


def _within(
    scope: Transaction, job: _Job, connection: Connection
) -> tuple[Any, BaseException | None]:
    """Runs the job within a savepoint or a transaction, all of it or nothing."""
    try:
        with scope:
            return job.run(connection), None
    except Exception as error:  # the job's own error is its answer
        if away(error):
            raise
        return None, error


def _retry_while_away(act: Callable[[], T], seconds: float) -> T:
    """Repeats an attempt while the database is away, for that many seconds."""
    until = time.monotonic() + seconds
    while True:
        try:
            return act()
        except sa.exc.DBAPIError as error:
            if not away(error):
                raise
            DATABASE_AWAY.inc()
            if time.monotonic() > until:
                raise Unavailable from error
        time.sleep(_PAUSE_S)


def read_events(connection: Connection, table_id: str, since: int = -1) -> list[Event]:
    """The events of a table after that number."""
    rows = connection.execute(_SINCE, {"table": table_id, "since": since})
    return [Event(row.seq, row.kind, json.loads(row.body), row.at) for row in rows]


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """A store that is closed afterwards."""
    store = Store(url)
    try:
        yield store
    finally:
        store.close()
