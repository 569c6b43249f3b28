"""The door of this house: messages of the scripts in, views and pages out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from ludotheque.core.reason import Refusal
from ludotheque.pocket import files
from ludotheque.pocket.addresses import addressed
from ludotheque.pocket.desk import Desk
from ludotheque.pocket.device import Browser, Device
from ludotheque.pocket.house import House
from ludotheque.pocket.requests import HTML, Request
from ludotheque.pocket.routes import beginning, exercises, owner, reviews, tables
from ludotheque.web.pages import Pages
from ludotheque.web.reader import Reader

ROOMS = beginning, exercises, owner, reviews, tables
"""The modules whose paths are answered."""


class Door:
    """What a script calls; every text is JSON."""

    def __init__(self, browser: Browser, build: str) -> None:
        """`build` says where the scripts of pages lie, and on which site tables can go on."""
        files.read_by_browser()
        built = json.loads(build)
        scripts: Mapping[str, str] = built["scripts"]
        self._house = House(Device(browser))
        pages = Pages(scripts.__getitem__, pocket=True, site=built["site"])
        self._desk = Desk(self._house, pages)

    async def answer(self, asked: str) -> str:
        """The response to a request."""
        wanted = json.loads(asked)
        split = urlsplit(wanted["path"])
        reader = Reader("", "", wanted["lang"], wanted["theme"])
        query = dict(parse_qsl(split.query))
        request = Request(wanted["method"], split.path, query, wanted["form"], reader)
        answer = (await self._desk.answer(request)).as_dict()
        if answer["headers"]["Content-Type"].startswith(HTML):
            answer["body"] = addressed(answer["body"], wanted["root"], wanted["lang"])
        return json.dumps(answer, ensure_ascii=False)

    async def open(self, line: str, table: str, lang: str) -> bool:
        """Opens the line of a page to a table; false if there is no such table."""
        try:
            await self._house.open(line, table, lang)
        except Refusal:
            return False
        return True

    async def hear(self, line: str, text: str) -> None:
        """Takes what a page says on its line."""
        if line in self._house.lines:
            await self._house.lines[line].hear(text)

    def close(self, line: str) -> None:
        """Closes the line of a page that has gone."""
        self._house.close(line)

    async def heard(self, table: str) -> None:
        """Another page of this browser has changed a table."""
        await self._house.heard(table)
