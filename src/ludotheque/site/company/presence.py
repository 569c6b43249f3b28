"""Tracks which guests are at which table, across all processes of the site.

A guest is at a table while a socket of theirs is open, and for a while after a program of theirs
has asked about it over HTTP. Moves cause no work here.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from cachetools import TTLCache

from ludotheque.house.hub import Hub
from ludotheque.house.tasks import cancel_all, survived
from ludotheque.site.company.stays import PRESENCE, Place, Stays
from ludotheque.site.storage.store import Store
from ludotheque.site.storage.trouble import Unavailable
from ludotheque.table.company import Company, Stay
from ludotheque.table.table import Table, now_ms
from ludotheque.table.views.company import presence

_log = logging.getLogger(__name__)
# A reloaded page is back within two seconds, a phone that changes its network within four: neither
# counts as an absence.
GRACE_S = 5.0
# Presence is stored again every 10 s. A guest counts as gone after 30 s, so that a process under
# load or a program between two requests can miss two of these times.
BEAT_S, _LEASE_MS = 10.0, 30_000
_STORED_AT_ONCE = 200  # takes the writer 1 ms on SQLite, 6 ms on PostgreSQL: no move waits longer
_MOST_TOUCHED = 10_000  # guests at tables whose last HTTP request is remembered


class PresenceListener(Protocol):
    """A connection that is sent presence at a table, or the list of open tables."""

    def push(self, text: bytes) -> None:
        """Sends a message soon; never waits."""


@dataclass(slots=True)
class _Visit:
    """A guest's time at a table through this process, with the grace time after they leave."""

    came_ms: int
    sockets: int = 0
    leaving: asyncio.TimerHandle | None = None
    stored: bool = False


