"""The invitations to the open seats of a table."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ludotheque.core.game import Seat
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site
from ludotheque.table.seats import OPEN
from ludotheque.table.table import Table


async def open_invites(site: Site, table: Table) -> list[tuple[Seat, str]]:
    """The open seats, each with its invitation."""
    found = await site.tables.invites(table.id)
    return [(seat, found[seat]) for seat in sorted(found) if table.seats[seat].kind == OPEN]


async def invites_of(
    request: Request, site: Site, table: Table, who: Visitor
) -> list[dict[str, Any]]:
    """The links to the open seats, for those who sit at the table."""
    if not table.incomplete or not table.seats_of(who.guest):
        return []
    return [
        {
            "seat": table.kit.text(f"seat.{seat}", who.lang),
            "number": seat,
            "link": f"{request.base_url}join/{invite}",
            "qr": f"/qr/{invite}.svg",
        }
        for seat, invite in await open_invites(site, table)
    ]
