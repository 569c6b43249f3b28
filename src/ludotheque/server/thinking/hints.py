"""Hints at a table: worked out once for each position, where the bots think; told in steps."""

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
from ludotheque.server.thinking.bots import Bots
from ludotheque.table.commands import check_hint, deny
from ludotheque.table.messages import HintWish
from ludotheque.table.table import Table
from ludotheque.table.views.hints import hint_view
from ludotheque.table.words import words_of

_log = logging.getLogger(__name__)
# As many tables as may have a hint open at a time; the oldest answer is worked out again.
_TABLES_REMEMBERED = 200

Steps = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class AdviceWork:
    """What a guest is to be told: the three steps, in every language.

    `names` are those of the seats, which differ by language for bots and for people without one.
    """

    spec: str
    state: str
    names: tuple[tuple[str, ...], ...]

    def run(self, begins: Callable[[], None]) -> dict[str, Steps]:
        """The steps towards what the teacher would do."""
        kit = taught(self.spec)
        position, _ = kit.game.notation.read_state(self.state), kit.teacher
        begins()
        action = advice(kit, position)
        return {
            lang: [asdict(hint) for hint in hints(kit, position, action, lang, names)]
            for lang, names in zip(LANGUAGES, self.names, strict=True)
        }


@lru_cache(maxsize=4)
def taught(spec: str) -> AnyKit:
    """The kits that were asked for last; few, since what a teacher loads may be large."""
    return load(spec)


class Hints:
    """Asks for advice once for each position; every step of the hint is taken from it."""

    def __init__(self, bots: Bots) -> None:
        """Nothing has been asked yet."""
        self._bots = bots
        self._asked: OrderedDict[str, tuple[int, asyncio.Task[dict[str, Steps]]]] = OrderedDict()

    async def step(self, table: Table, guest: str, wish: HintWish, lang: str) -> dict[str, Any]:
        """One step of a hint for that guest, or a refusal."""
        check_hint(table, table.seats_of(guest))
        if wish.expected not in (None, table.seq):
            raise deny("stale")
        advice = self._advice(table)
        await asyncio.wait([advice])
        if advice.cancelled():
            raise deny("stale")
        error = advice.exception()
        if error is not None:  # whatever happened, the guest gets an answer
            told = {"table": table.id, "error": type(error).__name__}
            _log.warning("a hint failed", extra=told)
            self._forget(table.id)
            raise deny("no_hint") from error
        found = advice.result()
        return hint_view(table, found[lang], wish.step)

    def _advice(self, table: Table) -> asyncio.Task[dict[str, Steps]]:
        """The steps for where the table stands, being worked out since somebody first asked.

        There is one such task for each table: that for an earlier position is given up.
        """
        seq, advice = self._asked.get(table.id, (None, None))
        if advice is None or seq != table.seq:
            self._forget(table.id)
            advice = asyncio.create_task(self._think(table))
            self._asked[table.id] = table.seq, advice
            if len(self._asked) > _TABLES_REMEMBERED:
                self._forget(next(iter(self._asked)))
        return advice

    def _forget(self, table_id: str) -> None:
        _, advice = self._asked.pop(table_id, (None, None))
        if advice is not None:
            advice.cancel()

    async def _think(self, table: Table) -> dict[str, Steps]:
        state = table.kit.game.notation.write_state(table.state)
        names = tuple(words_of(table, lang).names for lang in LANGUAGES)
        return await self._bots.consult(AdviceWork(table.spec, state, names))