class Presence:
    """Tracks who is at a table, stores it, and sends it to the pages that follow the table."""

    def __init__(self, store: Store, hub: Hub, limit_s: float) -> None:
        """`limit_s`: after how many seconds of absence a player can be replaced."""
        self._stays = Stays(store)
        store.heard[PRESENCE] = self.heard
        self._hub = hub
        self._limit_ms = 1000 * limit_s
        self._started_ms = now_ms()
        self._visits = defaultdict[str, dict[str, _Visit]](dict)
        self._touched: TTLCache[Place, bool] = TTLCache(_MOST_TOUCHED, BEAT_S)
        self._readers = defaultdict[str, set[PresenceListener]](set)
        self._told_here: dict[str, set[str]] = {}
        self._being_stored = Counter[str]()
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_change: Callable[[], None] = lambda: None

    async def beat(self) -> None:
        """Stores presence at intervals, and announces guests whom no process sees any more."""
        while True:
            await asyncio.sleep(BEAT_S)
            with survived(_log, "saving who is present failed; it will be retried"):
                await self._store_all()
                for table_id in await self._changed_unseen():
                    self._changed(table_id)

    async def stop(self) -> None:
        """Cancels background tasks; marks no guest as gone, since the site may restart."""
        for visit in (visit for visits in self._visits.values() for visit in visits.values()):
            if visit.leaving is not None:
                visit.leaving.cancel()
        await cancel_all(self._tasks)

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Tracks a guest at a table while a socket is open; strangers are not tracked."""
        if not place.guest:
            yield
            return
        visit = self._arrived(place)
        try:
            yield
        finally:
            visit.sockets -= 1
            if not visit.sockets:
                loop = asyncio.get_running_loop()
                visit.leaving = loop.call_later(GRACE_S, self._left, place, now_ms())

    def touch(self, guest: str, table: Table) -> None:
        """Counts a guest as present after an HTTP request about a table, as programs make them."""
        place = Place(table.id, guest)
        if guest and place not in self._touched and guest not in self._visits.get(table.id, ()):
            self._touched[place] = True
            if _matters(table, guest):
                self._begin(self._come([place], tell=True))

    def follow(self, table_id: str, reader: PresenceListener) -> None:
        """Sends presence at the table to a reader, now and whenever it changes."""
        self._readers[table_id].add(reader)
        self.repeat(table_id, reader)

    def repeat(self, table_id: str, reader: PresenceListener) -> None:
        """Sends presence again to a reader who has missed messages.

        Has no effect while an arrival is being stored, since all readers are sent that soon.
        """
        if reader in self._readers.get(table_id, ()) and not self._being_stored[table_id]:
            self._begin(self._tell(table_id, reader))

    def unfollow(self, table_id: str, reader: PresenceListener) -> None:
        """Stops sending presence to a reader."""
        readers = self._readers.get(table_id, set())
        readers.discard(reader)
        if not readers:
            self._readers.pop(table_id, None)
            self._told_here.pop(table_id, None)

    def heard(self, told: tuple[str, str]) -> None:
        """Handles a notice that another process has stored presence; ignores this process's own."""
        process, table_id = told
        if process == self._stays.name:
            return
        self._changed(table_id)
        if table_id in self._visits:
            self._begin(self._restore(table_id))

    def missed(self) -> None:
        """Sends presence again for all followed tables, after notices may have been lost."""
        for table_id in [*self._readers]:
            self._changed(table_id)

    async def company(self, table_id: str) -> Company:
        """Who is at a table."""
        return (await self.companies([table_id]))[table_id]

    async def companies(self, ids: Collection[str]) -> dict[str, Company]:
        """Who is at each of these tables."""
        found = await self._stays.read(ids)
        return {table_id: self._company(table_id, found.get(table_id, {})) for table_id in ids}

    def _company(self, table_id: str, stored: Mapping[str, Stay]) -> Company:
        """The stored stays at a table, updated by what this process sees itself."""
        now, stays = now_ms(), dict(stored)
        for guest, visit in self._visits.get(table_id, {}).items():
            known = stays.get(guest)
            since = known.since if known is not None and known.until >= now else visit.came_ms
            stays[guest] = Stay(since, now + _LEASE_MS)
        return Company(stays, self._started_ms, self._limit_ms)

    def _arrived(self, place: Place) -> _Visit:
        visits = self._visits[place.table_id]
        visit = visits.get(place.guest)
        if visit is None:
            visit = visits[place.guest] = _Visit(now_ms())
            self._begin(self._come_if_it_matters([place]))
        elif visit.leaving is not None:
            visit.leaving.cancel()
            visit.leaving = None
        visit.sockets += 1
        return visit

    def _left(self, place: Place, at_ms: int) -> None:
        """Counts a guest who has not come back within the grace time as gone since `at_ms`."""
        visits = self._visits[place.table_id]
        visit = visits.pop(place.guest)
        if not visits:
            del self._visits[place.table_id]
        if visit.stored:
            self._begin(self._go(place, at_ms))

    async def _come_if_it_matters(self, places: Collection[Place]) -> None:
        """Stores guests at tables where others could wait for them, and announces new arrivals."""
        tables = {table.id: table for table in self._hub.known({p.table_id for p in places})}
        wanted = [
            p for p in places if p.table_id in tables and _matters(tables[p.table_id], p.guest)
        ]
        visits = {p: v for p in wanted if (v := self._visits.get(p.table_id, {}).get(p.guest))}
        fresh = [place for place, visit in visits.items() if not visit.stored]
        for visit in visits.values():
            visit.stored = True
        await self._come(visits.keys() - {*fresh}, tell=False)
        await self._come(fresh, tell=True)

    async def _come(self, places: Collection[Place], *, tell: bool) -> None:
        if not places:
            return
        now, told = now_ms(), Counter({place.table_id for place in places} if tell else ())
        self._being_stored += told
        try:
            await self._stays.come(places, now, now + _LEASE_MS, tell=tell)
        finally:
            self._being_stored -= told
        for table_id in told:
            self._changed(table_id)

    async def _go(self, place: Place, at_ms: int) -> None:
        await self._stays.go(place, at_ms)
        self._changed(place.table_id)

    async def _restore(self, table_id: str) -> None:
        """Stores again those guests who are here but whom another process marked as gone."""
        stored, now = (await self._stays.read([table_id])).get(table_id, {}), now_ms()
        visits = self._visits.get(table_id, {}).items()
        lost = [g for g, visit in visits if visit.stored and g in stored and stored[g].until < now]
        await self._come([Place(table_id, guest) for guest in lost], tell=True)

    def _changed(self, table_id: str) -> None:
        """Calls `on_change`, and sends the stored presence at a table to its readers."""
        self.on_change()
        if table_id in self._readers:
            self._begin(self._tell(table_id))

    async def _tell(self, table_id: str, only: PresenceListener | None = None) -> None:
        """Sends who is at a table to one reader or to all; the message is encoded once."""
        company = await self._company_of_newest(table_id)
        there = self._readers.get(table_id, set())
        readers = there if only is None else there & {only}
        for table in self._hub.known([table_id]) if readers else ():
            now = now_ms()
            here = {guest for guest in table.guests() if company.is_here(guest, now)}
            self._told_here[table_id] = here
            text = self._hub.encode(presence(table, company, now))
            for reader in [*readers]:
                reader.push(text)

    async def _company_of_newest(self, table_id: str) -> Company:
        """Who is at a table, read again if the seats have changed during the reading.

        Otherwise a guest who has just sat down would be shown as away.
        """
        while True:
            sitting = [table.seats for table in self._hub.known([table_id])]
            company = await self.company(table_id)
            if sitting == [table.seats for table in self._hub.known([table_id])]:
                return company

    async def _store_all(self) -> None:
        places = [Place(name, guest) for name, at in self._visits.items() for guest in at]
        for first in range(0, len(places), _STORED_AT_ONCE):
            await self._come_if_it_matters(places[first : first + _STORED_AT_ONCE])

    async def _changed_unseen(self) -> list[str]:
        """The tables where a guest counts as gone although no process has announced it."""
        doubtful = [
            table_id for table_id, here in self._told_here.items()
            if here - self._visits.get(table_id, {}).keys()
        ]  # fmt: skip
        companies, now = await self.companies(doubtful) if doubtful else {}, now_ms()
        return [
            table_id for table_id, company in companies.items()
            if not all(company.is_here(guest, now) for guest in self._told_here.get(table_id, ()))
        ]  # fmt: skip

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Starts a background task; a failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Unavailable):
            _log.error("keeping track of who is present failed", exc_info=error)


def _matters(table: Table, guest: str) -> bool:
    """Whether the guest sits at the table, and another guest does too or can still join."""
    return guest in table.guests() and (not table.one_guest or table.incomplete)
