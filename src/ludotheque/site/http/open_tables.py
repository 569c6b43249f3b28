"""The list of tables that anyone may join, as a page shows it and a socket updates it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
from fastapi import WebSocket

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.forms import terms_of
from ludotheque.house.tasks import cancel_all
from ludotheque.house.templating import Templates
from ludotheque.site.company.openings import Opening, Openings
from ludotheque.site.company.words import presence_in_words
from ludotheque.site.http.sockets import LONGEST_SILENCE_S, READER_GONE, TOO_SLOW
from ludotheque.site.limits import MESSAGES
from ludotheque.site.visitors import asker_of, language
from ludotheque.table.seats import PERSON
from ludotheque.table.shapes import OpenTables
from ludotheque.table.table import Table
from ludotheque.table.words import words_of


class ListSocket:
    """The socket of a page with the list of open tables; only the newest list is sent."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.asker, self.limits = asker_of(socket), socket.app.state.limits
        self._newest = b""
        self._fresh = asyncio.Event()

    def push(self, text: bytes) -> None:
        """Sends the list soon, in place of one that was not sent yet."""
        self._newest = text
        self._fresh.set()

    async def run(self, openings: Openings, templates: Templates) -> None:
        """Sends every change of the list as long as `_listen` waits; then closes the socket."""
        lang = language(self.socket)
        sending = asyncio.create_task(self._send())
        openings.follow(lang, self, partial(_drawn, templates))
        try:
            await self._listen()
        finally:
            openings.unfollow(lang, self)
            await cancel_all([sending])
            with suppress(*READER_GONE):
                await self.socket.close(TOO_SLOW)

    async def _send(self) -> None:
        with suppress(*READER_GONE):
            while True:
                await self._fresh.wait()
                self._fresh.clear()
                await self.socket.send_text(self._newest.decode())

    async def _listen(self) -> None:
        """Waits until the page leaves, is silent for too long, or sends too many messages."""
        with suppress(TimeoutError, *READER_GONE):
            while not self.limits.wait(self.asker, MESSAGES):
                async with asyncio.timeout(LONGEST_SILENCE_S):
                    await self.socket.receive_text()


def shown(lang: str, openings: Sequence[Opening]) -> dict[str, Any]:
    """What a page shows of the open tables: their number in words, and a row for each."""
    rows = [_row(lang, opening) for opening in openings]
    said = texts(PACKAGE, lang)("site.open_count", n=len(rows)) if rows else ""
    return {"said": said, "rows": rows}


def _drawn(templates: Templates, lang: str, openings: Sequence[Opening]) -> bytes:
    """The list in a language, encoded to be sent."""
    told = shown(lang, openings)
    html = templates.fragment("openings", lang, rows=told["rows"])
    sent: OpenTables = {"said": told["said"], "html": html}
    return orjson.dumps(sent)


def _row(lang: str, opening: Opening) -> dict[str, Any]:
    table = opening.table
    return {
        "id": table.id,
        "game": table.kit.name,
        "title": table.kit.box.title(lang),
        "names": ", ".join(people_at(table, lang)),
        "terms": [*terms_of(table, lang), *_level(table, lang)],
        "free": len(table.open_seats),
        "here": not opening.away_ms,
        "there": presence_in_words(opening.away_ms, lang),
    }


def people_at(table: Table, lang: str) -> list[str]:
    """The names of the people at a table; without a name, what the game calls the seat."""
    names = words_of(table, lang).plaques
    sitters = enumerate(table.seats)
    return [names[seat] for seat, sitter in sitters if sitter.kind == PERSON]


def _level(table: Table, lang: str) -> list[str]:
    meeting, say = table.meeting, texts(PACKAGE, lang)
    if meeting is None or meeting.level not in table.kit.bots:
        return []
    return [say("site.level_is", level=table.kit.level(meeting.level, lang).name)]
