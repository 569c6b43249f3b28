"""Reads and writes the database; every change is on disk before it is shown.

One writer thread takes the queued jobs, stores them in as few transactions as it can, and only
then answers. Functions run each within a savepoint; changes of tables are stored together (a
`JobGroup`). A job that another process blocks on PostgreSQL is repeated alone; while the database
is unavailable, jobs wait. A job may run twice if the answer to its commit was lost, so it must
first check whether it has already been stored.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from shutil import disk_usage
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from ludotheque.core.reason import Refusal
from ludotheque.site.limits import WORKING_FOR, Threads
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
from ludotheque.site.storage.drivers import Driver, OpenedFiles, as_sqlalchemy, driver_of, notify
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
from ludotheque.site.storage.trouble import FULL, Condition, Unavailable

T = TypeVar("T")
_log = logging.getLogger(__name__)
# One transaction takes milliseconds with this many jobs; more would only make the first ones wait.
_MOST_JOBS_AT_ONCE = 200
# How long to wait for a lock of another process: hardly at all in a batch, since all its jobs wait;
# as long as a person would wait for a job that is repeated alone.
_BATCH_LOCK_WAIT_MS, _ALONE_LOCK_WAIT_MS = 5, 3000
# How long an unavailable database is retried: a restart takes seconds, and a move must not be lost;
# a reader can ask again by itself. The pause between two attempts saves processor time.
_WRITER_TRIES_S, _READER_TRIES_S, _PAUSE_S = 10.0, 1.0, 0.05
# With less room than this, a disk counts as full: the largest changes take as much.
_LEAST_FREE_BYTES = 65_536
# Reads that run at once, of which one address may have half; and reads that can take a second, such
# as of a whole log, of which each address may have one.
_READ_AT_ONCE, _LONG_READ_AT_ONCE = 6, 2
_NAME_BYTES = 4  # enough to tell the processes of one site apart
_NOBODY = sa.select(guests.c.id).where(guests.c.id == "")


class Line:
    """The writer's connection, opened when it is needed and dropped when it is lost."""

    connection: Connection
    driver: Driver

    def __init__(self, engine: Engine, name: str, files: OpenedFiles) -> None:
        """Connects later; `name` is that of this process."""
        self._engine = engine
        self._name = name
        self._files = files
        self._connected = False

    @COMMIT_SECONDS.time()
    def do(self, act: Callable[[Line], T]) -> T:
        """Runs a function on the connection; if it fails, rolls back and raises the error.

        The files are checked afterwards too, since what was written to a deleted one is lost.
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
        """Closes the connection, if it is open."""
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
        """Rolls back after an error, or drops the connection if it is lost."""
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
    """A request to a group, the future of its result, and a callback once that is on disk."""

    group: JobGroup
    request: Any
    future: asyncio.Future[Any]
    then: Callable[[Any], object]


class Store:
    """Reads in any thread, and writes in one."""

    def __init__(self, url: str, *, serving: bool = False) -> None:
        """Opens and migrates the database, and starts the writer; refuses a file already served."""
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
        self._folder = None if file is None else file.absolute().parent
        self._files = OpenedFiles(file)
        self._line = Line(self._write, self.name, self._files)
        self._functions = Jobs()
        self.heard: dict[str, Callable[[Any], object]] = {}
        """What is done when a process tells all others something, by its key."""
        self._reads = Threads("read", _READ_AT_ONCE, _READ_AT_ONCE // 2)
        self._long_reads = Threads("long read", _LONG_READ_AT_ONCE, 1)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same database."""
        return self._write.dialect.name == "postgresql"

    @property
    def alone(self) -> bool:
        """Whether tables in memory are the newest: other processes at most delete old tables."""
        return self._file_lock is not None and self._file_lock.held and not self.condition.cause

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Runs the job in a transaction; returns its result once that is on disk."""
        result: T = await self.ask(self._functions, job)
        return result

    async def tell(self, key: str, value: Any) -> None:
        """Notifies every process of the site, including this one, of something besides tables."""
        if self.shared:
            await self.write(lambda connection: notify(connection, key, value))
        else:
            self.heard[key](value)

    async def ask(
        self, group: JobGroup, request: Any, then: Callable[[Any], object] = lambda _: None
    ) -> Any:
        """Has a group handle the request; returns its result once that is on disk.

        `then` is called with the result after all waiting callers of the batch were woken, and also
        if this caller has been cancelled.
        """
        future = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(group, request, future, then))
        try:
            return await future
        finally:
            del future  # a refusal refers to this frame, which must not refer to the refusal

    async def read(self, job: Callable[[Connection], T], *, long: bool = False) -> T:
        """Runs a job that only reads in another thread, in turn with others.

        One that can be `long` does not hold up the rest.
        """
        threads = self._long_reads if long else self._reads
        return await threads.run(WORKING_FOR.get(), partial(self.read_now, job))

    def read_now(self, job: Callable[[Connection], T]) -> T:
        """Runs a job that only reads, in this thread."""

        def act() -> T:
            self._files.check()
            with self._read.begin() as connection:
                return job(connection)

        return self._telling(act, _READER_TRIES_S)

    async def check(self) -> None:
        """Raises `Unavailable` if the database cannot be read or, after a failure, written.

        The room on the disk of a SQLite file is looked at too: a small change can still find some
        within the file when the next move will not.
        """
        await self.read(lambda connection: connection.execute(_NOBODY))
        if self._folder is not None and disk_usage(self._folder).free < _LEAST_FREE_BYTES:
            self.condition.fails(FULL)
            raise Unavailable(FULL)
        if self.condition.cause:
            await self.write(try_to_store)

    def close(self) -> None:
        """Stores the queued jobs, then closes the database."""
        self._jobs.put(None)
        self._thread.join()
        self._line.close()
        self._reads.stop()
        self._long_reads.stop()
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
        """Stores the queued jobs, and returns so that none stays in memory; False once closing."""
        batch, job = list[_Job](), self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == _MOST_JOBS_AT_ONCE or self._jobs.empty():
                break
            job = self._jobs.get()
        self._commit(batch)
        return job is not None

    def _commit(self, batch: list[_Job]) -> None:
        """Has each group handle its jobs together, and those that are left one by one."""
        groups = defaultdict[JobGroup, list[_Job]](list)
        for job in batch:
            groups[job.group].append(job)
        for group, asked in groups.items():
            left = asked
            for attempt in group.attempts:
                if left:
                    left = _answered(left, self._together(attempt, left))
            for job in left:
                self._alone(job)

    def _together(self, attempt: BatchAttempt, jobs: list[_Job]) -> JobOutcomes:
        """The outcomes of an attempt; if one job makes it fail, all are None, to be repeated."""
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
        """Runs a function, and reports to `condition` if the database is unavailable."""
        try:
            return _retry_while_away(act, seconds)
        except Unavailable as error:
            self.condition.fails(error.cause)
            raise


def _answered(jobs: list[_Job], outcomes: JobOutcomes) -> list[_Job]:
    """Answers the jobs that have an outcome; returns those that must be repeated."""
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
    """Hands outcomes to the event loops that wait for them, all of a loop at once."""
    loops = defaultdict[asyncio.AbstractEventLoop, list[tuple[_Job, JobOutcome]]](list)
    for job, outcome in settled:
        loops[job.future.get_loop()].append((job, outcome))
    for loop, some in loops.items():
        loop.call_soon_threadsafe(_settle, some)


def _settle(settled: list[tuple[_Job, JobOutcome]]) -> None:
    """Wakes all callers before any callback runs, so that a move is answered first."""
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
    """Logs an error of a cancelled caller, unless it is a refusal or the database's."""
    if error is not None and not isinstance(error, Refusal | Unavailable):
        _log.error("a change could not be stored", exc_info=error)


def _retry_while_away(act: Callable[[], T], seconds: float) -> T:
    """Repeats an attempt while the database is unavailable, for that many seconds.

    A failure that retrying does not mend, such as a full disk, raises Unavailable at once.
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


def opened(url: str) -> closing[Store]:
    """A store that is closed at the end of the block."""
    return closing(Store(url))
