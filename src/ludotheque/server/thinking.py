"""Bots think in processes of their own; a table where a bot is to move never stands still."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from random import Random, SystemRandom

from ludotheque.core.reason import Refusal
from ludotheque.games import load
from ludotheque.server.commands import act
from ludotheque.server.live import Hub
from ludotheque.server.metrics import BOTS
from ludotheque.server.settings import Settings
from ludotheque.server.store import Unavailable
from ludotheque.server.table import Table
from ludotheque.server.tables import Tables

_log = logging.getLogger(__name__)
_SWEEP = 2.0


def think(spec: str, state: str, bot: str, seed: int) -> str:
    """What the bot does there; runs in a process of its own."""
    kit = load(spec)
    position = kit.game.notation.read_state(state)
    action = kit.bots[bot].choose(kit.game, position, Random(seed))
    return kit.game.notation.write_action(action)


def end_with_the_site() -> None:
    """Sees to it that this process does not outlive the one that started it."""
    site = parent_process()
    assert site is not None

    def watch() -> None:
        site.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Thinkers:
    """Sees to it that bots move: at once when asked, and by a sweep that forgets nobody."""

    def __init__(self, tables: Tables, hub: Hub, settings: Settings) -> None:
        """Takes what it reads, whom it tells and its limits."""
        self.tables = tables
        self.hub = hub
        self.settings = settings
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._rng = SystemRandom()

    async def start(self) -> None:
        """Begins to sweep."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Ends every thought; the next start takes them up again."""
        tasks = [*self._busy.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._renew()

    def wake(self, table: Table) -> None:
        """Lets a bot move at that table, if one is to."""
        if table.waits_for_bot and table.id not in self._busy:
            task = asyncio.create_task(self._play(table.id))
            self._busy[table.id] = task
            task.add_done_callback(lambda _: self._busy.pop(table.id, None))

    async def _sweep(self) -> None:
        while True:
            try:
                waiting = await self.tables.waiting_for_bots()
                for table in await self.tables.get_all(waiting):
                    self.wake(table)
            except Unavailable:
                _log.warning("the database does not answer; the bots wait")
            except Exception:
                _log.exception("the sweep for bots failed; it will be tried again")
            await asyncio.sleep(_SWEEP)

    async def _play(self, table_id: str) -> None:
        """Moves as long as it is a bot's turn; the sweep takes up what breaks off."""
        with suppress(Unavailable):
            await self._moves(table_id)

    async def _moves(self, table_id: str) -> None:
        while (table := await self.tables.get(table_id)) is not None and table.waits_for_bot:
            seat = table.turn
            assert seat is not None
            text = await self._choose(table, table.seats[seat].bot)
            try:
                kept = await self.tables.change(
                    table_id,
                    lambda t, rng, seat=seat, text=text: act(t, [seat], text, rng),  # type: ignore[misc]
                    expected=table.seq,
                )
            except Refusal:
                continue
            self.hub.tell(kept.table)

    async def _choose(self, table: Table, bot: str) -> str:
        """The bot's action; any legal one if it fails or takes too long."""
        game = table.kit.game
        state = game.notation.write_state(table.state)
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(
                self._processes(), think, table.spec, state, bot, self._rng.getrandbits(48)
            )
            async with asyncio.timeout(self.settings.bot_seconds):
                text = await thought
            BOTS.labels(bot, "chosen").inc()
            return text
        except Exception as error:  # whatever happened, the table must go on
            told = {"bot": bot, "table": table.id, "error": type(error).__name__}
            _log.warning("a bot failed and moves at random", extra=told)
            BOTS.labels(bot, "failed").inc()
            if isinstance(error, BrokenProcessPool | TimeoutError):
                self._renew()
            return game.notation.write_action(self._rng.choice(game.actions(table.state)))

    async def consult(self, work: Callable[..., str], *asked: str) -> str:
        """What some other work comes to in the same processes, within the same time."""
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._processes(), work, *asked)
            async with asyncio.timeout(self.settings.bot_seconds):
                return await thought
        except (BrokenProcessPool, TimeoutError):
            self._renew()
            raise

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.settings.bot_workers, mp_context=context, initializer=end_with_the_site
            )
        return self._pool

    def _renew(self) -> None:
        """Gives up the processes, stuck or dead; new ones come with the next thought."""
        if self._pool is not None:
            for process in list(getattr(self._pool, "_processes", {}).values()):
                process.kill()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
