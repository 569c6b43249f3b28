"""Reviews of finished games: worked out once, move by move, in a process of low priority."""

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
from ludotheque.server.thinking.hints import teaching_kit
from ludotheque.server.thinking.workers import Failed, Workers
from ludotheque.table.table import Table

_log = logging.getLogger(__name__)
# Of all reviews together: about a hundred games.
_DECISIONS_REMEMBERED = 5_000
# A page asks every few seconds; a review that nobody has asked for in this long is stopped.
_ABANDONED_AFTER_S = 30.0
# The system may end a process for lack of memory; a decision that ends it every time is given up.
_TRIES = 3
# Reviews can wait; moves of bots and hints, in processes of niceness 0, cannot.
_NICENESS = 10
# Loading a teacher takes seconds, so the process stays for the next review for a while.
_IDLE_S = 120.0


@dataclass(frozen=True, slots=True)
class DecisionWork:
    """The work of reviewing a decision: game, position, action, and how many came before."""

    spec: str
    state: str
    action: str
    number: int

    def run(self, begins: Callable[[], None]) -> Decision:
        """The decision with what it was worth to the teacher."""
        kit = teaching_kit(self.spec)
        notation, _ = kit.game.notation, kit.teacher  # loads the teacher
        state, action = notation.read_state(self.state), notation.read_action(self.action)
        begins()
        return understand(kit, state, action, self.number)


class Review:
    """The review of one game, which grows by one decision after the other."""

    def __init__(self, table: Table) -> None:
        """Begins with no decision reviewed."""
        self.table = table
        self.total = sum(move.seat is not None for move in table.moves)
        self.steps: list[ReviewStep] = []
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self._grown = asyncio.Event()

    @property
    def done(self) -> bool:
        """Whether every decision is reviewed or given up."""
        return len(self.steps) == self.total

    def add(self, step: ReviewStep) -> None:
        """Adds a decision, and wakes those who wait for more."""
        self.steps.append(step)
        self._grown.set()
        self._grown = asyncio.Event()

    async def more(self, known: int, wait_s: float) -> None:
        """Waits until more than `known` decisions are there, or the time is over."""
        self.asked = time.monotonic()
        if len(self.steps) <= known and not self.done:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._grown.wait(), wait_s)
        self.asked = time.monotonic()


class Reviews:
    """Everybody who asks about the same game shares one review of it."""

    def __init__(self, settings: Settings) -> None:
        """Starts no process before somebody asks."""
        self.limit_s = settings.review_seconds
        self._remembered: OrderedDict[Any, Review] = OrderedDict()
        self._workers = Workers(1, _NICENESS)
        self._turn = asyncio.Lock()

    def of(self, table: Table) -> Review:
        """The review of the game on that table, which goes on if it was stopped."""
        key = table.spec, tuple(move.text for move in table.moves)
        review = self._remembered.pop(key, None) or Review(table)
        self._remembered[key] = review
        self._forget()
        review.asked = time.monotonic()
        if not review.done and (review.task is None or review.task.done()):
            review.task = asyncio.create_task(self._work(review))
        return review

    def _forget(self) -> None:
        """Drops the reviews that were asked for least recently, but never the last one."""
        while len(self._remembered) > 1 and self._decisions_remembered > _DECISIONS_REMEMBERED:
            _, old = self._remembered.popitem(last=False)
            if old.task is not None:
                old.task.cancel()

    @property
    def _decisions_remembered(self) -> int:
        """The decisions of all reviews, and one more for each, so that empty ones count too."""
        return sum(1 + review.total for review in self._remembered.values())

    async def stop(self) -> None:
        """Stops every review; after a restart, asking again gives the same one."""
        tasks = [review.task for review in self._remembered.values() if review.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    async def _work(self, review: Review) -> None:
        """Adds one decision after the other, in turn with other reviews, while somebody asks."""
        kit, known = review.table.kit, len(review.steps)
        actions = [move.action for move in review.table.moves]
        for number, state, action in islice(decisions(kit, actions), known, None):
            if time.monotonic() - review.asked > _ABANDONED_AFTER_S:
                break
            async with self._turn:
                decision = await self._reviewed(review.table, state, action, number)
            review.add(ReviewStep(number, state, action, decision))
        asyncio.get_running_loop().call_later(_IDLE_S, self._end_if_idle)

    async def _reviewed(
        self, table: Table, state: Any, action: Any, number: int
    ) -> Decision | None:
        """The decision, tried again if the process died; None if it failed or took too long."""
        notation = table.kit.game.notation
        texts = notation.write_state(state), notation.write_action(action)
        for _ in range(_TRIES):
            try:
                return await self._workers.ask(
                    DecisionWork(table.spec, *texts, number), self.limit_s
                )
            except (TimeoutError, Failed) as error:  # one decision is not the whole review
                kind = str(error) or type(error).__name__
                extra = {"table": table.id, "error": kind}
                _log.warning("a decision could not be reviewed", extra=extra)
                return None
            except (EOFError, OSError):
                continue
        _log.warning("a decision ends every process", extra={"table": table.id})
        return None

    def _end_if_idle(self) -> None:
        """Ends the process, to free its memory, if no review is under way."""
        if all(r.done or r.task is None or r.task.done() for r in self._remembered.values()):
            self._workers.give_up()
