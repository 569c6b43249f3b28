"""The log of every table, on disk before anybody sees a change.

One writer thread takes what has queued up, stores it in as few transactions as it can, and only
then answers. Jobs are done each within a savepoint; changes of tables are done together (a
`JobGroup`). What another process holds up on PostgreSQL is done again alone; while the database is
away, jobs wait. A job may run twice, if the answer of its commit was lost: so it looks for its
traces first.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from ludotheque.core.reason import Refusal
from ludotheque.site.metrics import COMMIT_JOBS, COMMIT_SECONDS, DATABASE_AWAY, JOBS_CONTENDED
from ludotheque.site.settings import file_of
from ludotheque.site.storage.database import (
    FAILURES,
    away,
    contended,
    engine_for,
    failure,
    locked,
    migrate,
    wait_at_most,
)
from ludotheque.site.storage.drivers import Driver, OpenedFiles, as_sqlalchemy, driver_of
from ludotheque.site.storage.files import FileLock, make_private
from ludotheque.site.storage.jobs import (
    BatchAttempt,
    JobGroup,
    JobOutcome,
    JobOutcomes,
    Jobs,
    try_to_store,
)
from ludotheque.site.storage.schema import guests
from ludotheque.site.storage.trouble import Condition, Unavailable

T = TypeVar("T")
_log = logging.getLogger(__name__)
# One transaction takes milliseconds with this many jobs; more would only make the first ones wait.
_MOST_JOBS_AT_ONCE = 200
# For a table that another process holds, a batch waits hardly at all, since all its jobs wait
# with it; a job done again alone may wait as long as a person would.
_BATCH_LOCK_WAIT_MS, _ALONE_LOCK_WAIT_MS = 5, 3000
# How long a database that is away is tried again: a restart takes seconds, and a move must not be
# lost; a reader can ask again by itself. The pause between two attempts keeps a core from spinning.
_WRITER_TRIES_S, _READER_TRIES_S, _PAUSE_S = 10.0, 1.0, 0.05
_NAME_BYTES = 4  # enough to tell the processes of one site apart
_NOBODY = sa.select(guests.c.id).where(guests.c.id == "")


class Line:
    """The writer's connection, made when it is needed and given up when it is lost."""

    connection: Connection
    driver: Driver

    def __init__(self, engine: Engine, name: str, files: OpenedFiles) -> None:
        """Connects later, in the name of that process."""
        self._engine = engine
        self._name = name
        self._files = files
        self._connected = False

    @COMMIT_SECONDS.time()
    def do(self, act: Callable[[Line], T]) -> T:
        """Does something on the connection; if that fails, no transaction is left behind.

        The files are looked at afterwards too: what went into a deleted one is not stored.
        """
        self._files.check()
        try:
            self._connect()
            with as_sqlalchemy(self.connection):
                done = act(self)
        except Exception as error:
            self._clear(error)
            raise
        self._files.check()
        return done

    def close(self) -> None:
        """Closes the connection, if there is one."""
        if self._connected:
            self._connected = False
            self.connection.close()

    def _connect(self) -> None:
        if self._connected:
            return
        self.connection = self._engine.connect()
        self.driver = driver_of(self.connection, self._name)
        self._connected = True
        with self.connection.begin():
            wait_at_most(self.connection, _BATCH_LOCK_WAIT_MS, "SESSION")
        self._files.note()

    def _clear(self, error: Exception) -> None:
        """Ends what has failed, and the connection with it if that is lost."""
        if not self._connected:
            return
        if not away(error):
            with suppress(self._engine.dialect.loaded_dbapi.Error):
                self.driver.rollback()
                return
        self.connection.invalidate()
        self.close()


@dataclass(frozen=True, slots=True)
class _Job:
    """What is asked of a group, who waits for the outcome, and what follows once it is on disk."""

    group: JobGroup
    request: Any
    future: asyncio.Future[Any]
    then: Callable[[Any], object]


