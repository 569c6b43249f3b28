"""What differs between the two kinds of database, SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from ludotheque.site.storage.drivers import plain
from ludotheque.site.storage.files import make_file
from ludotheque.site.storage.migrations import REVISION
from ludotheque.site.storage.trouble import BUSY, FULL, DatabaseRefusal

CONNECT_TIMEOUT_S = 5  # short enough for the writer to try again within its 10 s
_OURS = {"guests", "tables", "seats", "events"}
_TABLES_OF_FILE = "SELECT name FROM sqlite_master WHERE type = 'table'"
_MIGRATION_LOCK = 0x6C75646F  # "ludo": any number that other programs on the server do not use
# As long as the writer retries an unavailable database: a migration or a restore may lock the file.
_BUSY_TIMEOUT_MS = 10_000
# A process that hangs within a transaction loses its locks; a job takes milliseconds.
_IDLE_IN_TRANSACTION_MS = 15_000
# A silent connection is probed after 10 s, and given up after about 20 s; data that is not
# acknowledged ends it after 10 s (in milliseconds, unlike the others).
_KEEPALIVE = {
    "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}  # fmt: skip
# Readers that stay connected; at a peak SQLAlchemy opens ten more, which docs/how-to/run-a-site.md
# counts.
_POOLED_CONNECTIONS = 8
_WAL_PAUSE_S = 0.01  # another connection turns WAL on within milliseconds
# `secure_delete` overwrites deleted data, so that no deleted name stays in the file.
_PRAGMAS = (
    "synchronous=FULL", f"busy_timeout={_BUSY_TIMEOUT_MS}", "foreign_keys=ON", "secure_delete=ON",
)  # fmt: skip
_SESSION = {
    "synchronous_commit": "on", "idle_in_transaction_session_timeout": _IDLE_IN_TRANSACTION_MS,
}  # fmt: skip
_CONNECTING = {
    "connect_timeout": CONNECT_TIMEOUT_S, "application_name": "ludotheque", **_KEEPALIVE,
}  # fmt: skip
# PostgreSQL's codes: lock not available, serialization failure, deadlock.
_LOCKED = ("55P03", "40001", "40P01")
# The beginnings of its codes for lost connections and for a server that shuts down or starts.
_AWAY = ("08", "57P")
# The beginnings of its codes for a server that answers but cannot store: no resources, a failure
# of its system, a read-only replica, damage. `_FULL` is the whole code for a full disk.
_FULL = "53100"
_FAILING = ("53", "58", "25006", "XX001", "XX002")
_SQLITE_FAILING = (
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
)  # fmt: skip
_PRIMARY_CODE = 0xFF  # the other bits of SQLite's codes are details


# The errors of databases: as SQLAlchemy wraps them, and those of SQLite without SQLAlchemy.
FAILURES = (sa.exc.DBAPIError, sqlite3.Error)


class Plain(sa.types.TypeDecorator[str]):
    """A text column; characters that a database cannot store are replaced, also in queries."""

    impl = sa.String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        """Replaces what cannot be stored."""
        del dialect
        return None if value is None else plain(value)


def address(url: str) -> URL:
    """The parsed URL of a database, with our driver for PostgreSQL; refuses other kinds."""
    try:
        parsed = sa.make_url(url.replace("postgres://", "postgresql://", 1))
    except sa.exc.ArgumentError:
        raise DatabaseRefusal("address") from None
    kind = parsed.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise DatabaseRefusal("address")
    return parsed.set(drivername="postgresql+psycopg") if kind == "postgresql" else parsed


def public(url: str) -> str:
    """The URL without its password, so that it can be shown."""
    return address(url).render_as_string(hide_password=True)


def engine_for(url: str, *, writes: bool, snapshot: bool = False) -> Engine:
    """The engine for the writer, for readers, or for a reader of one snapshot."""
    where = address(url)
    if where.get_backend_name() == "sqlite":
        if writes and where.database:
            make_file(Path(where.database))
        return _beginning(_sqlite(where), "BEGIN IMMEDIATE" if writes else "BEGIN")
    session = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
    connecting = {**_CONNECTING, "options": session, "autocommit": True}
    engine = _created(where, connect_args=connecting, pool_size=_POOLED_CONNECTIONS)
    if snapshot or writes:
        level = "REPEATABLE READ" if snapshot else "READ COMMITTED"
        return _beginning(engine, f"BEGIN ISOLATION LEVEL {level}")
    return engine


def engine_on(connection: sqlite3.Connection) -> Engine:
    """An engine for one open connection to SQLite."""
    connection.isolation_level = None
    pool = sa.StaticPool(lambda: connection)  # type: ignore[arg-type]
    return _beginning(sa.create_engine("sqlite://", pool=pool), "BEGIN")


def _created(where: URL, **given: Any) -> Engine:
    """An engine whose errors never show the values of a statement."""
    return sa.create_engine(where, hide_parameters=True, **given)


def _beginning(engine: Engine, statement: str) -> Engine:
    """Makes transactions begin with that statement, since the drivers begin none by themselves."""

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return engine


def _sqlite(where: URL) -> Engine:
    engine = _created(where)

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        _refuse_other_file(connection)
        _use_wal(connection)
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _refuse_other_file(connection: sqlite3.Connection) -> None:
    """Refuses a file of another program, before anything in it is changed."""
    tables = {name for (name,) in connection.execute(_TABLES_OF_FILE)}
    if tables and not tables >= _OURS:
        raise DatabaseRefusal("of_others")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Turns on the write-ahead log; retries, since SQLite refuses while another connection does."""
    until = time.monotonic() + _BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_WAL_PAUSE_S)


