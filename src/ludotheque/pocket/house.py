"""The house in a browser: its tables are stored and its bots think on this device."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, TypeVar

from starlette.requests import Request

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.answers import number_of
from ludotheque.house.conversation import Conversation
from ludotheque.house.forms import ME, SAME_SCREEN
from ludotheque.house.house import House
from ludotheque.house.hub import Message
from ludotheque.house.reader import Reader
from ludotheque.house.templating import Templates
from ludotheque.pocket.device import Device
from ludotheque.pocket.tables import GUEST, Merged, PocketTables
from ludotheque.table.names import clean_name
from ludotheque.table.table import Table

T = TypeVar("T")
_NAME = "name"  # the setting that holds the name of the person at this screen
# Far more than needed: on a slow phone, every level on offer moves within 2 s, a hint takes 3 s.
_LONGEST_THOUGHT_S = 30.0


def _encoded(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode()


class PocketConversation(Conversation):
    """The conversation with one page of this browser."""

    def __init__(self, pocket: Pocket, name: str, table_id: str, lang: str) -> None:
        """Sends messages to the page with the line of that name."""
        super().__init__(pocket, table_id, GUEST, lang)
        self.following = ExitStack()
        self._browser = pocket.device.browser
        self._name = name

    def push(self, text: bytes) -> None:
        """Sends a message at once."""
        self._browser.say(self._name, text.decode())

    async def reply(self, message: Message) -> None:
        """Sends an answer at once."""
        self.push(_encoded(message))


class Pocket(House):
    """The house of one person on one device."""

    tables: PocketTables
    sitters_here = (ME, SAME_SCREEN)

    def __init__(self, device: Device, templates: Templates) -> None:
        thinker = device, _LONGEST_THOUGHT_S
        super().__init__(PocketTables(device), templates, _encoded, bots=thinker, reviews=thinker)
        self.device = device
        self._lines: dict[str, PocketConversation] = {}

    def language(self, request: Request) -> str:
        """The language of the page that sends the request."""
        lang: str = request.state.lang
        return lang

    async def reader(self, request: Request) -> Reader:
        """The person at this screen."""
        name = await self.device.browser.setting(_NAME, None)
        return Reader(GUEST, name, request.state.lang, request.state.theme)

    async def seated(self, request: Request, name: str = "") -> Reader:
        """The person at this screen; stores the name if one was typed."""
        if own := clean_name(name):
            await self.device.browser.setting(_NAME, own)
        return await self.reader(request)

    async def rename(self, request: Request, name: str) -> None:
        """Stores a new name for the person at this screen."""
        del request
        await self.device.browser.setting(_NAME, clean_name(name))

    def known_of(self, request: Request, who: Reader) -> dict[str, Any]:
        """Adds how many games were brought back from a file; the counts are in the query."""
        say, asked = texts(PACKAGE, who.lang), request.query_params
        counts = {kind: number_of(asked[kind]) for kind in Merged._fields if kind in asked}
        brought = [say(f"pocket_games.{kind}", n=n) for kind, n in counts.items() if n]
        if counts and not brought:
            brought = [say("pocket.no_games")]
        return {**super().known_of(request, who), "brought": brought}

    async def aside(self, work: Callable[[], T]) -> T:
        """The result of the work, which runs at once, since there are no other guests."""
        return work()

    async def in_turn(self, who: Reader, work: Callable[[], T]) -> T:
        """The result of the work, which runs at once."""
        del who
        return work()

    def announce(self, table: Table, *, news: bool = True) -> None:
        """Also watches the clock of a table that no page follows, since there is no sweep here."""
        super().announce(table, news=news)
        self.clocks.watch(table)

    async def open(self, name: str, table_id: str, lang: str) -> bool:
        """Connects a page to a table by a named line; False if the table does not exist."""
        table = await self.tables.get(table_id)
        if table is None:
            return False
        line = self._lines[name] = PocketConversation(self, name, table_id, lang)
        line.following.enter_context(self.hub.following(table))
        self.bots.wake(table)
        return True

    async def hear(self, name: str, text: str) -> None:
        """Handles a message that a page sends on its line."""
        line = self._lines.get(name)
        if line is None:
            return
        with self.hub.following(line.table()):  # until it is answered, even if the page leaves
            await line.hear(json.loads(text))
            if name not in self._lines:
                line.leave()

    def close(self, name: str) -> None:
        """Closes the line of a page that has left the table."""
        line = self._lines.pop(name, None)
        if line is not None:
            line.leave()
            line.following.close()

    async def heard(self, table_id: str) -> None:
        """Shows a change by another page of this browser to the pages that follow the table."""
        if self.hub.known([table_id]) and (table := await self.tables.read(table_id)):
            self.announce(table)