class Store:
    """Reads at any time, writes through one thread."""

    def __init__(self, url: str, *, serving: bool = False) -> None:
        """Opens the database, migrates it and starts the writer; one process may serve a file."""
        self.url = url
        file = file_of(url)
        self._file_lock = FileLock(file) if serving and file is not None else None
        self.name = secrets.token_hex(_NAME_BYTES)
        self._write = engine_for(url, writes=True)
        self._read = engine_for(url, writes=False)
        try:
            _retry_while_away(lambda: migrate(self._write), _WRITER_TRIES_S)
        except Exception:
            self._dispose()
            raise
        if file is not None:
            make_private(file)
        self.condition = Condition()
        self._files = OpenedFiles(file)
        self._line = Line(self._write, self.name, self._files)
        self._functions = Jobs()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self._write.dialect.name == "postgresql"

    @property
    def alone(self) -> bool:
        """Whether what this process has stored is what is there: others only delete old tables."""
        return self._file_lock is not None and self._file_lock.held and not self.condition.cause

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Runs the job in a transaction; its result, once that is on disk."""
        result: T = await self.ask(self._functions, job)
        return result

    async def ask(
        self, group: JobGroup, request: Any, then: Callable[[Any], object] = lambda _: None
    ) -> Any:
        """Has a group do what is requested; its result, once that is on disk.

        `then` is called with it after those who wait have been woken, and also if nobody waits any
        more.
        """
        future = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(group, request, future, then))
        try:
            return await future
        finally:
            del future  # a refusal refers to this frame, which must not refer to the refusal

    async def read(self, job: Callable[[Connection], T]) -> T:
        """Runs a job that only reads, in another thread."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        """Runs a job that only reads, in this thread."""

        def act() -> T:
            self._files.check()
            with self._read.begin() as connection:
                return job(connection)

        return self._telling(act, _READER_TRIES_S)

    async def check(self) -> None:
        """Raises `Unavailable` if the database is not read, or does not store since it failed."""
        await self.read(lambda connection: connection.execute(_NOBODY))
        if self.condition.cause:
            await self.write(try_to_store)

    def close(self) -> None:
        """Stores what has queued up, then closes the database."""
        self._jobs.put(None)
        self._thread.join()
        self._line.close()
        self._dispose()

    def _dispose(self) -> None:
        self._write.dispose()
        self._read.dispose()
        if self._file_lock is not None:
            self._file_lock.release()

    def _work(self) -> None:
        while self._commit_next():
            pass

    def _commit_next(self) -> bool:
        """Stores what has queued up, and remembers none of it; False once the end was asked for."""
        batch, job = list[_Job](), self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == _MOST_JOBS_AT_ONCE or self._jobs.empty():
                break
            job = self._jobs.get()
        self._commit(batch)
        return job is not None

    def _commit(self, batch: list[_Job]) -> None:
        """Does what is asked of each group together, and what is left of that one by one."""
        groups = defaultdict[JobGroup, list[_Job]](list)
        for job in batch:
            groups[job.group].append(job)
        for group, jobs in groups.items():
            self._do(group, jobs)

    def _do(self, group: JobGroup, jobs: list[_Job]) -> None:
        for attempt in group.attempts:
            if jobs:
                jobs = _answered(jobs, self._together(attempt, jobs))
        for job in jobs:
            self._alone(job)

    def _together(self, attempt: BatchAttempt, jobs: list[_Job]) -> JobOutcomes:
        """The outcomes of an attempt; should it fail, one of the jobs may be to blame."""
        asked = [job.request for job in jobs]
        try:
            return self._persistently(lambda line: attempt(line, asked))
        except Exception as error:
            final = isinstance(error, Unavailable)
            return [(None, error) if final else None] * len(jobs)

    def _alone(self, job: _Job) -> None:
        JOBS_CONTENDED.inc()
        try:
            outcome = self._persistently(
                lambda line: job.group.alone(line, job.request, _ALONE_LOCK_WAIT_MS)
            )
        except Exception as error:
            outcome = (None, error)
        _answer([(job, (None, Unavailable()) if locked(outcome[1]) else outcome)])

    def _persistently(self, act: Callable[[Line], T]) -> T:
        done = self._telling(lambda: self._line.do(act), _WRITER_TRIES_S)
        if self.condition.cause:
            self.condition.works()
        return done

    def _telling(self, act: Callable[[], T], seconds: float) -> T:
        """Does something, and tells the host if the database keeps it from being done."""
        try:
            return _retry_while_away(act, seconds)
        except Unavailable as error:
            self.condition.fails(error.cause)
            raise


def _answered(jobs: list[_Job], outcomes: JobOutcomes) -> list[_Job]:
    """Answers the jobs that have an outcome; those that must be done again."""
    settled, rest = list[tuple[_Job, JobOutcome]](), list[_Job]()
    for job, outcome in zip(jobs, outcomes, strict=True):
        if outcome is None or (outcome[1] is not None and contended(outcome[1])):
            rest.append(job)
        else:
            settled.append((job, outcome))
    if settled:
        COMMIT_JOBS.observe(len(settled))
        _answer(settled)
    return rest


def _answer(settled: list[tuple[_Job, JobOutcome]]) -> None:
    """Hands outcomes over to the event loop that waits for them, all at once."""
    loops = defaultdict[asyncio.AbstractEventLoop, list[tuple[_Job, JobOutcome]]](list)
    for job, outcome in settled:
        loops[job.future.get_loop()].append((job, outcome))
    for loop, some in loops.items():
        loop.call_soon_threadsafe(_settle, some)


def _settle(settled: list[tuple[_Job, JobOutcome]]) -> None:
    """Wakes all who wait before anything follows: who made a move is answered first."""
    for job, (result, error) in settled:
        if job.future.cancelled():
            _report(error)
        elif error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)
    for job, (result, error) in settled:
        if error is None:
            job.then(result)


def _report(error: BaseException | None) -> None:
    """Logs a failure that nobody waits for any more; a refusal is none."""
    if error is not None and not isinstance(error, Refusal | Unavailable):
        _log.error("a change failed", exc_info=error)


def _retry_while_away(act: Callable[[], T], seconds: float) -> T:
    """Repeats an attempt while the database is away, for that many seconds.

    What fails whatever is asked of the database is not tried again.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return act()
        except FAILURES as error:
            if cause := failure(error):
                raise Unavailable(cause) from error
            if not away(error):
                raise
            DATABASE_AWAY.inc()
            if time.monotonic() > until:
                raise Unavailable from error
        time.sleep(_PAUSE_S)


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """A store that is closed afterwards."""
    store = Store(url)
    try:
        yield store
    finally:
        store.close()
