"""Backups of a whole site: always one SQLite file, whichever database the site uses."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.site.settings import file_of
from ludotheque.site.storage.database import engine_for, engine_on, migrate
from ludotheque.site.storage.files import make_file
from ludotheque.site.storage.schema import metadata, push_keys
from ludotheque.site.storage.trouble import DatabaseRefusal

# Few statements for a whole site, and little memory for each.
_ROWS_AT_ONCE = 1000
# SQLite's name for a temporary database on disk, whose file is deleted when it is opened.
_NAMELESS = ""


def backup(url: str, target: Path) -> None:
    """Copies a snapshot of a running site into a new file; leaves no file if that fails."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        file = file_of(url)
        make_file(part)
        if file is not None:
            with closing(sqlite3.connect(part)) as copy:
                _copy_file(file, copy)
        else:
            copied = f"sqlite:///{part.absolute()}"
            with (
                _transaction(url, writes=False) as source,
                _transaction(copied, writes=True) as copy,
            ):
                _copy_rows(source, copy)
        with closing(sqlite3.connect(part)) as whole:
            whole.execute("PRAGMA journal_mode=DELETE")
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def restore(file: Path, url: str) -> dict[str, int]:
    """Copies a backup into an empty database, all or nothing; returns the rows of each table."""
    with _migrated_copy(file) as source, _transaction(url, writes=True) as target:
        target.execute(sa.delete(push_keys))  # made by the first start, and not used yet
        if any(_counts(target).values()):
            raise DatabaseRefusal("not_empty")
        _copy_rows(source, target)
        if _counts(source) != _counts(target):
            raise DatabaseRefusal("unequal")
        return _counts(target)


@contextmanager
def _migrated_copy(file: Path) -> Iterator[Connection]:
    """A temporary copy of a file, migrated because it may come from an older version.

    It has no name on the disk, so that nothing of it is left, however the process ends.
    """
    with closing(sqlite3.connect(_NAMELESS)) as copy:
        _copy_file(file, copy)
        engine = engine_on(copy)
        migrate(engine)
        with engine.begin() as connection:
            yield connection


def _copy_file(file: Path, copy: sqlite3.Connection) -> None:
    try:
        with closing(sqlite3.connect(file)) as source:
            source.backup(copy)
        copy.execute("SELECT version_num FROM alembic_version")
    except sqlite3.DatabaseError:
        raise DatabaseRefusal("foreign") from None


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
def _transaction(url: str, *, writes: bool) -> Iterator[Connection]:
    """One transaction: to write on a database that is migrated first, or to read a snapshot."""
    engine = engine_for(url, writes=writes, snapshot=not writes)
    try:
        if writes:
            migrate(engine)
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
