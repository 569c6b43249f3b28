"""Reviews of finished games: worked out once, move by move, in a process that yields to others."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from typing import Any

from ludotheque.games import AnyKit, load
from ludotheque.play.review import Decision, decisions, understand
from ludotheque.server.minds import end_with_the_site
from ludotheque.server.settings import Settings
from ludotheque.server.table import Table

_log = logging.getLogger(__name__)
_KEPT = 5_000
_FORSAKEN = 30.0
_TRIES = 3
_FIRST_TIME = 10
_KINDNESS = 10
_IDLE = 120.0


@dataclass(frozen=True, slots=True)
class Step:
    """A decision: where it was taken, and how it is understood (nothing where that failed)."""

    number: int
    state: Any
    action: Any
    found: Decision | None


def explain(spec: str, state: str, action: str, number: int) -> Decision:
    """What a decision was worth; runs in a process of its own."""
    kit = _kit(spec)
    notation = kit.game.notation
    return understand(kit, notation.read_state(state), notation.read_action(action), number)


@lru_cache(maxsize=4)
def _kit(spec: str) -> AnyKit:
    """The kits that were asked for last; what a teacher works with may be large."""
    return load(spec)


def begin() -> None:
    """Ends with the site, and lets everything else go first."""
    end_with_the_site()
    os.nice(_KINDNESS)


class Review:
    """One game: its decisions, of which more and more are understood, in order."""

    def __init__(self, table: Table) -> None:
        """Nothing is understood yet."""
        self.table = table
        self.total = sum(move.seat is not None for move in table.moves)
        self.steps: list[Step] = []
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def done(self) -> bool:
        """Whether everything is understood, or given up."""
        return len(self.steps) == self.total

    def add(self, step: Step) -> None:
        """One more; whoever waits is told."""
        self.steps.append(step)
        self._news.set()
        self._news = asyncio.Event()

    async def more(self, known: int, wait: float) -> None:
        """Waits until there is more than that many, or the time is over."""
        self.asked = time.monotonic()
        if len(self.steps) <= known and not self.done:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), wait)
        self.asked = time.monotonic()


class Reviews:
    """Everybody who asks about the same game shares one review of it."""

    def __init__(self, settings: Settings) -> None:
        """Starts no process before somebody asks."""
        self.limit = settings.review_seconds
        self._kept: OrderedDict[Any, Review] = OrderedDict()
        self._pool: ProcessPoolExecutor | None = None
        self._warm: set[str] = set()
        self._turn = asyncio.Lock()

    def of(self, table: Table) -> Review:
        """The review of the game on that table; taken up again if it was left off."""
        key = table.spec, tuple(move.text for move in table.moves)
        review = self._kept.pop(key, None) or Review(table)
        self._kept[key] = review
        self._forget()
        review.asked = time.monotonic()
        if not review.done and (review.task is None or review.task.done()):
            review.task = asyncio.create_task(self._work(review))
        return review

    def _forget(self) -> None:
        """Keeps the reviews that were asked for last, as many as there is room for."""
        while len(self._kept) > 1 and sum(r.total for r in self._kept.values()) > _KEPT:
            _, old = self._kept.popitem(last=False)
            if old.task is not None:
                old.task.cancel()

    async def stop(self) -> None:
        """Ends every review; after a restart, who asks again gets the same."""
        tasks = [review.task for review in self._kept.values() if review.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._give_up()

    async def _work(self, review: Review) -> None:
        """One decision after another, in turn with other reviews, while somebody asks for them."""
        kit, known = review.table.kit, len(review.steps)
        actions = [move.action for move in review.table.moves]
        for number, state, action in islice(decisions(kit, actions), known, None):
            if time.monotonic() - review.asked > _FORSAKEN:
                break
            async with self._turn:
                found = await self._explained(review.table, state, action, number)
            review.add(Step(number, state, action, found))
        asyncio.get_running_loop().call_later(_IDLE, self._end_if_idle)

    async def _explained(
        self, table: Table, state: Any, action: Any, number: int
    ) -> Decision | None:
        """The decision, tried again where the process died; nothing if it fails or takes long."""
        for _ in range(_TRIES):
            try:
                return await self._asked(table, state, action, number)
            except BrokenProcessPool:
                self._give_up()
            except Exception as error:  # one decision that fails is not the whole review
                told = {"table": table.id, "error": type(error).__name__}
                _log.warning("a decision could not be reviewed", extra=told)
                if isinstance(error, TimeoutError):
                    self._give_up()
                return None
        _log.warning("a decision ends every process", extra={"table": table.id})
        return None

    async def _asked(self, table: Table, state: Any, action: Any, number: int) -> Decision:
        """Asks the process; it has longer where it may have to load and compile first."""
        notation, loop = table.kit.game.notation, asyncio.get_running_loop()
        piece = notation.write_state(state), notation.write_action(action), number
        thought = loop.run_in_executor(self._process(), explain, table.spec, *piece)
        longer = 1 if table.spec in self._warm else _FIRST_TIME
        found = await asyncio.wait_for(thought, longer * self.limit)
        self._warm.add(table.spec)
        return found

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=begin)
        return self._pool

    def _end_if_idle(self) -> None:
        """Gives the memory back once no review is under way."""
        if all(r.done or r.task is None or r.task.done() for r in self._kept.values()):
            self._give_up()

    def _give_up(self) -> None:
        """Ends the process, stuck, dead or idle; a new one comes with the next decision."""
        self._warm.clear()
        if self._pool is not None:
            for process in list(getattr(self._pool, "_processes", {}).values()):
                process.kill()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
