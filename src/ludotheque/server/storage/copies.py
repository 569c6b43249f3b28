"""Copies of a whole site: always one SQLite file, whichever database it came from or goes to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.server.settings import file_of
from ludotheque.server.storage.database import DatabaseRefusal, engine_for, migrate
from ludotheque.server.storage.schema import metadata

# Few statements for a whole site, and little memory for each.
_ROWS_AT_ONCE = 1000


def backup(url: str, target: Path) -> None:
    """Copies a snapshot of a running site into a new file; leaves no file if that fails."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        file = file_of(url)
        if file is not None:
            _copy_file(file, part)
        else:
            with _reading(url) as source, _writing(f"sqlite:///{part.absolute()}") as copy:
                _copy_rows(source, copy)
        with closing(sqlite3.connect(part)) as whole:
            whole.execute("PRAGMA journal_mode=DELETE")
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, url: str) -> dict[str, int]:
    """Puts a copy into an empty database, all or nothing; the number of rows of each kind."""
    with TemporaryDirectory() as folder:
        newest = Path(folder) / "copy.sqlite3"
        _copy_file(file, newest)
        source_url = f"sqlite:///{newest}"
        with _writing(source_url):
            pass  # the copy itself is migrated: it may come from an older version
        with _reading(source_url) as source, _writing(url) as target:
            if any(_counts(target).values()):
                raise DatabaseRefusal.of("not_empty")
            _copy_rows(source, target)
            if _counts(source) != _counts(target):
                raise DatabaseRefusal.of("unequal")
            return _counts(target)


def _copy_file(file: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            copy.execute("SELECT version_num FROM alembic_version")
    except sqlite3.DatabaseError:
        raise DatabaseRefusal.of("foreign") from None


def _copy_rows(source: Connection, target: Connection) -> None:
    """Copies every row, parents before children."""
    for table in metadata.sorted_tables:
        rows = source.execution_options(yield_per=_ROWS_AT_ONCE).execute(sa.select(table))
        for some in rows.mappings().partitions(_ROWS_AT_ONCE):
            target.execute(sa.insert(table), [dict(row) for row in some])


def _counts(connection: Connection) -> dict[str, int]:
    return {
        table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
        for table in metadata.sorted_tables
    }


@contextmanager
def _reading(url: str) -> Iterator[Connection]:
    """A connection that reads one snapshot of a site."""
    engine = engine_for(url, writes=False, snapshot=True)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _writing(url: str) -> Iterator[Connection]:
    """One transaction on a database that is migrated first."""
    engine = engine_for(url, writes=True)
    try:
        migrate(engine)
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
