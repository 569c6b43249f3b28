"""The two kinds of database, and what differs between them: a file of SQLite, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, Engine

from ludotheque.core.reason import Refusal, because
from ludotheque.server.storage.migrations import REVISION

CHANNEL = "ludotheque"
_ONE_MIGRATION = 0x6C75646F
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
_SESSION = {"synchronous_commit": "on", "idle_in_transaction_session_timeout": "15s"}
_CONNECTING = {
    "connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3,
    "tcp_user_timeout": 10_000, "application_name": "ludotheque",
}  # fmt: skip


class Plain(sa.types.TypeDecorator[str]):
    """A text that both kinds of database can hold; what they cannot is never found there."""

    impl = sa.String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        """Half characters and NUL become a mark."""
        del dialect
        if value is None or (value.isascii() and "\x00" not in value):
            return value
        return value.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


class DatabaseRefusal(Refusal):
    """The database is not one that this program can work on."""

    @classmethod
    def of(cls, key: str) -> DatabaseRefusal:
        """The refusal with that key of the command's texts."""
        return cls(because(f"database.{key}"))


def address(url: str) -> URL:
    """The address of a database, PostgreSQL by the driver that we use."""
    try:
        found = sa.make_url(url.replace("postgres://", "postgresql://", 1))
    except sa.exc.ArgumentError:
        raise DatabaseRefusal.of("address") from None
    kind = found.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        raise DatabaseRefusal.of("address")
    return found.set(drivername="postgresql+psycopg") if kind == "postgresql" else found


def public(url: str) -> str:
    """The address as it may be shown: without its password."""
    return address(url).render_as_string(hide_password=True)


def engine_for(url: str, *, writes: bool, snapshot: bool = False) -> Engine:
    """Connections for the writer, for readers, or for one reader of a snapshot."""
    where = address(url)
    if where.get_backend_name() == "sqlite":
        return _sqlite(where, "BEGIN IMMEDIATE" if writes else "BEGIN")
    level = "REPEATABLE READ" if snapshot else "READ COMMITTED" if writes else "AUTOCOMMIT"
    session = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
    connecting = {**_CONNECTING, "options": session}
    return _created(where, isolation_level=level, connect_args=connecting, pool_size=8)


def _created(where: URL, **given: Any) -> Engine:
    """An engine whose errors never show what was in a statement."""
    return sa.create_engine(where, hide_parameters=True, **given)


def _sqlite(where: URL, begin: str) -> Engine:
    engine = _created(where)

    @sa.event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def wait_at_most(connection: Connection, milliseconds: int) -> None:
    """How long this transaction waits for another process (on SQLite there is none)."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {milliseconds}")


def contended(error: BaseException | None) -> bool:
    """Whether another process came in between, so that trying again makes sense."""
    return isinstance(error, sa.exc.IntegrityError) or locked(error)


def locked(error: BaseException | None) -> bool:
    """Whether another process holds what was asked for."""
    return _state(error) in ("55P03", "40001", "40P01")


def away(error: BaseException | None) -> bool:
    """Whether the database cannot be reached; what it was asked may or may not be kept."""
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    state = _state(error)
    return isinstance(error, sa.exc.OperationalError) and (
        state is None or state.startswith(("08", "57P"))
    )


def _state(error: BaseException | None) -> str | None:
    """PostgreSQL's code for an error: None without a connection, empty for other errors."""
    state: str | None = getattr(getattr(error, "orig", None), "sqlstate", "")
    return state


def migrate(engine: Engine) -> str:
    """Brings the database to the newest shape, one process at a time; its revision."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_MIGRATION})")
        found = _revisions(connection)
        if found != {REVISION}:
            _upgrade(connection, found)
    return REVISION


def _upgrade(connection: Connection, found: set[str]) -> None:
    """Runs the migrations; Alembic takes 10 MiB, and is loaded only where there is one to run."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    if not found <= {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseRefusal.of("newer")
    config.attributes["connection"] = connection
    command.upgrade(config, REVISION)


def _revisions(connection: Connection) -> set[str]:
    if not sa.inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())
