"""What routes take as parameters: the site, the visitor, the table, the box."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from ludotheque.core.kit import Box
from ludotheque.core.reason import SpecError
from ludotheque.games import find
from ludotheque.server.http.visitors import (
    Visitor,
    asker_of,
    language,
    secret_of,
    stranger,
    token_of,
)
from ludotheque.server.limits.turns import Asker
from ludotheque.server.site import Site
from ludotheque.table.changes import deny
from ludotheque.table.names import clean_name
from ludotheque.table.table import Table


# Every function here is async: FastAPI would run a plain one in a thread, at ten times the cost.
async def the_site(connection: HTTPConnection) -> Site:
    """The site that the application serves."""
    site: Site = connection.app.state.site
    return site


TheSite = Annotated[Site, Depends(the_site)]


async def visitor(connection: HTTPConnection, site: TheSite) -> Visitor:
    """The visitor behind a request, known by token or cookie; refuses an unknown token."""
    secret = secret_of(connection)
    known = await site.guests.find(secret) if secret else None
    if known is None and token_of(connection):
        raise deny("no_token")
    guest, name = known or ("", "")
    who = replace(stranger(connection), guest=guest, name=name)
    site.bots.addresses.note(who.asker)
    return who


Who = Annotated[Visitor, Depends(visitor)]


async def reader_language(connection: HTTPConnection) -> str:
    """The language of the reader, without looking up who it is."""
    return language(connection)


Language = Annotated[str, Depends(reader_language)]


async def table_of(table_id: str, site: TheSite, connection: HTTPConnection) -> Table:
    """The table that a request names, or a 404."""
    return await existing_table(table_id, site, asker_of(connection))


async def existing_table(table_id: str, site: Site, asker: Asker) -> Table:
    """The table of that id; refuses one that does not exist."""
    table = await site.tables.get(table_id, asker)
    if table is None:
        raise deny("no_table")
    return table


AtTable = Annotated[Table, Depends(table_of)]


async def finished_table(table: AtTable) -> Table:
    """A table whose game is over; before that, a review would be a hint."""
    if table.outcome is None:
        raise deny("review_later")
    return table


AtFinishedTable = Annotated[Table, Depends(finished_table)]


async def box_of(name: str) -> Box:
    """The box of that name, or a 404."""
    try:
        return find(name)
    except SpecError:
        raise deny("no_game") from None


TheBox = Annotated[Box, Depends(box_of)]


async def as_guest(who: Visitor, site: Site) -> Visitor:
    """The visitor as a guest of the site; a stranger is added, with a new secret."""
    if who.guest:
        return who
    guest, secret = await site.guests.add()
    added = replace(who, guest=guest, secret=secret)
    site.bots.addresses.note(added.asker)
    return added


async def named(who: Visitor, site: Site, name: str) -> Visitor:
    """The guest under the name that was typed, which is kept; without one, under the old name."""
    shown = clean_name(name)
    if not shown or shown == who.name:
        return who
    await site.guests.rename(who.guest, shown)
    return replace(who, name=shown)
