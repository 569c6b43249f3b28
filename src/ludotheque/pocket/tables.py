"""The tables of this browser: reads and changes them, with the newest states in memory."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ludotheque.core.game import Seat
from ludotheque.core.reason import BrokenGame, Refusal, because
from ludotheque.games import AnyKit
from ludotheque.house.keeping import MOST_LISTED, Decide, Kept, Listed
from ludotheque.house.listing import row_of
from ludotheque.house.reader import NOBODY, Asker, Reader
from ludotheque.play.history import History
from ludotheque.pocket.device import Device, Stored, StoredTable, events_of
from ludotheque.table import commands
from ludotheque.table.commands import USUAL, Terms
from ludotheque.table.replies import states_since
from ludotheque.table.results import GameResult, beaten_in, result_of
from ludotheque.table.seats import BOT, OPEN, PERSON, Sitter
from ludotheque.table.table import Event, Table, begun, deny, fold_all, present

GUEST = "pocket"
"""The guest of every table here: everyone who plays at this screen."""
BROKEN = because("pocket.games_broken")
_ID_BYTES = 6  # 48 random bits: a device has thousands of tables at most


class SavedGamesError(Refusal):
    """The text is not a file of games, or a game in it is invalid."""


class Merged(NamedTuple):
    """How many tables from elsewhere were added or continued, known, or different.

    `different` counts those that were continued differently here, which stay as they are.
    """

    added: int
    known: int
    different: int


class PocketTables:
    """Reads and lists tables, and changes them one after the other."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._newest: dict[str, Table] = {}
        self._writing = asyncio.Lock()

    async def get(self, table_id: str, asker: Asker = NOBODY) -> Table | None:
        """The newest state of a table; None if the table does not exist."""
        del asker
        return self._newest.get(table_id) or await self.read(table_id)

    def known(self, table_id: str) -> Table | None:
        """The newest state in memory; None if there is none."""
        return self._newest.get(table_id)

    async def read(self, table_id: str) -> Table | None:
        """The stored state, even if an older one is in memory; None if the table does not exist."""
        log = await self.device.log(table_id)
        return self._remembered(fold_all(begun(log[0], table_id), log[1:])) if log else None

    async def create(self, kit: AnyKit, sitters: Sequence[Sitter], terms: Terms = USUAL) -> Table:
        """Stores a new table."""
        table_id = secrets.token_hex(_ID_BYTES)
        change = commands.create(table_id, kit, sitters, present(), terms)
        await self.device.add([(table_id, change.events)])
        return self._remembered(change.after)

    async def change(
        self,
        table_id: str,
        decide: Decide,
        client: str | None = None,
        expected: int | None = None,
        then: Callable[[Kept], object] = lambda _: None,
        guest: str = GUEST,
    ) -> Kept:
        """Stores the change that `decide` makes; a repeated `client` id has no second effect."""
        del guest
        async with self._writing:
            for newest in (self.get, self.read):  # a second try, in case another page was faster
                kept = await self._try(await newest(table_id), decide, client, expected)
                if kept is not None:
                    then(kept)
                    return kept
        raise deny("stale")

    async def _try(
        self, table: Table | None, decide: Decide, client: str | None, expected: int | None
    ) -> Kept | None:
        """Stores a change; returns None if the stored table has grown meanwhile."""
        if table is None:
            raise deny("no_table")
        if client is not None and expected != table.seq:
            known = (await self.device.commands(table.id)).get(client)
            if known is not None:
                return Kept(table, known, again=True)
        if expected is not None and expected != table.seq:
            raise deny("stale")
        change = decide(table, present())
        if not change.events:
            return Kept(table, table.seq, again=True)
        if not await self.device.add([(table.id, change.events)], client):
            return None
        return Kept(self._remembered(change.after), table.seq + 1)

    async def rematch(self, table: Table, seat: Seat) -> str:
        """The id of a new table for the same people, which is set up by the first call only."""
        async with self._writing:
            now = await self.read(table.id)
            if now is None:
                raise deny("no_table")
            if now.rematch:
                return now.rematch
            fresh = secrets.token_hex(_ID_BYTES)
            linked, created = commands.rematch(now, seat, fresh, present())
            if not await self.device.add([(now.id, linked.events), (fresh, created.events)]):
                raise deny("stale")
            self._remembered(linked.after)
            self._remembered(created.after)
        return fresh

    async def states_since(self, table_id: str, since: int) -> list[Table]:
        """The table after that event and after each step since; empty if there are too many."""
        return states_since(table_id, await self.device.log(table_id), since)

    async def of_guest(
        self, guest: str, asker: Asker = NOBODY, most: int = MOST_LISTED
    ) -> list[Listed]:
        """The tables that are not hidden, the last changed first."""
        del guest, asker
        stored = [each for each in await self.device.tables() if not each.forgotten][:most]
        found = [(await self._working(each.id), each.changed_ms / 1000) for each in stored]
        return [Listed(table, at_s) for table, at_s in found if table is not None]

    async def _working(self, table_id: str) -> Table | None:
        """The newest state of a table; None if its game is gone or does not load."""
        try:
            return await self.get(table_id)
        except BrokenGame:
            return None

    async def forget(self, table_id: str, guest: str, *, forgotten: bool = True) -> None:
        """Hides a table in the list, or shows it again."""
        del guest
        await self.device.browser.forget(table_id, forgotten)

    async def results(self, guest: str) -> dict[str, list[GameResult]]:
        """How the finished games of this device ended: by game, the oldest first."""
        found = defaultdict[str, list[GameResult]](list)
        for each in reversed(await self.device.tables()):
            log = await self.device.log(each.id)
            result = result_of(log, guest)
            if result is not None:
                game = log[0].body["spec"].partition("(")[0]
                found[game].append(result)
        return found

    async def bots_beaten(self, guest: str, game: str) -> set[str]:
        """The bots of a game that were beaten here."""
        results = (await self.results(guest)).get(game, [])
        return set[str]().union(*map(beaten_in, results))

    async def merge(self, tables: Sequence[StoredTable]) -> Merged:
        """Adds tables that were stored elsewhere, and their further events to tables known here.

        Raises SavedGamesError if one to add is not a valid game; nothing is added then.
        """
        async with self._writing:
            for _ in range(2):  # a second try, in case another page was faster
                here = {each.id: each for each in await self.device.tables()}
                fresh, merged = await self._compared(tables, here)
                if not fresh or await self.device.add_stored(fresh):
                    for table in fresh:
                        self._newest.pop(table["id"], None)
                    return merged
        raise deny("stale")

    async def _compared(
        self, tables: Sequence[StoredTable], here: Mapping[str, Stored]
    ) -> tuple[list[StoredTable], Merged]:
        """The tables and events to add, and the counts to report."""
        fresh, known = list[StoredTable](), 0
        for table in tables:
            log = events_of(table["events"])
            old = await self.device.log(table["id"])
            if log == old[: len(log)]:
                known += 1
            elif old == log[: len(old)]:
                _check(table["id"], log)
                more = StoredTable(**{**table, "events": table["events"][len(old) :]})
                if listed := here.get(table["id"]):
                    more["changed"] = max(more["changed"], listed.changed_ms)
                    more["forgotten"] = listed.forgotten
                fresh.append(more)
        different = len(tables) - known - len(fresh)
        return fresh, Merged(len(fresh), known, different)

    def _remembered(self, table: Table) -> Table:
        self._newest[table.id] = table
        return table


def _check(table_id: str, log: Sequence[Event]) -> None:
    """Raises SavedGamesError if a log from elsewhere is not a legal game, or cannot be shown."""
    try:
        table = fold_all(begun(log[0], table_id), log[1:])
        history = History.replayed(
            table.kit, (move.action for move in table.moves), table.kit.game.check
        )
        row_of(table, 0, Reader(GUEST, "", "en", ""))
        result_of(log, GUEST)
        over = table.outcome is not None  # then it does not matter if a bot no longer exists
    except Exception as error:  # a file can hold anything
        raise SavedGamesError(BROKEN) from error
    seated = len(table.seats) == table.kit.game.seats and all(
        who.kind in (PERSON, OPEN) or (who.kind == BOT and (over or who.bot in table.kit.bots))
        for who in table.seats
    )
    if not seated or history.state != table.history.state:
        raise SavedGamesError(BROKEN)
