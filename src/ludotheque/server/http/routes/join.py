"""Taking an open seat by an invitation."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from ludotheque.server.http.deps import TheSite, Who, clean_name, met, table_of
from ludotheque.server.http.pages import page, redirect
from ludotheque.table.commands import deny
from ludotheque.table.seats import OPEN

router = APIRouter()


@router.get("/join/{invite}")
async def join_form(request: Request, site: TheSite, who: Who, invite: str) -> Response:
    """An open seat: sit down with a name."""
    found = await site.tables.find_invite(invite)
    if found is None:
        raise deny("no_invite")
    table = await table_of(found[0], site)
    if table.seats[found[1]].kind != OPEN:
        return redirect(request, f"/t/{table.id}")
    seat = table.kit.text(f"seat.{found[1]}", who.lang)
    title = table.kit.box.title(who.lang)
    return page(request, who, "join", title=title, seat=seat, table=table, game=table.kit.name)


@router.post("/join/{invite}")
async def join(
    request: Request,
    site: TheSite,
    who: Who,
    invite: str,
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Takes the seat."""
    guest = await met(who, site)
    shown = clean_name(name) or guest.name
    if shown:
        await site.guests.rename(guest.guest, shown)
    table = await site.sit(invite, guest.guest, shown)
    return redirect(request, f"/t/{table.id}", guest)


@router.get("/qr/{invite}.svg")
async def qr(request: Request, site: TheSite, invite: str) -> Response:
    """The invitation as a QR code."""
    if await site.tables.find_invite(invite) is None:
        raise deny("no_invite")
    code = segno.make(f"{request.base_url}join/{invite}", error="m")
    picture = BytesIO()
    code.save(picture, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")
