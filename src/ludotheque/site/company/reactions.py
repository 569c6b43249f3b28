"""Passes on the signs and phrases that players send to each other, without storing them."""

from __future__ import annotations

from typing import Any

from ludotheque.house.hub import Hub
from ludotheque.site.storage.store import Store
from ludotheque.table.reactions import reaction
from ludotheque.table.table import Table

_REACTION = "reaction"  # the key of a notice that holds the table and the message for its pages


class Reactions:
    """Sends a sign or phrase to every page of a table, in all processes of the site."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        store.heard[_REACTION] = self._pass_on

    async def say(self, table: Table, guest: str, what: object) -> None:
        """Sends a guest's reaction to all pages of the table; refuses one that is not allowed."""
        said = [table.id, {"type": "reaction", "seat": reaction(table, guest, what), "what": what}]
        await self._store.tell(_REACTION, said)

    def _pass_on(self, said: Any) -> None:
        table_id, message = said
        self._hub.say(table_id, self._hub.encode(message))
