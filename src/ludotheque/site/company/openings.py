"""The list of tables that anyone can join, sent to the pages that show it whenever it changes.

It is read once and drawn once for each language, however many pages show it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ludotheque.core.reason import because
from ludotheque.house.reader import Asker
from ludotheque.house.tasks import cancel_all, survived
from ludotheque.site.company.presence import Presence, PresenceListener
from ludotheque.site.limits import OPEN_TABLES, OPEN_TABLES_NEAR, Addresses
from ludotheque.site.storage.tables import Tables
from ludotheque.table.company import Company
from ludotheque.table.table import Denied, Table, now_ms

_log = logging.getLogger(__name__)
# How long a table stays listed while its guests are away: ten minutes, or a week if a move can take
# days, since its players need not be there.
_UNATTENDED_MS, _UNATTENDED_SLOW_MS = 10 * 60_000, 7 * 86_400_000
_MOST_LISTED = 200  # more than anyone reads
# Presence stored by other processes is reported by notices; the list is read again this often to
# show their other changes.
_READ_EVERY_S = 5.0
_PAUSE_S = 0.2  # changes within this time are sent together
DrawOpenings = Callable[[str, Sequence["Opening"]], bytes]


class Opening(NamedTuple):
    """A table that anyone can join; `away_ms` is 0 while one of its guests is there."""

    table: Table
    away_ms: int


class Openings:
    """Lists the tables that anyone can join, and sends readers the list whenever it changes."""

    def __init__(self, tables: Tables, presence: Presence, addresses: Addresses) -> None:
        self._tables = tables
        self._presence = presence
        self._addresses = addresses
        self._readers = defaultdict[str, set[PresenceListener]](set)
        self._told: dict[str, bytes] = {}
        self._due = asyncio.Event()
        self._telling: asyncio.Task[None] | None = None
        presence.on_change = self.changed

    async def stop(self) -> None:
        """Stops sending the list."""
        if self._telling is not None:
            await cancel_all([self._telling])

    def changed(self) -> None:
        """Has the list read again soon, if it has readers."""
        self._due.set()

    async def all(self) -> list[Opening]:
        """The tables with a guest present, the last attended first, then those left recently."""
        ids = self._fair(await self._tables.open_tables())
        tables = [table for table in await self._tables.get_all(ids) if table.listed]
        companies = await self._presence.companies([table.id for table in tables])
        found = [Opening(table, _away_ms(table, companies[table.id])) for table in tables]
        offered = [opening for opening in found if opening.away_ms < _patience_ms(opening.table)]
        return sorted(offered, key=lambda opening: opening.away_ms)

    def _fair(self, tables: Mapping[str, Collection[str]]) -> list[str]:
        """The ids of tables to list: each has a guest with few tables before it in the list.

        So neither a guest nor an address fills the list, however many tables they have opened.
        """
        listed, counts = list[str](), Counter[str]()
        for table_id, guests in tables.items():
            near = {guest: self._addresses.asker(guest).address for guest in guests}
            if len(listed) < _MOST_LISTED and any(
                counts[guest] < OPEN_TABLES and (not at or counts[at] < OPEN_TABLES_NEAR)
                for guest, at in near.items()
            ):
                listed.append(table_id)
                counts.update({*near, *filter(None, near.values())})
        return listed

    async def check_room(self, asker: Asker) -> None:
        """Refuses another open table if the guest or the address already has the most allowed."""
        tables = [opening.table for opening in await self.all()]
        own = sum(asker.guest in table.guests() for table in tables) if asker.guest else 0
        near = sum(asker.address in self._where(table) for table in tables)
        if own >= OPEN_TABLES or near >= OPEN_TABLES_NEAR:
            raise Denied(because("table.too_many_open", n=max(own, 1)))

    def _where(self, table: Table) -> set[str]:
        return {self._addresses.asker(guest).address for guest in table.guests()}

    def follow(self, lang: str, reader: PresenceListener, draw: DrawOpenings) -> None:
        """Sends a reader the list as drawn in that language, now and whenever it changes."""
        self._readers[lang].add(reader)
        if lang in self._told:
            reader.push(self._told[lang])
        self._due.set()
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all(draw))

    def unfollow(self, lang: str, reader: PresenceListener) -> None:
        """Stops sending the list to a reader."""
        self._readers[lang].discard(reader)
        if not self._readers[lang]:
            del self._readers[lang]
            self._told.pop(lang, None)

    async def _tell_all(self, draw: DrawOpenings) -> None:
        """Reads the list again and again and sends its changes, as long as it has readers."""
        while self._readers:
            self._due.clear()
            with survived(_log, "reading the open tables failed; it will be retried"):
                self._tell(await self.all(), draw)
            await asyncio.sleep(_PAUSE_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(_READ_EVERY_S):
                    await self._due.wait()

    def _tell(self, openings: Sequence[Opening], draw: DrawOpenings) -> None:
        for lang, readers in self._readers.items():
            text = draw(lang, openings)
            if text != self._told.get(lang):
                self._told[lang] = text
                for reader in readers:
                    reader.push(text)


def _away_ms(table: Table, company: Company) -> int:
    """How long all guests of a table have been away; 0 while one of them is there."""
    return max(0, now_ms() - company.last_seen(table.guests()))


def _patience_ms(table: Table) -> int:
    """How long a table stays listed while its guests are away."""
    return _UNATTENDED_SLOW_MS if table.slow else _UNATTENDED_MS
