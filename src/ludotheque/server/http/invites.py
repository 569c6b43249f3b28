"""The invitations to the open seats of a table, and what an onlooker is told of them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ludotheque.core.game import Seat
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site
from ludotheque.table.names import without_signs
from ludotheque.table.table import Table


async def open_invites(site: Site, table: Table) -> list[tuple[Seat, str]]:
    """The open seats, each with its own invitation."""
    found = await site.tables.invites(table.id)
    return [(seat, found[seat]) for seat in table.open_seats]


async def invites_of(
    request: Request, site: Site, table: Table, who: Visitor
) -> dict[str, Any] | None:
    """The link to all open seats for those who sit at the table, `join` for an invited onlooker.

    Those at the table are also offered whom they can invite by name.
    """
    if not table.incomplete:
        return None
    if not table.seats_of(who.guest):
        invite = await _invite_to(request.query_params.get("invite", ""), site, table, who)
        return {"join": f"/join/{invite}"} if invite else None
    invite = await site.tables.invite_of(table.id)
    return {
        "join": "",
        "table": table.id,
        "known": await _people_known(site, table, who),
        "public": table.listed and site.settings.meeting,
        "link": f"{request.base_url}join/{invite}",
        "qr": f"/qr/{invite}.svg",
        "seats": free_seats(table, who.lang),
    }


async def _invite_to(given: str, site: Site, table: Table, who: Visitor) -> str:
    """The invitation by which an onlooker can still sit down: the one given, or one by name."""
    found = await site.tables.find_invite(given) if given else None
    if found is not None and found[0] == table.id:
        return given
    return await invite_by_name(site, table, who)


async def invite_by_name(site: Site, table: Table, who: Visitor) -> str:
    """The invitation of a table for somebody who is invited to it by name, else nothing."""
    if who.guest and who.guest in await site.invitations.to_table(table.id):
        return await site.tables.invite_of(table.id)
    return ""


async def _people_known(site: Site, table: Table, who: Visitor) -> list[dict[str, Any]]:
    """Those with whom the guest has played and who do not sit here: name, seat, invited or not."""
    invited = await site.invitations.to_table(table.id)
    return [
        {
            "name": without_signs(known.name),
            "person": f"{known.table_id}.{known.seat}",
            "invited": known.guest in invited,
        }
        for known in await site.invitations.acquaintances(who.guest)
        if not table.seats_of(known.guest)
    ]


def free_seats(table: Table, lang: str) -> list[tuple[Seat, str]]:
    """The open seats and what the game calls them."""
    return [(seat, table.kit.text(f"seat.{seat}", lang)) for seat in table.open_seats]
