"""Hints at a table: thought out once a position, where the bots think; told step by step."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from ludotheque.core.texts import LANGUAGES
from ludotheque.games import AnyKit, load
from ludotheque.play.hints import advice, hints
from ludotheque.server.thinking.bots import Thinkers
from ludotheque.table.commands import check_hint, deny
from ludotheque.table.messages import Hint
from ludotheque.table.table import Table
from ludotheque.table.views.page import hint_view

_log = logging.getLogger(__name__)
_REMEMBERED = 200

Steps = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Advice:
    """What a guest is to be told: the three steps, in every language."""

    spec: str
    state: str

    def run(self, begins: Callable[[], None]) -> dict[str, Steps]:
        """The steps towards what the teacher would do."""
        kit = taught(self.spec)
        position, _ = kit.game.notation.read_state(self.state), kit.teacher
        begins()
        action = advice(kit, position)
        told = {lang: hints(kit, position, action, lang) for lang in LANGUAGES}
        return {lang: [asdict(hint) for hint in steps] for lang, steps in told.items()}


@lru_cache(maxsize=4)
def taught(spec: str) -> AnyKit:
    """The kits that were asked for last: what a teacher works with may be large."""
    return load(spec)


class Hinting:
    """Asks for advice once a position; every step after that costs nothing and agrees with it."""

    def __init__(self, thinkers: Thinkers) -> None:
        """Nothing has been asked yet."""
        self._thinkers = thinkers
        self._asked: OrderedDict[str, tuple[int, asyncio.Task[dict[str, Steps]]]] = OrderedDict()

    async def step(self, table: Table, guest: str, wish: Hint, lang: str) -> dict[str, Any]:
        """One step of a hint for that guest, or a refusal."""
        check_hint(table, table.seats_of(guest))
        if wish.expected not in (None, table.seq):
            raise deny("stale")
        advice = self._advice(table)
        await asyncio.wait([advice])
        if advice.cancelled():
            raise deny("stale")
        error = advice.exception()
        if error is not None:  # whatever happened, who asked gets an answer
            told = {"table": table.id, "error": type(error).__name__}
            _log.warning("a hint failed", extra=told)
            self._forget(table.id)
            raise deny("no_hint") from error
        found = advice.result()
        return hint_view(table, found[lang], wish.step, lang)

    def _advice(self, table: Table) -> asyncio.Task[dict[str, Steps]]:
        """The steps for where the table stands, being thought of since somebody first asked.

        A table has one thought at a time: that for a position which was left is given up.
        """
        seq, advice = self._asked.get(table.id, (None, None))
        if advice is None or seq != table.seq:
            self._forget(table.id)
            advice = asyncio.create_task(self._think(table))
            self._asked[table.id] = table.seq, advice
            if len(self._asked) > _REMEMBERED:
                self._forget(next(iter(self._asked)))
        return advice

    def _forget(self, table_id: str) -> None:
        _, advice = self._asked.pop(table_id, (None, None))
        if advice is not None:
            advice.cancel()

    async def _think(self, table: Table) -> dict[str, Steps]:
        state = table.kit.game.notation.write_state(table.state)
        return await self._thinkers.consult(Advice(table.spec, state))
