"""The statements that store changes, run by the database's driver, and a check of its files.

SQLAlchemy would take longer for each statement than the database does.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.site.storage.trouble import GONE, Unavailable
from ludotheque.table.table import deny

if TYPE_CHECKING:
    import psycopg

CHANNEL = "ludotheque"
DISMISSED = "dismissed"  # the key of a notice: the guest whose sockets are to be closed
FORGOTTEN = "guest_forgotten"  # the key of the refusal of a guest whose data are deleted
_LONGEST_NOTICE_BYTES = 7900  # PostgreSQL takes less than 8,000
Row = dict[str, Any]
CommandKey = tuple[str, str]
"""The table, and what is stored there with a command so that it is recognised when repeated."""

_SUMMARISED = "seq", "over", "waits_for_bot", "changed", "falls_at", "listed"
_SUMMARY = ", ".join(f"{column} = {{0}}{column}" for column in _SUMMARISED)
_LOG = (
    "INSERT INTO events (table_id, seq, kind, body, client, at)"
    " VALUES (:table_id, :seq, :kind, :body, :client, :at)"
)
_SUMMARISE = f"UPDATE tables SET {_SUMMARY.format(':')} WHERE id = :id"
# A taken seat keeps its invitation, so that its page can say that the seat is taken.
_SEAT = (
    "UPDATE seats SET guest = :guest, invite = coalesce(:invite, invite), forgotten = FALSE,"
    " here_since = :here_since, here_until = :here_until"
    " WHERE table_id = :table_id AND seat = :seat"
)
_LATER = (
    "SELECT table_id, seq, kind, body, at FROM events"
    " WHERE table_id = ? AND seq > ? ORDER BY seq"
)  # fmt: skip
_COMMAND = (
    "SELECT table_id, client, seq, kind, body, at FROM events WHERE table_id = ? AND client = ?"
)

_KNOWN_GUEST = "SELECT id FROM guests WHERE id = ? AND NOT leaving"

# All rows come as one JSON value for each table, so that every batch is one prepared statement.
_STORE = f"""
WITH logged AS (
  INSERT INTO events SELECT * FROM json_populate_recordset(NULL::events, %(events)s)
), seated AS (
  UPDATE seats SET
    guest = new.guest, invite = coalesce(new.invite, seats.invite), forgotten = FALSE,
    here_since = new.here_since, here_until = new.here_until
  FROM json_populate_recordset(NULL::seats, %(seats)s) AS new
  WHERE seats.table_id = new.table_id AND seats.seat = new.seat
)
UPDATE tables SET {_SUMMARY.format("new.")}
FROM json_populate_recordset(NULL::tables, %(tables)s) AS new
JOIN json_to_recordset(%(notices)s) AS told (id text, notice text) ON told.id = new.id
WHERE tables.id = new.id
RETURNING pg_notify('{CHANNEL}', notice)
"""
_LOCK = "SELECT id FROM tables WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
_LATER_OF_ALL = """
SELECT table_id, events.seq, kind, body, at
FROM json_to_recordset(%s) AS known (id text, seq int)
JOIN events ON table_id = known.id AND events.seq > known.seq ORDER BY table_id, events.seq
"""
_COMMANDS = """
SELECT table_id, client, seq, kind, body, at
FROM json_to_recordset(%s) AS asked (id text, command text)
JOIN events ON table_id = asked.id AND client = asked.command
"""
# The lock makes forgetting a guest wait for the end of this transaction, and vice versa.
_KNOWN_GUESTS = "SELECT id FROM guests WHERE id = ANY(%s) AND NOT leaving ORDER BY id FOR SHARE"


@dataclass(frozen=True, slots=True)
class Rows:
    """What a batch stores: new events, the summaries of their tables, seats that have changed."""

    events: list[Row]
    tables: list[Row]
    seats: list[Row]


@dataclass(frozen=True, slots=True)
class Found:
    """What was read of tables once they were locked.

    `later` has the events after the given numbers, as (table, number, kind, body, time);
    `commands` the first event of each stored command, as (number, kind, body, time); `held` the
    tables that another process has locked.
    """

    later: list[tuple[Any, ...]]
    commands: dict[CommandKey, tuple[Any, ...]]
    held: Collection[str] = ()


class SqliteDriver:
    """Stores changes on SQLite, where a transaction locks the whole database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Needs a connection that begins no transaction by itself."""
        self._connection = connection
        self.commit, self.rollback = connection.commit, connection.rollback

    def store(self, rows: Rows) -> None:
        """Stores the rows within the transaction that has begun."""
        self._connection.executemany(_LOG, rows.events)
        self._connection.executemany(_SUMMARISE, rows.tables)
        if rows.seats:
            self._connection.executemany(_SEAT, rows.seats)

    def store_at_once(self, rows: Rows) -> None:
        """Stores the rows in a transaction of its own."""
        self._connection.execute("BEGIN IMMEDIATE")
        self.store_and_commit(rows)

    def store_and_commit(self, rows: Rows) -> None:
        """Stores the rows and ends the transaction that has begun."""
        self.store(rows)
        self._connection.execute("COMMIT")

    def lock_and_read(
        self, known: Mapping[str, int], commands: Collection[CommandKey], wait_ms: int | None
    ) -> Found:
        """Begins a transaction, and reads the events after these numbers, and these commands.

        Waits as long as `busy_timeout` says.
        """
        del wait_ms
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        later = [row for table in known.items() for row in execute(_LATER, table)]
        found = [row for command in commands for row in execute(_COMMAND, command)]
        return Found(later, _by_key(found))

    def knows(self, ids: Collection[str]) -> bool:
        """Whether all these guests exist and are not being forgotten."""
        return all(self._connection.execute(_KNOWN_GUEST, (one,)).fetchone() for one in ids)


class PostgresDriver:
    """Stores changes on PostgreSQL; without a transaction, each statement is one of its own."""

    def __init__(self, connection: psycopg.Connection, name: str) -> None:
        """Needs a connection in autocommit; `name` is that of this process in notices."""
        self._connection = connection
        self._name = name
        self.commit, self.rollback = connection.commit, connection.rollback

    def store(self, rows: Rows) -> None:
        """Stores the rows, and notifies the other processes of them."""
        values = {
            "events": _json(rows.events), "tables": _json(rows.tables),
            "seats": _json(rows.seats), "notices": _json(self._notices(rows)),
        }  # fmt: skip
        self._connection.execute(_STORE, values, prepare=True)

    store_at_once = store

    def _notices(self, rows: Rows) -> list[Row]:
        """The notice of each table for the other processes, with its new events if they fit."""
        found = []
        for table in rows.tables:
            told = {"table": table["id"], "seq": table["seq"], "by": self._name}
            new = [row for row in rows.events if row["table_id"] == table["id"]]
            events = [[row["seq"], row["kind"], row["body"], row["at"]] for row in new]
            full, bare = orjson.dumps({**told, "events": events}), orjson.dumps(told)
            notice = full if len(full) <= _LONGEST_NOTICE_BYTES else bare
            found.append({"id": table["id"], "notice": notice.decode()})
        return found

    def store_and_commit(self, rows: Rows) -> None:
        """Stores the rows and ends the transaction that has begun."""
        with self._connection.pipeline():
            self.store(rows)
            self._connection.execute("COMMIT")

    def lock_and_read(
        self, known: Mapping[str, int], commands: Collection[CommandKey], wait_ms: int | None
    ) -> Found:
        """Begins a transaction, locks tables in the order of ids (no deadlocks), and then reads.

        Tables that another process has locked are left out, unless `wait_ms` is given.
        """
        ids = _json([{"id": table_id, "seq": seq} for table_id, seq in known.items()])
        asked = _json([{"id": table_id, "command": client} for table_id, client in commands])
        execute = self._connection.execute
        with self._connection.pipeline():
            execute("BEGIN ISOLATION LEVEL READ COMMITTED")
            if wait_ms is not None:
                execute(f"SET LOCAL lock_timeout = {wait_ms}")
            locked = execute(_LOCK if wait_ms is not None else f"{_LOCK} SKIP LOCKED", [[*known]])
            later = execute(_LATER_OF_ALL, [ids])
            found = execute(_COMMANDS, [asked])
        ours = {row[0] for row in locked}
        held = set() if wait_ms is not None else known.keys() - ours
        return Found(later.fetchall(), _by_key(found), held)

    def knows(self, ids: Collection[str]) -> bool:
        """Whether all these guests exist and are not being forgotten until the transaction ends."""
        return len(self._connection.execute(_KNOWN_GUESTS, [[*ids]]).fetchall()) == len(ids)


Driver = SqliteDriver | PostgresDriver
"""How changes are stored; each method except `store` is one round trip at most."""


class OpenedFiles:
    """Checks that the file of a SQLite database and its log are still the ones that were opened.

    Anything written to a file that was deleted or replaced is lost.
    """

    def __init__(self, file: Path | None) -> None:
        """Without a file, as on PostgreSQL, there is nothing to check."""
        self._paths = () if file is None else (str(file), f"{file}-wal")
        self._opened: list[tuple[int, int] | None] | None = None

    def note(self) -> None:
        """Remembers the files that are open now; only the first call has an effect."""
        if self._opened is None:
            self._opened = self._found()

    def check(self) -> None:
        """Raises `Unavailable` unless the files are those that were opened."""
        if self._opened is not None and self._found() != self._opened:
            raise Unavailable(GONE)

    def _found(self) -> list[tuple[int, int] | None]:
        return [_identity(path) for path in self._paths]


def _identity(path: str) -> tuple[int, int] | None:
    """The device and inode of a file; None if it does not exist."""
    try:
        found = os.stat(path)  # noqa: PTH116  # for every change: a Path takes longer
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def notify(connection: Connection, key: str, value: Any) -> None:
    """Notifies the other processes of something besides tables, when the transaction commits."""
    if connection.dialect.name == "postgresql":
        told = orjson.dumps({key: value}).decode()
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, told)))


def driver_of(connection: Connection, name: str) -> Driver:
    """The driver for a connection of SQLAlchemy; `name` is that of this process."""
    raw: Any = connection.connection.driver_connection
    if connection.dialect.name == "postgresql":
        return PostgresDriver(raw, name)
    return SqliteDriver(raw)


def known_guests(connection: Connection, ids: Collection[str]) -> set[str]:
    """Those of these guests who exist and are not being forgotten until the transaction ends."""
    with as_sqlalchemy(connection):
        driver = driver_of(connection, "")
        return {one for one in sorted(ids) if driver.knows({one})}


def check_guests(connection: Connection, ids: Collection[str]) -> None:
    """Refuses guests who are being forgotten; keeps the others until the transaction ends.

    Anything stored for a guest must be checked here, or by `knows`, in the same transaction.
    """
    with as_sqlalchemy(connection):
        if not driver_of(connection, "").knows(set(ids)):
            raise deny(FORGOTTEN)


@contextmanager
def as_sqlalchemy(connection: Connection) -> Iterator[None]:
    """Turns the errors of a connection's driver into those of SQLAlchemy."""
    dialect, raw = connection.dialect, connection.connection.dbapi_connection
    base = dialect.loaded_dbapi.Error
    try:
        yield
    except base as error:
        lost = dialect.is_disconnect(error, raw, None)
        raise sa.exc.DBAPIError.instance(
            None, None, error, base,
            hide_parameters=True, connection_invalidated=lost, dialect=dialect,
        ) from error  # fmt: skip


def plain(text: str) -> str:
    """The text with characters replaced that a database cannot store: lone surrogates and NUL."""
    if text.isascii() and "\x00" not in text:
        return text
    return text.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


def _json(rows: list[Row]) -> str:
    return orjson.dumps(rows).decode()


def _by_key(found: Iterable[tuple[Any, ...]]) -> dict[CommandKey, tuple[Any, ...]]:
    return {(table_id, client): tuple(event) for table_id, client, *event in found}
