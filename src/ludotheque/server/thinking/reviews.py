"""Reviews of finished games: worked out once, move by move, in a process of low priority."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

from ludotheque.play.retry import Comparison
from ludotheque.play.review import Decision, ReviewStep, decisions
from ludotheque.play.work import ComparisonWork, DecisionWork, Work
from ludotheque.server.limits.turns import NOBODY, Asker
from ludotheque.server.metrics import DECISIONS_REMEMBERED
from ludotheque.server.settings import Settings
from ludotheque.server.thinking.workers import Failed, Workers
from ludotheque.table.table import Table

T = TypeVar("T")

_log = logging.getLogger(__name__)
# Of all reviews together: about a hundred games, 2 to 4 KiB for each decision with its state, so
# 20 MiB at most. Of one game, twice what the longest have.
_DECISIONS_REMEMBERED, _DECISIONS_REVIEWED = 5_000, 1_000
# A page asks every few seconds; a review that nobody has asked for in this long is stopped.
_ABANDONED_AFTER_S = 30.0
# The system may end a process for lack of memory; a decision that ends it every time is given up.
_TRIES = 3
# Reviews can wait; moves of bots and hints, in processes of niceness 0, cannot.
_NICENESS = 10
# Loading a teacher takes seconds, so the process stays for the next review for a while.
_IDLE_S = 120.0


class Review:
    """The review of one game, which grows by one decision after the other."""

    def __init__(self, table: Table) -> None:
        """Begins with no decision reviewed."""
        self.table = table
        self.asker = NOBODY
        self.total = min(sum(move.seat is not None for move in table.moves), _DECISIONS_REVIEWED)
        actions = [move.action for move in table.moves]
        self.left = islice(decisions(table.kit, actions), self.total)
        self.due: tuple[int, Any, Any] | None = None  # the decision that is being reviewed
        self.steps: list[ReviewStep] = []
        self.asked = time.monotonic()
        self.task: asyncio.Task[None] | None = None
        self._grown = asyncio.Event()

    @property
    def size(self) -> int:
        """How many decisions it holds in the end, and one more, so that empty ones count too."""
        return 1 + self.total

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
        self._ending: asyncio.TimerHandle | None = None

    def of(self, table: Table, asker: Asker) -> Review:
        """The review of the game on that table, which goes on if it was stopped."""
        key = _key(table)
        review = self._remembered.pop(key, None) or Review(table)
        self._remembered[key] = review
        review.asked, review.asker = time.monotonic(), asker
        self._forget()
        if not review.done and (review.task is None or review.task.done()):
            review.task = asyncio.create_task(self._work(review))
        return review

    async def decision(
        self, table: Table, number: int, state: Any, action: Any, asker: Asker
    ) -> Decision | None:
        """A single decision: as it was reviewed, or else worked out now."""
        known = self._remembered.get(_key(table))
        for step in known.steps if known else ():
            if step.number == number:
                return step.decision
        work = self._decision_work(table, state, action, number)
        return await self._in_turn(table, work, asker)

    async def compared(
        self, table: Table, state: Any, played: Any, action: Any, asker: Asker
    ) -> Comparison | None:
        """An action beside the one that was played; None if that failed or took too long."""
        notation = table.kit.game.notation
        actions = notation.write_action(played), notation.write_action(action)
        work = ComparisonWork(table.spec, notation.write_state(state), *actions)
        return await self._in_turn(table, work, asker)

    def _forget(self) -> None:
        """Drops the oldest reviews of whoever asks for most, but never the last one; counts."""
        sizes = Counter[str]()
        for review in self._remembered.values():
            sizes[review.asker.address] += review.size
        while len(self._remembered) > 1 and sizes.total() > _DECISIONS_REMEMBERED:
            key, old = self._oldest_of(sizes.most_common(1)[0][0])
            del self._remembered[key]
            sizes[old.asker.address] -= old.size
            if old.task is not None:
                old.task.cancel()
        DECISIONS_REMEMBERED.set(sum(len(known.steps) for known in self._remembered.values()))

    def _oldest_of(self, address: str) -> tuple[Any, Review]:
        """The review that was asked for least recently from an address, or by anybody else.

        The last review of all is none of them.
        """
        others = list(self._remembered.items())[:-1]
        return next((found for found in others if found[1].asker.address == address), others[0])

    async def stop(self) -> None:
        """Stops every review; after a restart, asking again gives the same one."""
        tasks = [review.task for review in self._remembered.values() if review.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    async def _work(self, review: Review) -> None:
        """Adds one decision after the other, in turn with other reviews, while somebody asks."""
        while not review.done and time.monotonic() - review.asked <= _ABANDONED_AFTER_S:
            number, state, action = review.due or next(review.left)
            review.due = number, state, action
            work = self._decision_work(review.table, state, action, number)
            decision = await self._in_turn(review.table, work, review.asker)
            review.due = None
            review.add(ReviewStep(number, state, action, decision))

    @staticmethod
    def _decision_work(table: Table, state: Any, action: Any, number: int) -> DecisionWork:
        notation = table.kit.game.notation
        texts = notation.write_state(state), notation.write_action(action)
        return DecisionWork(table.spec, *texts, number)

    async def _in_turn(self, table: Table, work: Work[T], asker: Asker) -> T | None:
        """The answer, by turns with the work that others ask for."""
        answer = await self._asked(table, work, asker)
        if self._ending is not None:
            self._ending.cancel()
        self._ending = asyncio.get_running_loop().call_later(_IDLE_S, self._end_if_idle)
        return answer

    async def _asked(self, table: Table, work: Work[T], asker: Asker) -> T | None:
        """The answer, asked for again if the process died; None if it failed or took too long."""
        for _ in range(_TRIES):
            try:
                return await self._workers.ask(work, self.limit_s, asker)
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
        """Ends the process, to free its memory, if no work is under way."""
        if not self._workers.busy:
            self._workers.give_up()


def _key(table: Table) -> tuple[str, tuple[str, ...]]:
    """What reviews are remembered by: the same for the same game on different tables."""
    return table.spec, tuple(move.text for move in table.moves)
