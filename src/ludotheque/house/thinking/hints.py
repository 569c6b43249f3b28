"""Hints at a table: worked out once for each position, by the thinker of the bots."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.thinking.bots import Bots
from ludotheque.play.work import AdviceWork, HintSteps
from ludotheque.table.commands import check_hint
from ludotheque.table.messages import HintWish
from ludotheque.table.shapes import SentHintStep
from ludotheque.table.table import Table, deny
from ludotheque.table.views.hints import hint_view
from ludotheque.table.words import words_of

_log = logging.getLogger(__name__)
# More tables than have a hint open at the same time; a forgotten hint is worked out again.
_TABLES_REMEMBERED = 200


class Hints:
    """Works out the hint of a position once; its steps are then taken from memory."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._asked: OrderedDict[str, tuple[int, asyncio.Task[dict[str, HintSteps]]]] = (
            OrderedDict()
        )
        self._waiting = Counter[str]()

    async def step(self, table: Table, guest: str, wish: HintWish, lang: str) -> SentHintStep:
        """One step of a hint; raises Refusal if the guest may have none, or if it failed."""
        check_hint(table, table.seats_of(guest))
        if wish.expected not in (None, table.seq):
            raise deny("stale")
        advice = self._advice(table, guest)
        self._waiting[table.id] += 1
        try:
            await asyncio.wait([advice])
        finally:
            self._waiting -= Counter([table.id])
            if not advice.done() and table.id not in self._waiting:
                self._forget(table.id)  # every guest who asked has left
        if advice.cancelled():
            raise deny("stale")
        error = advice.exception()
        if error is not None:  # the guest gets an answer after any failure
            extra = {"game": table.kit.name, "error": type(error).__name__}
            _log.warning("a hint failed", extra=extra)
            self._forget(table.id)
            raise deny("slow_hint" if isinstance(error, TimeoutError) else "no_hint") from error
        return hint_view(table, advice.result()[lang], wish.step)

    def _advice(self, table: Table, guest: str) -> asyncio.Task[dict[str, HintSteps]]:
        """The task that works out the steps for the newest position of a table.

        Each table has one task; that for an earlier position is cancelled.
        """
        seq, advice = self._asked.get(table.id, (None, None))
        if advice is None or seq != table.seq:
            self._forget(table.id)
            advice = asyncio.create_task(self._think(table, guest))
            self._asked[table.id] = table.seq, advice
            if len(self._asked) > _TABLES_REMEMBERED:
                self._forget(next(iter(self._asked)))
        return advice

    def _forget(self, table_id: str) -> None:
        _, advice = self._asked.pop(table_id, (None, None))
        if advice is not None:
            advice.cancel()

    async def _think(self, table: Table, guest: str) -> dict[str, HintSteps]:
        state = table.kit.game.notation.write_state(table.state)
        names = tuple(words_of(table, lang).names for lang in LANGUAGES)
        return await self._bots.consult(AdviceWork(table.spec, state, names), guest)
