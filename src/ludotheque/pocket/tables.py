"""The tables of this browser: the only writer, and what is remembered of them."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludotheque.core.game import Seat
from ludotheque.games import AnyKit
from ludotheque.play.clock import Pace
from ludotheque.pocket.device import Device, Stored
from ludotheque.table import commands
from ludotheque.table.changes import Change, Moment, deny, present
from ludotheque.table.commands import Past
from ludotheque.table.results import Result, beaten_in, result_of
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Event, Table, begun, fold_all

GUEST = "pocket"
"""Who plays here: everybody at this screen."""
_ID_BYTES = 6  # 48 random bits: a device has thousands of tables at most
_MOST_LISTED = 60  # a list that a person can look through, as on a site

Decide = Callable[[Table, Moment], Change]


@dataclass(frozen=True, slots=True)
class Kept:
    """A change that is on the device: the table after it, and the number of its first event."""

    table: Table
    seq: int


class Tables:
    """Reads tables, changes them one after the other, lists them."""

    def __init__(self, device: Device) -> None:
        """Keeps everything on that device; `changed` is called with what is kept."""
        self.device = device
        self.changed: Callable[[Table], object] = lambda _: None
        self._newest: dict[str, Table] = {}
        self._writing = asyncio.Lock()

    async def create(
        self,
        kit: AnyKit,
        sitters: Sequence[Sitter],
        past: Past | None = None,
        pace: Pace | None = None,
    ) -> Table:
        """Keeps a new table; with a past, it continues that game."""
        name = secrets.token_hex(_ID_BYTES)
        change = commands.create(name, kit, sitters, present(), past, pace)
        await self.device.add([(name, change.events)])
        return self._remembered(change.after)

    async def get(self, name: str) -> Table:
        """The newest state of a table; refuses one that does not exist."""
        known = self._newest.get(name)
        return known if known is not None else await self.read(name)

    async def read(self, name: str) -> Table:
        """The table as it is kept, whatever is remembered of it."""
        log = await self.device.log(name)
        if not log:
            raise deny("no_table")
        return self._remembered(fold_all(begun(log[0], name), log[1:]))

    async def change(
        self,
        name: str,
        decide: Decide,
        client: str | None = None,
        expected: int | None = None,
    ) -> Kept:
        """Keeps the change that `decide` makes; the same client id twice has one effect."""
        async with self._writing:
            table = await self.get(name)
            kept = await self._try(table, decide, client, expected)
            if kept is None:  # another page was faster
                kept = await self._try(await self.read(name), decide, client, expected)
            if kept is None:
                raise deny("stale")
        return kept

    async def _try(
        self, table: Table, decide: Decide, client: str | None, expected: int | None
    ) -> Kept | None:
        if client is not None and expected != table.seq:
            known = (await self.device.commands(table.id)).get(client)
            if known is not None:
                return Kept(table, known)
        if expected is not None and expected != table.seq:
            raise deny("stale")
        change = decide(table, present())
        if change.events and not await self.device.add([(table.id, change.events)], client):
            return None
        return Kept(self._remembered(change.after), table.seq + bool(change.events))

    async def rematch(self, name: str, seat: Seat) -> str:
        """A new table for the same people, made once however often it is asked for."""
        async with self._writing:
            table = await self.read(name)
            if table.rematch:
                return table.rematch
            fresh = secrets.token_hex(_ID_BYTES)
            linked, created = commands.rematch(table, seat, fresh, present())
            if not await self.device.add([(name, linked.events), (fresh, created.events)]):
                raise deny("stale")
            self._remembered(linked.after)
            self._remembered(created.after)
        return fresh

    async def listed(self) -> list[tuple[Table, Stored]]:
        """The tables that are not forgotten, the newest first."""
        found = [each for each in await self.device.tables() if not each.forgotten]
        return [(await self.get(each.id), each) for each in found[:_MOST_LISTED]]

    async def results(self) -> dict[str, list[Result]]:
        """How the games of this device ended: by game, the oldest first."""
        found = defaultdict[str, list[Result]](list)
        for each in reversed(await self.device.tables()):
            log = await self.device.log(each.id)
            result = result_of(log, GUEST)
            if result is not None:
                found[_game_of(log)].append(result)
        return found

    async def beaten(self, game: str) -> set[str]:
        """The bots of a game that were won against."""
        results = (await self.results()).get(game, [])
        return set[str]().union(*map(beaten_in, results))

    def _remembered(self, table: Table) -> Table:
        self._newest[table.id] = table
        self.changed(table)
        return table


def _game_of(log: Sequence[Event]) -> str:
    spec: str = log[0].body["spec"]
    return spec.partition("(")[0]
