"""Reviews of finished games: worked out once, move by move, in a process that yields to others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ludotheque.play.review import Decision, ReviewStep, decisions, understand
from ludotheque.server.settings import Settings
from ludotheque.server.thinking.hints import taught
from ludotheque.server.thinking.workers import Failed, Workers
from ludotheque.table.table import Table

_log = logging.getLogger(__name__)
# Decisions of all reviews that are kept together: about a hundred games.
_DECISIONS_KEPT = 5_000
# A page asks every few seconds; a review that nobody has asked for in so long is left off.
_ABANDONED_AFTER_S = 30.0
# A process may be ended by the system for lack of memory; one decision that ends it every time
# is given up.
_TRIES = 3
# Reviews can wait; moves of bots and hints, in processes of niceness 0, cannot.
_NICENESS = 10
# Loading a teacher takes seconds, so the process stays for the next review for a while.
_IDLE_S = 120.0


@dataclass(frozen=True, slots=True)
class DecisionWork:
    """What a decision was worth: the game, the position, the action, and how many came before."""

    spec: str
    state: str
    action: str
    number: int

    def run(self, begins: Callable[[], None]) -> Decision:
        """What the teacher makes of it."""
        kit = taught(self.spec)
        notation, _ = kit.game.notation, kit.teacher
        state, action = notation.read_state(self.state), notation.read_action(self.action)
        begins()
        return understand(kit, state, action, self.number)


class Review:
    """One game: its decisions, of which more and more are understood, in order."""

    def __init__(self, table: Table) -> None:
        """Nothing is understood yet."""
        self.table = table
        self.total = sum(move.seat is not None for move in table.moves)
        self.steps: list[ReviewStep] = []
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def done(self) -> bool:
        """Whether everything is understood, or given up."""
        return len(self.steps) == self.total

    def add(self, step: ReviewStep) -> None:
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
        self._workers = Workers(1, _NICENESS)
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
        while (
            len(self._kept) > 1 and sum(1 + r.total for r in self._kept.values()) > _DECISIONS_KEPT
        ):
            _, old = self._kept.popitem(last=False)
            if old.task is not None:
                old.task.cancel()

    @property
    def _decisions_kept(self) -> int:
        """How many decisions are remembered; a review without any counts as one."""
        return sum(1 + review.total for review in self._kept.values())

    async def stop(self) -> None:
        """Ends every review; after a restart, who asks again gets the same."""
        tasks = [review.task for review in self._kept.values() if review.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    async def _work(self, review: Review) -> None:
        """One decision after another, in turn with other reviews, while somebody asks for them."""
        kit, known = review.table.kit, len(review.steps)
        actions = [move.action for move in review.table.moves]
        for number, state, action in islice(decisions(kit, actions), known, None):
            if time.monotonic() - review.asked > _ABANDONED_AFTER_S:
                break
            async with self._turn:
                found = await self._explained(review.table, state, action, number)
            review.add(ReviewStep(number, state, action, found))
        asyncio.get_running_loop().call_later(_IDLE_S, self._end_if_idle)

    async def _explained(
        self, table: Table, state: Any, action: Any, number: int
    ) -> Decision | None:
        """The decision, tried again where the process died; nothing if it fails or takes long."""
        notation = table.kit.game.notation
        texts = notation.write_state(state), notation.write_action(action)
        for _ in range(_TRIES):
            try:
                return await self._workers.ask(DecisionWork(table.spec, *texts, number), self.limit)
            except (TimeoutError, Failed) as error:  # one decision is not the whole review
                kind = str(error) or type(error).__name__
                told = {"table": table.id, "error": kind}
                _log.warning("a decision could not be reviewed", extra=told)
                return None
            except (EOFError, OSError):
                continue
        _log.warning("a decision ends every process", extra={"table": table.id})
        return None

    def _end_if_idle(self) -> None:
        """Gives the memory back once no review is under way."""
        if all(r.done or r.task is None or r.task.done() for r in self._kept.values()):
            self._workers.rest()
