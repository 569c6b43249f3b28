"""The log of every table, on disk before anybody hears of it.

One writer thread takes what has queued up, does each job within a savepoint of one transaction,
commits, and only then answers: thousands of moves a second, each on disk before its answer.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine

from ludotheque.server.table import Event

T = TypeVar("T")
_MOST_AT_ONCE = 200

metadata = sa.MetaData()
guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(40), nullable=False, default=""),
)
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("spec", sa.String(300), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("turn", sa.Integer),
    sa.Column("waits_for_bot", sa.Boolean, nullable=False, default=False, index=True),
    sa.Column("changed", sa.Float, nullable=False),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False, default="", index=True),
    sa.Column("invite", sa.String(64), unique=True),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("client", sa.String(64)),
    sa.UniqueConstraint("table_id", "client", name="one_effect"),
)


@dataclass(frozen=True)
class _Job:
    run: Callable[[Connection], Any]
    answer: Callable[[Any, BaseException | None], object]


class Store:
    """Reads at any time, writes through one thread."""

    def __init__(self, url: str) -> None:
        """Opens the database and brings it to the newest shape."""
        self.url = url
        self._write = _engine(url, "BEGIN IMMEDIATE")
        self._read = _engine(url, "BEGIN")
        migrate(self._write)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Does the job in a transaction; answers once it is on disk."""
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
        """Does the job on a snapshot."""
        return await asyncio.to_thread(self.read_now, job)

    def read_now(self, job: Callable[[Connection], T]) -> T:
        """The same, at once."""
        with self._read.begin() as connection:
            return job(connection)

    def close(self) -> None:
        """Finishes what has queued up."""
        self._jobs.put(None)
        self._thread.join()
        self._write.dispose()
        self._read.dispose()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            ended = False
            while len(batch) < _MOST_AT_ONCE and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    ended = True
                    break
                batch.append(job)
            self._commit(batch)
            if ended:
                return

    def _commit(self, batch: list[_Job]) -> None:
        """One transaction for the batch; nobody is answered before it is on disk."""
        done: list[tuple[_Job, Any, BaseException | None]] = []
        try:
            with self._write.begin() as connection:
                for job in batch:
                    done.append((job, *_within_savepoint(connection, job)))
        except Exception as error:  # whatever broke the commit broke them all
            done = [(job, None, error) for job in batch]
        for job, result, failure in done:
            job.answer(result, failure)


def _within_savepoint(connection: Connection, job: _Job) -> tuple[Any, BaseException | None]:
    try:
        with connection.begin_nested():
            return job.run(connection), None
    except Exception as error:  # the job's own error goes to who asked for it
        return None, error


def _engine(url: str, begin: str) -> Engine:
    engine = sa.create_engine(url)
    if engine.dialect.name != "sqlite":
        return engine

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "busy_timeout=10000",
            "foreign_keys=ON",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def migrate(engine: Engine) -> None:
    """Brings the database to the newest shape."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def backup(file: Path, target: Path) -> None:
    """Copies an embedded database into a new file while the site runs."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def read_events(connection: Connection, table_id: str, since: int = -1) -> list[Event]:
    """The events of a table after that number."""
    rows = connection.execute(
        sa.select(events.c.seq, events.c.kind, events.c.body)
        .where(events.c.table_id == table_id, events.c.seq > since)
        .order_by(events.c.seq)
    )
    return [Event(row.seq, row.kind, json.loads(row.body)) for row in rows]


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """A store that is closed afterwards."""
    store = Store(url)
    try:
        yield store
    finally:
        store.close()
