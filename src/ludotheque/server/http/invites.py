"""The invitations to the open seats of a table, and what an onlooker is told of them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ludotheque.core.game import Seat
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site
from ludotheque.table.table import Table


async def open_invites(site: Site, table: Table) -> list[tuple[Seat, str]]:
    """The open seats, each with its own invitation."""
    found = await site.tables.invites(table.id)
    return [(seat, found[seat]) for seat in table.open_seats]


async def invites_of(
    request: Request, site: Site, table: Table, who: Visitor
) -> dict[str, Any] | None:
    """The link to all open seats for those who sit at the table, `join` for an invited onlooker."""
    if not table.incomplete:
        return None
    if not table.seats_of(who.guest):
        join = await _invited_by(request.query_params.get("invite", ""), site, table)
        return {"join": join} if join else None
    invite = await site.tables.invite_of(table.id)
    return {
        "join": "",
        "link": f"{request.base_url}join/{invite}",
        "qr": f"/qr/{invite}.svg",
        "seats": free_seats(table, who.lang),
    }


async def _invited_by(invite: str, site: Site, table: Table) -> str:
    """Where an onlooker who came by an invitation to this table can still sit down."""
    found = await site.tables.find_invite(invite) if invite else None
    return f"/join/{invite}" if found is not None and found[0] == table.id else ""


def free_seats(table: Table, lang: str) -> list[tuple[Seat, str]]:
    """The open seats and what the game calls them."""
    return [(seat, table.kit.text(f"seat.{seat}", lang)) for seat in table.open_seats]
