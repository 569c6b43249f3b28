"""Lets bots move at every table where it is their turn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import TypeVar

from ludotheque.core.game import mover
from ludotheque.core.reason import Refusal
from ludotheque.house.hub import Hub
from ludotheque.house.keeping import KeeperAway, Keeping
from ludotheque.house.reader import NOBODY, Asker
from ludotheque.house.tasks import cancel_all
from ludotheque.house.thinking.thinker import (
    BOTS_ALONE,
    Announce,
    Dropped,
    Failed,
    Thinker,
    Turn,
)
from ludotheque.play.levels import stand_ins
from ludotheque.play.work import BotMove, Work
from ludotheque.table.commands import act
from ludotheque.table.seats import PERSON
from ludotheque.table.table import Change, Moment, Table

_log = logging.getLogger(__name__)
_STAND_IN_SHARE = 0.5  # of a bot's time, for each of up to three stand-ins
_SHARE_OF_CLOCK = 0.2  # so that a bot and its stand-ins use at most half the time left
_SEED_BITS = 48  # enough that no two moves get the same seed by chance
T = TypeVar("T")


class Bots:
    """Lets a bot move as soon as a table changes and it is the bot's turn."""

    def __init__(
        self, tables: Keeping, hub: Hub, thinker: Thinker, announce: Announce, seconds: float
    ) -> None:
        """A bot may think for `seconds`; each of its moves is announced once it is stored."""
        self._tables = tables
        self._hub = hub
        self._thinker = thinker
        self._announce = announce
        self._longest_s = seconds
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._rng = SystemRandom()
        self.asker_of: Callable[[str], Asker] = partial(Asker, "")
        """The asker that the work of a bot is charged to when it plays with that guest."""
        self.on_choice: Callable[[str, str], object] = lambda *_: None
        """Called with each level that was asked for a move, and the outcome."""

    async def stop(self) -> None:
        """Stops all thinking; the tables stay as they are stored."""
        await cancel_all(self._busy.values())

    def is_busy(self, table_id: str) -> bool:
        """Whether a bot is about to move at that table."""
        return table_id in self._busy

    def wake(self, table: Table) -> None:
        """Lets a bot move at that table if it is its turn, and there is a guest or an onlooker."""
        if table.id not in self._busy and self._wanted(table):
            task = asyncio.create_task(self._play(table.id))
            self._busy[table.id] = task
            task.add_done_callback(lambda _: self._busy.pop(table.id, None))

    def watched(self, table: Table) -> None:
        """Lets bots play among themselves now that the table has an onlooker."""
        if not table.guests():
            self.wake(table)

    async def _play(self, table_id: str) -> None:
        """Moves as long as it is a bot's turn and the moves can be stored."""
        with suppress(KeeperAway):
            while (table := await self._tables.get(table_id)) is not None and self._wanted(table):
                try:
                    await self._move(table)
                except Dropped:
                    continue
                except Refusal:
                    if (self._tables.known(table_id) or table).seq == table.seq:
                        return  # nothing has changed, so another try would be refused, too

    async def _move(self, table: Table) -> None:
        seat = mover(table.kit.game, table.state)
        text = await self._choose(table, table.seats[seat].bot)

        def act_for_it(newest: Table, moment: Moment) -> Change:
            return act(newest, [seat], text, moment)

        kept = await self._tables.change(table.id, act_for_it, expected=table.seq)
        self._announce(kept.table)

    def _wanted(self, table: Table) -> bool:
        """Whether a bot is to move, and a guest sits at the table or an onlooker is there."""
        return table.waits_for_bot and (
            bool(table.guests()) or self._hub.onlooker(table.id) is not None
        )

    def _turn_of(self, table: Table) -> Turn:
        """The place of a bot's work in the queue; a game among bots waits until no person does."""
        person = next((who.guest for who in table.seats if who.kind == PERSON), None)
        if person is not None:
            return Turn(self.asker_of(person))
        return Turn(self._hub.onlooker(table.id) or NOBODY, BOTS_ALONE)

    async def _choose(self, table: Table, bot: str) -> str:
        """The bot's action; if it fails, that of a lower level; if all fail, any legal action."""
        game = table.kit.game
        state = game.notation.write_state(table.state)
        seconds = self._seconds(table)
        for level in stand_ins(table.kit, bot):
            work = BotMove(table.spec, state, level, self._rng.getrandbits(_SEED_BITS))
            try:
                text = await self._think(table, work, seconds)
            except Dropped:
                raise
            except Exception as error:  # the game must continue after any failure
                _report(table, bot, level, error)
                self.on_choice(level, "failed")
                seconds = self._seconds(table) * _STAND_IN_SHARE
                continue
            self.on_choice(level, "chosen" if level == bot else "stood_in")
            return text
        _log.warning(
            "every level failed; a random legal move is played",
            extra={"bot": bot, "game": table.kit.name},
        )
        self.on_choice(bot, "any")
        return game.notation.write_action(self._rng.choice(game.actions(table.state)))

    def _seconds(self, table: Table) -> float:
        """How long a bot may think: at most a part of what its clock has left."""
        if table.clock is None or table.turn is None:
            return self._longest_s
        return min(self._longest_s, _SHARE_OF_CLOCK * table.clock.left_ms[table.turn] / 1000)

    async def _think(self, table: Table, work: BotMove, seconds: float) -> str:
        """The action found; raises `Dropped` if the table has changed before the work begins."""

        def wanted() -> bool:
            newest = self._tables.known(table.id) or table
            return newest.seq == table.seq and self._wanted(newest)

        turn = self._turn_of(table)._replace(wanted=wanted)
        return await self._thinker.ask(work, seconds, turn)

    async def consult(self, work: Work[T], guest: str) -> T:
        """The result of other work for a guest, by the same thinker, within the same time limit."""
        return await self._thinker.ask(work, self._longest_s, Turn(self.asker_of(guest)))


def _report(table: Table, bot: str, level: str, error: Exception) -> None:
    """Logs that a bot, or the level that stood in for it, gave no action."""
    kind = str(error) if isinstance(error, Failed) else type(error).__name__
    extra = {"bot": bot, "asked": level, "game": table.kit.name, "error": kind}
    _log.warning("a bot failed; a lower level moves instead", extra=extra)
