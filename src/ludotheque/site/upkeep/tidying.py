"""Deletes data older than the host wants to keep, in portions, so that no request waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from functools import partial
from random import uniform
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.tasks import survived
from ludotheque.site.settings import Settings
from ludotheque.site.storage.guests import DAY_S, today
from ludotheque.site.storage.schema import guests, seats, tables
from ludotheque.site.storage.tables import Tables

_log = logging.getLogger(__name__)
# Soon after the start, for sites that are restarted every night, but not among the first visitors.
# The time is random, so that the processes of a site do not begin together.
_FIRST_AFTER_S = 300, 900
# The most that one transaction deletes, in about 10 ms (a table of 8,000 events: 30 ms).
_EVENTS_AT_ONCE, _TABLES_AT_ONCE, _GUESTS_AT_ONCE = 2000, 50, 200
_PAUSE_S = 0.05  # between two transactions, so that the writer is free for players most of the time
_LOOKED_UP = 500  # ids read at once, few enough to hold in memory
_TIDYING_LOCK = 0x74696479  # "tidy": any number that other programs on the server do not use
_SITS_NOWHERE = ~sa.exists().where(seats.c.guest == guests.c.id)
RowFilter = sa.ColumnElement[bool]


class Tidied(NamedTuple):
    """How many tables and guests were deleted, or would be."""

    unfinished: int
    finished: int
    guests: int


class _Kind(NamedTuple):
    """A kind of rows to delete.

    `old` selects those to delete, `size` is the cost of one, and `most` the number in a portion.
    """

    rows: sa.Table
    old: RowFilter
    size: sa.ColumnElement[int]
    most: int


class Tidying:
    """Deletes old data once a day, one process at a time."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings

    async def due(self) -> Tidied:
        """How much would be deleted now.

        Guests who would lose their last table by this are not counted yet.
        """
        return Tidied(*[await self._count(kind) for kind in self._kinds()])

    async def tidy(self) -> Tidied:
        """Deletes old data, unless another process is already doing so."""
        return Tidied(*[await self._delete(kind) for kind in self._kinds()])

    async def every_day(self) -> None:
        """Tidies once a day until cancelled; what is left over then is deleted later."""
        await asyncio.sleep(uniform(*_FIRST_AFTER_S))
        while True:
            with survived(_log, "pruning failed; it will be retried tomorrow"):
                _log.info("pruned", extra=(await self.tidy())._asdict())
            await asyncio.sleep(DAY_S)

    def _kinds(self) -> list[_Kind]:
        """What to delete, tables before guests: a guest is kept as long as they sit at a table."""
        keep = self.settings
        unfinished = sa.and_(~tables.c.over, _unchanged(keep.keep_unfinished_days))
        finished = sa.and_(tables.c.over, _unchanged(keep.keep_finished_days))
        away = sa.and_(_not_seen(keep.keep_guests_days), _SITS_NOWHERE)
        return [
            _Kind(tables, unfinished, tables.c.seq, _TABLES_AT_ONCE),
            _Kind(tables, finished, tables.c.seq, _TABLES_AT_ONCE),
            _Kind(guests, away, sa.literal(1), _GUESTS_AT_ONCE),
        ]

    async def _count(self, kind: _Kind) -> int:
        query = sa.select(sa.func.count()).select_from(kind.rows).where(kind.old)
        return await self.tables.store.read(lambda c: int(c.execute(query).scalar_one()))

    async def _delete(self, kind: _Kind) -> int:
        """Deletes all old rows of a kind; returns how many."""
        store, total = self.tables.store, 0
        query = sa.select(kind.rows.c.id, kind.size.label("size")).where(kind.old).limit(_LOOKED_UP)
        while found := await store.read(lambda c: c.execute(query).all()):
            for some in _portions(found, kind.most):
                deleted = await store.write(partial(self._job, kind, some))
                if deleted is None:
                    return total
                total += deleted
                for name in some:
                    self.tables.cache.drop(name)
                await asyncio.sleep(_PAUSE_S)
        return total

    def _job(self, kind: _Kind, ids: Sequence[str], connection: Connection) -> int | None:
        """Deletes the rows that are still old; returns None if another process is tidying."""
        if not self._alone(connection):
            return None
        still = sa.select(kind.rows.c.id).where(kind.rows.c.id.in_(ids), kind.old)
        locked = still.order_by(kind.rows.c.id).with_for_update(of=kind.rows)
        old = list(connection.execute(locked).scalars())
        if kind.rows is tables:
            self.tables.delete_within(connection, old)
        else:
            connection.execute(sa.delete(kind.rows).where(kind.rows.c.id.in_(old)))
        return len(old)

    def _alone(self, connection: Connection) -> bool:
        """Whether no other process is tidying; holds the lock for this transaction."""
        if not self.tables.store.shared:
            return True
        lock = sa.select(sa.func.pg_try_advisory_xact_lock(_TIDYING_LOCK))
        return bool(connection.execute(lock).scalar())


def _unchanged(days: int) -> RowFilter:
    """Selects tables that were not changed for that many days; none if it is 0."""
    return tables.c.changed < time.time() - days * DAY_S if days else sa.false()


def _not_seen(days: int) -> RowFilter:
    """Selects guests who were not seen for that many days; none if it is 0."""
    return guests.c.seen_day < today() - days if days else sa.false()


def _portions(rows: Sequence[Any], most: int) -> Iterator[list[str]]:
    """The ids of these rows, in portions for one transaction each."""
    some: list[str] = []
    size = 0
    for row in rows:
        if some and (size + row.size > _EVENTS_AT_ONCE or len(some) >= most):
            yield some
            some, size = [], 0
        some.append(row.id)
        size += row.size
    if some:
        yield some


def times_kept(settings: Settings, lang: str) -> dict[str, list[str]]:
    """How long guests and games are stored, in words."""
    say = texts(PACKAGE, lang)

    def told(name: str, days: int) -> str:
        return say(f"privacy.{name}", days=days) if days else say(f"privacy.{name}_off")

    unfinished = told("keep_unfinished", settings.keep_unfinished_days)
    finished = told("keep_finished", settings.keep_finished_days)
    return {
        "you": [told("keep_guests", settings.keep_guests_days)],
        "games": [unfinished, finished],
    }
