"""What answers requests: the house, its templates, and a function for each path."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludotheque.core.reason import Refusal
from ludotheque.core.texts import texts
from ludotheque.pocket.house import House
from ludotheque.pocket.requests import Answer, Request, Routes
from ludotheque.pocket.tables import GUEST
from ludotheque.table.changes import deny
from ludotheque.table.table import Table
from ludotheque.web.pages import Pages

NAME = "name"
"""The setting that holds what the person at this screen is called."""
ROUTES = Routes()
"""Every path of this house; the modules of `routes/` add theirs."""


class Desk:
    """What answers requests: the house, and its pages."""

    def __init__(self, house: House, pages: Pages) -> None:
        """Every page is made by these templates."""
        self.house, self.tables, self.thinking = house, house.tables, house.thinking
        self._pages = pages

    async def answer(self, request: Request) -> Answer:
        """The answer to a request; a page or a problem for people, whatever is refused."""
        found = ROUTES.find(request.method, request.path)
        name = await self.house.device.setting(NAME)
        request = replace(request, reader=replace(request.reader, guest=GUEST, name=name))
        try:
            if found is None:
                raise deny("no_table")
            handler, values = found
            return await handler(self, request, **values)
        except Refusal as refusal:
            return self._problem(request, refusal)

    def page(self, request: Request, template: str, status: int = 200, **values: Any) -> Answer:
        """A page for the reader of that request."""
        html = self._pages.rendered(template, request.reader, request.path, values)
        return Answer(html, status=status)

    def _problem(self, request: Request, refusal: Refusal) -> Answer:
        text = texts("ludotheque.table", request.reader.lang).say(refusal.reason)
        return self.page(request, "problem", 404, code="", text=text)

    async def finished(self, name: str) -> Table:
        """A table whose game is over; before that, a review would be a hint."""
        table = await self.tables.get(name)
        if table.outcome is None:
            raise deny("review_later")
        return table
