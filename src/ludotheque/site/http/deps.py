"""The dependencies of routes: the site, the reader, the table, the box."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from ludotheque.core.kit import Box
from ludotheque.house.answers import find_box, house_of
from ludotheque.house.reader import Reader
from ludotheque.site.site import Site
from ludotheque.site.visitors import asker_of, language
from ludotheque.table.table import Table


# Every function here is async: FastAPI would run a plain one in a thread, at ten times the cost.
async def the_site(connection: HTTPConnection) -> Site:
    """The site that the application serves."""
    site: Site = connection.state.house
    return site


TheSite = Annotated[Site, Depends(the_site)]


async def reader(request: Request) -> Reader:
    """The reader with that token or cookie; refuses an unknown token."""
    return await house_of(request).reader(request)


Who = Annotated[Reader, Depends(reader)]


async def reader_language(connection: HTTPConnection) -> str:
    """The language of the reader, without looking up the guest."""
    return language(connection)


Language = Annotated[str, Depends(reader_language)]


async def table_of(table_id: str, site: TheSite, connection: HTTPConnection) -> Table:
    """The table that the request names; refuses one that does not exist."""
    return await site.table(table_id, asker_of(connection))


AtTable = Annotated[Table, Depends(table_of)]


async def box_named(name: str) -> Box:
    """The box of that name; refuses one that does not exist."""
    return find_box(name)


TheBox = Annotated[Box, Depends(box_named)]