def wait_at_most(connection: Connection, milliseconds: int, scope: str = "LOCAL") -> None:
    """Limits how long a transaction, or the whole SESSION, waits for locks on PostgreSQL.

    SQLite has its own limit, `busy_timeout`.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET {scope} lock_timeout = {milliseconds}")


def insert_unless_there(connection: Connection, table: sa.Table, row: Mapping[str, Any]) -> bool:
    """Inserts a row unless its key exists; returns whether it did. Needs all columns.

    This waits for another process that is about to insert the same key.
    """
    columns = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    statement = f"INSERT INTO {table.name} ({columns}) VALUES ({values}) ON CONFLICT DO NOTHING"
    return connection.execute(sa.text(statement), row).rowcount == 1


def contended(error: BaseException | None) -> bool:
    """Whether another process came first, so that trying again makes sense."""
    return isinstance(error, sa.exc.IntegrityError) or locked(error)


def locked(error: BaseException | None) -> bool:
    """Whether another process holds a lock that was needed."""
    return _error_code(error) in _LOCKED


def failure(error: BaseException | None) -> str:
    """Why the database cannot store anything at all; empty if the error has another cause."""
    cause = error if isinstance(error, sqlite3.Error) else getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE
        known = {sqlite3.SQLITE_FULL: FULL, sqlite3.SQLITE_BUSY: BUSY}
        return known.get(code, cause.sqlite_errorname if code in _SQLITE_FAILING else "")
    code = _error_code(error) or ""
    if code == _FULL:
        return FULL
    return f"PostgreSQL says {code}" if code.startswith(_FAILING) else ""


def away(error: BaseException | None) -> bool:
    """Whether the database is unavailable; a commit may or may not have been stored."""
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    code = _error_code(error)
    return isinstance(error, sa.exc.OperationalError) and (code is None or code.startswith(_AWAY))


def _error_code(error: BaseException | None) -> str | None:
    """PostgreSQL's code of an error: None without a connection, empty for other errors."""
    code: str | None = getattr(getattr(error, "orig", None), "sqlstate", "")
    return code


def migrate(engine: Engine) -> str:
    """Migrates the database to the newest schema, one process at a time; returns its revision.

    Refuses a damaged file, one of another program, and a database that cannot be written.
    """
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            found = _revisions(connection)
            if found != {REVISION}:
                _upgrade(connection, found)
    except FAILURES as error:
        key = refusal_key(failure(error))
        if not key:
            raise
        raise DatabaseRefusal(key) from error
    return REVISION


def refusal_key(cause: str) -> str:
    """The key of the refusal to start for that cause; empty if there is none."""
    if cause in (FULL, BUSY):
        return "full" if cause == FULL else "held"
    if cause.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return "damaged"
    return "read_only" if cause.startswith("SQLITE_") else ""


def _upgrade(connection: Connection, found: set[str]) -> None:
    """Runs the migrations; Alembic takes 10 MiB, so it is loaded only when there are any."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    _refuse_others(connection, found)
    scripts = ScriptDirectory.from_config(config)
    if not found <= {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseRefusal("newer")
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)


def _revisions(connection: Connection) -> set[str]:
    if not sa.inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


def _refuse_others(connection: Connection, found: set[str]) -> None:
    """Refuses a database with tables named as ours but no revision, or the reverse."""
    ours = _OURS & set(sa.inspect(connection).get_table_names())
    if bool(ours) != bool(found):
        raise DatabaseRefusal("of_others")
