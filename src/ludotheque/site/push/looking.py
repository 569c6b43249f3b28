"""Whether a guest looks at a table, through this process or another one of the site.

Presence cannot say this: it lasts some seconds after a guest leaves, so that a message about a
quick reply would not be sent.
"""

from __future__ import annotations

import asyncio
from typing import Any

from ludotheque.house.hub import Hub
from ludotheque.site.storage.store import Store

_QUESTION, _ANSWER = "who_looks", "looks"
_ANSWERED_WITHIN_S = 1.0  # a notice and its answer take milliseconds; a message can be this late


class Looking:
    """Finds out, from all processes, whether a guest looks at a table and so needs no message."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._asked: dict[tuple[str, str], asyncio.Event] = {}
        self._answers: set[asyncio.Task[None]] = set()
        store.heard |= {_QUESTION: self._answer, _ANSWER: self._hear}

    def here(self, table_id: str, guest: str) -> bool:
        """Whether the guest looks at the table through this process."""
        return self._hub.looks(table_id, guest)

    async def anywhere(self, table_id: str, guest: str) -> bool:
        """Whether the guest looks at the table through any process; no answer means no."""
        if self.here(table_id, guest) or not self._store.shared:
            return self.here(table_id, guest)
        heard = self._asked.setdefault((table_id, guest), asyncio.Event())
        try:
            async with asyncio.timeout(_ANSWERED_WITHIN_S):
                await self._store.tell(_QUESTION, [table_id, guest])
                await heard.wait()
            return True
        except TimeoutError:
            return False
        finally:
            self._asked.pop((table_id, guest), None)

    def _answer(self, asked: Any) -> None:
        """Answers another process if the guest looks at the table here; stays silent if not."""
        table_id, guest = asked
        if self.here(table_id, guest):
            answer = asyncio.create_task(self._store.tell(_ANSWER, asked))
            self._answers.add(answer)
            answer.add_done_callback(self._answers.discard)

    def _hear(self, told: Any) -> None:
        if heard := self._asked.get(tuple(told)):
            heard.set()
