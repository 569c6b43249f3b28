"""Lets bots move at every table where it is their turn; they think in other processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import TypeVar

from ludotheque.core.game import Seat
from ludotheque.core.reason import Refusal
from ludotheque.play.levels import stand_ins
from ludotheque.play.work import BotMove, Work
from ludotheque.server.hub import Hub
from ludotheque.server.limits.turns import BOTS_ALONE, NOBODY, PEOPLE, Addresses, Asker
from ludotheque.server.metrics import BOT_MOVES
from ludotheque.server.settings import Settings
from ludotheque.server.storage.tables import Tables
from ludotheque.server.storage.trouble import Unavailable
from ludotheque.server.thinking.workers import Dropped, Failed, Workers
from ludotheque.table.changes import Change, Moment
from ludotheque.table.commands import act
from ludotheque.table.seats import PERSON
from ludotheque.table.table import Table

_log = logging.getLogger(__name__)
# With the two seconds after which a table counts as abandoned, a bot whose process died is
# replaced within four.
_SWEEP_EVERY_S = 2.0
_STAND_IN_SHARE = 0.5  # of a bot's time: three of them take one and a half times that
_SHARE_OF_CLOCK = 0.2  # with its stand-ins half a bot's time at most, so that it moves at all
_SEED_BITS = 48  # enough that no two moves get the same seed by chance
T = TypeVar("T")


class Bots:
    """Lets bots move: at once when a table changes, and by a sweep over tables left waiting."""

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        settings: Settings,
        moved: Callable[[Table], object] = lambda _: None,
    ) -> None:
        """Reads and changes those tables, and wakes those who follow them.

        `moved` is called with the table after each move of a bot.
        """
        self.tables = tables
        self.hub = hub
        self.addresses = Addresses()
        self.settings = settings
        self._moved = moved
        self._workers = Workers(settings.bot_workers)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._rng = SystemRandom()

    async def start(self) -> None:
        """Begins to sweep for tables that wait for a bot."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Stops all thinking; the first sweep of the next start takes up what was left."""
        tasks = [*self._busy.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    def wake(self, table: Table) -> None:
        """Lets a bot move at that table if it is its turn and somebody waits for it."""
        if table.id not in self._busy and self._wanted(table):
            task = asyncio.create_task(self._play(table.id))
            self._busy[table.id] = task
            task.add_done_callback(lambda _: self._busy.pop(table.id, None))

    def watched(self, table: Table) -> None:
        """Lets bots play among themselves now that somebody looks at them."""
        if not table.guests():
            self.wake(table)

    async def _sweep(self) -> None:
        while True:
            try:
                waiting = set(await self.tables.waiting_for_bots()) - self._busy.keys()
                watched = self.hub.known(self.hub.followed())
                for table in await self.tables.get_all(waiting):
                    self.wake(table)
                for table in watched:
                    self.watched(table)
            except Unavailable:
                pass  # the store has told the host
            except Exception:
                _log.exception("the sweep for bots failed; it will be tried again")
            await asyncio.sleep(_SWEEP_EVERY_S)

    async def _play(self, table_id: str) -> None:
        """Moves as long as it is a bot's turn; the sweep takes it up if the database goes away."""
        with suppress(Unavailable):
            await self._moves(table_id)

    async def _moves(self, table_id: str) -> None:
        while (table := await self.tables.get(table_id)) is not None and self._wanted(table):
            seat = table.turn
            assert seat is not None
            try:
                text = await self._choose(table, table.seats[seat].bot)
                kept = await self.tables.change(
                    table_id,
                    partial(_act_for, seat, text),
                    expected=table.seq,
                )
            except (Refusal, Dropped):
                continue
            self.hub.tell(kept.table)  # the loop itself wakes the next bot
            self._moved(kept.table)

    def _wanted(self, table: Table) -> bool:
        """Whether a bot is to move, and for somebody: who sits at the table, or looks at it."""
        return table.waits_for_bot and (
            bool(table.guests()) or self.hub.onlooker(table.id) is not None
        )

    def _turn_of(self, table: Table) -> tuple[Asker, int]:
        """For whom a bot thinks, and how urgently: bots alone think when no person waits."""
        person = next((who.guest for who in table.seats if who.kind == PERSON), None)
        if person is not None:
            return self.addresses.asker(person), PEOPLE
        return self.hub.onlooker(table.id) or NOBODY, BOTS_ALONE

    async def _choose(self, table: Table, bot: str) -> str:
        """The bot's action, that of a lower level should it fail, or any that is legal."""
        game = table.kit.game
        state = game.notation.write_state(table.state)
        seconds = self._seconds(table)
        for level in stand_ins(table.kit, bot):
            work = BotMove(table.spec, state, level, self._rng.getrandbits(_SEED_BITS))
            try:
                text = await self._think(table, work, seconds)
            except Dropped:
                raise
            except Exception as error:  # whatever happened, the table must go on
                _report(table, bot, level, error)
                seconds = self._seconds(table) * _STAND_IN_SHARE
                continue
            BOT_MOVES.labels(level, "chosen" if level == bot else "stood_in").inc()
            return text
        _log.warning(
            "no level moves; any legal move is made", extra={"bot": bot, "table": table.id}
        )
        BOT_MOVES.labels(bot, "any").inc()
        return game.notation.write_action(self._rng.choice(game.actions(table.state)))

    def _seconds(self, table: Table) -> float:
        """How long a bot may think: as the host says, or a part of what its clock has left."""
        most = self.settings.bot_seconds
        if table.clock is None or table.turn is None:
            return most
        return min(most, _SHARE_OF_CLOCK * table.clock.left_ms[table.turn] / 1000)

    async def _think(self, table: Table, work: BotMove, seconds: float) -> str:
        """The action that a worker finds, unless the table has changed before it begins."""

        def wanted() -> bool:
            newest = self.tables.cache.get(table.id) or table
            return newest.seq == table.seq and self._wanted(newest)

        return await self._workers.ask(work, seconds, *self._turn_of(table), wanted)

    async def consult(self, work: Work[T], guest: str) -> T:
        """The answer to other work for a guest, from the same processes, within the same time."""
        asker = self.addresses.asker(guest)
        return await self._workers.ask(work, self.settings.bot_seconds, asker)


def _act_for(seat: Seat, text: str, table: Table, moment: Moment) -> Change:
    return act(table, [seat], text, moment)


def _report(table: Table, bot: str, level: str, error: Exception) -> None:
    """Logs and counts that a bot, or the level that stood in for it, gave no action."""
    kind = str(error) if isinstance(error, Failed) else type(error).__name__
    extra = {"bot": bot, "asked": level, "game": table.kit.name, "table": table.id, "error": kind}
    _log.warning("a bot failed; a lower level is asked", extra=extra)
    BOT_MOVES.labels(level, "failed").inc()
