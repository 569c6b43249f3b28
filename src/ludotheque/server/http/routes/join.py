"""Taking an open seat by an invitation."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated

import segno
from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from ludotheque.server.http.deps import TheSite, Who, as_guest, clean_name, table_of
from ludotheque.server.http.pages import page, redirect
from ludotheque.server.http.visitors import NAME_SENT_LETTERS
from ludotheque.table.commands import deny
from ludotheque.table.seats import OPEN

router = APIRouter()
# Large enough for the camera of a phone: pixels for each dot, and dots around the code.
_QR_DOT_PX, _QR_BORDER_DOTS = 4, 3


@router.get("/join/{invite}")
async def join_form(request: Request, site: TheSite, who: Who, invite: str) -> Response:
    """Asks for a name to sit down with; a seat that is taken leads to its table."""
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
    name: Annotated[str, Form(max_length=NAME_SENT_LETTERS)] = "",
) -> Response:
    """Takes the seat under the name given."""
    guest = await as_guest(who, site)
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
    code.save(
        picture,
        kind="svg",
        scale=_QR_DOT_PX,
        border=_QR_BORDER_DOTS,
        dark="#000",
        light="#fff",
        xmldecl=False,
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")
