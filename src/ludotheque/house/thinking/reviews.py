"""Reviews of finished games: worked out once, decision by decision."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

from ludotheque.house.reader import NOBODY, Asker
from ludotheque.house.tasks import cancel_all
from ludotheque.house.thinking.thinker import Failed, Thinker, Turn
from ludotheque.play.review import ReviewStep, decisions
from ludotheque.play.work import DecisionWork, Work
from ludotheque.table.table import Table

T = TypeVar("T")

_log = logging.getLogger(__name__)
# All reviews together: about a hundred games, at 2 to 4 KiB for each decision with its state, so
# 20 MiB at most. One game: twice what the longest games have.
_DECISIONS_REMEMBERED, _DECISIONS_REVIEWED = 5_000, 1_000
# Pages ask for more every few seconds; a review that no page has asked for in this time is stopped.
_ABANDONED_AFTER_S = 30.0
# The system can kill a process for lack of memory; a decision that gets it killed every time is
# given up.
_TRIES = 3


class Review:
    """The review of one game, which grows by one decision after the other."""

    def __init__(self, table: Table) -> None:
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
        """The number of decisions when complete, plus one, so that empty reviews count too."""
        return 1 + self.total

    @property
    def done(self) -> bool:
        """Whether every decision is reviewed or given up."""
        return len(self.steps) == self.total

    def add(self, step: ReviewStep) -> None:
        """Adds a decision, and wakes the requests that wait for more."""
        self.steps.append(step)
        self._grown.set()
        self._grown = asyncio.Event()

    async def more(self, known: int, wait_s: float) -> None:
        """Waits until more than `known` decisions are reviewed, or the time is over."""
        self.asked = time.monotonic()
        if len(self.steps) <= known and not self.done:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._grown.wait(), wait_s)
        self.asked = time.monotonic()


class Reviews:
    """The reviews of finished games; all who ask for the same game share one."""

    def __init__(self, thinker: Thinker, seconds: float) -> None:
        """Each decision may take `seconds`."""
        self._thinker = thinker
        self._longest_s = seconds
        self._remembered: OrderedDict[Any, Review] = OrderedDict()
        self.on_remembered: Callable[[int], object] = lambda _: None
        """Called with the number of decisions in memory, whenever it may have changed."""

    def of(self, table: Table, asker: Asker) -> Review:
        """The review of the game on that table; starts it, or resumes it if it was stopped."""
        key = _key(table)
        review = self._remembered.pop(key, None) or Review(table)
        self._remembered[key] = review
        review.asked, review.asker = time.monotonic(), asker
        self._forget()
        if not review.done and (review.task is None or review.task.done()):
            review.task = asyncio.create_task(self._work(review))
        return review

    async def think(self, table: Table, work: Work[Any], asker: Asker) -> Any:
        """A teacher's answer to work on that table; None if it failed or took too long.

        A decision that was reviewed is not worked out again.
        """
        known = self._remembered.get(_key(table))
        if known is not None and isinstance(work, DecisionWork):
            for step in known.steps:
                if step.number == work.number:
                    return step.decision
        return await self._asked(table, work, asker)

    def _forget(self) -> None:
        """Drops old reviews of the address that has most, while there are too many decisions."""
        sizes = Counter[str]()
        for review in self._remembered.values():
            sizes[review.asker.address] += review.size
        while len(self._remembered) > 1 and sizes.total() > _DECISIONS_REMEMBERED:
            key, old = self._oldest_of(sizes.most_common(1)[0][0])
            del self._remembered[key]
            sizes[old.asker.address] -= old.size
            if old.task is not None:
                old.task.cancel()
        self.on_remembered(sum(len(known.steps) for known in self._remembered.values()))

    def _oldest_of(self, address: str) -> tuple[Any, Review]:
        """The review requested least recently from an address, or else from any address.

        The newest review of all is never chosen.
        """
        others = list(self._remembered.items())[:-1]
        return next((found for found in others if found[1].asker.address == address), others[0])

    async def stop(self) -> None:
        """Stops every review; each is worked out again when it is requested after a restart."""
        tasks = [review.task for review in self._remembered.values() if review.task is not None]
        await cancel_all(tasks)

    async def _work(self, review: Review) -> None:
        """Adds one decision after the other, as long as pages ask for the review."""
        while not review.done and time.monotonic() - review.asked <= _ABANDONED_AFTER_S:
            number, state, action = review.due or next(review.left)
            review.due = number, state, action
            work = DecisionWork.of(review.table.kit, state, action, number)
            decision = await self._asked(review.table, work, review.asker)
            review.due = None
            review.add(ReviewStep(number, state, action, decision))

    async def _asked(self, table: Table, work: Work[T], asker: Asker) -> T | None:
        """The answer, requested again if the process died; None if it failed or took too long."""
        for _ in range(_TRIES):
            try:
                return await self._thinker.ask(work, self._longest_s, Turn(asker))
            except (TimeoutError, Failed) as error:  # one decision is not the whole review
                kind = str(error) or type(error).__name__
                extra = {"game": table.kit.name, "error": kind}
                _log.warning("a decision could not be reviewed", extra=extra)
                return None
            except (EOFError, OSError):
                continue
        _log.warning(
            "a decision could not be reviewed: every process that tried ended",
            extra={"game": table.kit.name},
        )
        return None


def _key(table: Table) -> tuple[str, tuple[str, ...]]:
    """The key of a review, which is the same for the same game on different tables."""
    return table.spec, tuple(move.text for move in table.moves)
