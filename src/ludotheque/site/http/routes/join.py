"""Taking an open seat: by an invitation, or at a table that anyone may join."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from io import BytesIO
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Form, Request, WebSocket
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.core.game import Seat
from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.answers import redirect
from ludotheque.house.forms import terms_of
from ludotheque.house.lids import lid_of, places_of
from ludotheque.house.pages.mine import NAME_SENT_LETTERS
from ludotheque.house.reader import Asker, Reader
from ludotheque.site.company.invites import free_seats, invited
from ludotheque.site.http.deps import AtTable, TheSite, Who, the_site
from ludotheque.site.http.open_tables import ListSocket, shown
from ludotheque.site.http.shapes import MOST_SEATS
from ludotheque.site.http.sockets import FOREIGN, accepted, admitted
from ludotheque.site.site import Site
from ludotheque.table.names import clean_name, without_signs
from ludotheque.table.seats import PERSON
from ludotheque.table.table import Denied, Table, deny
from ludotheque.table.words import words_of

router = APIRouter()
# Large enough for the camera of a phone: pixels for each dot, and dots of empty border.
_QR_DOT_PX, _QR_BORDER_DOTS = 4, 3
_PERSON = r"^[\w-]+\.\d$"  # the id of a table, and a seat there
_PERSON_LETTERS = 40  # the id of a table has 12
Name = Annotated[str, Form(max_length=NAME_SENT_LETTERS)]
AnySeat = Annotated[int | None, Form(ge=0, lt=MOST_SEATS)]
Person = Annotated[str, Form(pattern=_PERSON, max_length=_PERSON_LETTERS)]


@router.get("/join/{invite}")
async def join_form(request: Request, site: TheSite, who: Who, invite: str) -> Response:
    """The page of an invitation; redirects a guest who sits there already to the table."""
    table, seat = await _invited_to(site, invite, who.asker)
    if table.seats_of(who.guest):
        return redirect(f"/t/{table.id}")
    return _offer(request, site, who, table, seat)


@router.post("/join/{invite}")
async def join(
    request: Request,
    site: TheSite,
    who: Who,
    invite: str,
    name: Name = "",
    seat: AnySeat = None,
) -> Response:
    """Takes the seat under that name; if it is taken by now, offers the seats that are left."""
    _, own = await _invited_to(site, invite, who.asker)
    try:
        table = await site.sit_or_leave(
            request, name, lambda guest: site.sit(invite, guest.guest, guest.name, seat)
        )
    except Denied as refusal:
        table, _ = await _invited_to(site, invite, who.asker)
        why = texts("ludotheque.table", who.lang).say(refusal.reason)
        named = replace(who, name=clean_name(name) or who.name)
        return _offer(request, site, named, table, own, why)
    await site.invitations.answer((await site.reader(request)).guest, table.id)
    return redirect(f"/t/{table.id}")


@router.get("/t/{table_id}/invites")
async def table_invites(request: Request, site: TheSite, who: Who, table: AtTable) -> Response:
    """The links to the seats that are open now."""
    invites = await site.invited_to.shown(request, table, who)
    return site.page(request, who, "invites", invites=invites)


@router.post("/t/{table_id}/invite")
async def invite_person(site: TheSite, who: Who, table: AtTable, person: Person) -> Response:
    """Invites a person by name; `person` is the seat of a table where both have played."""
    mine = table.seats_of(who.guest)
    if not mine:
        raise deny("onlooker")
    where, _, seat = person.rpartition(".")
    known = await site.invitations.acquaintance(who.guest, where, int(seat))
    if known is not None and table.incomplete and not table.seats_of(known.guest):
        await site.invite(table, mine[0], known.guest)
    return redirect(f"/t/{table.id}")


@router.get("/t/{table_id}/join")
async def join_by_name(site: TheSite, who: Who, table: AtTable) -> Response:
    """Redirects a guest invited by name to the open seats, everyone else to the table."""
    invite = await site.invited_to.by_name(table, who)
    return redirect(f"/join/{invite}" if invite else f"/t/{table.id}")


@router.post("/t/{table_id}/decline")
async def decline(site: TheSite, who: Who, table_id: str) -> Response:
    """Declines an invitation by name; the inviter is not notified."""
    if who.guest:
        await site.invitations.answer(who.guest, table_id)
    return redirect("/tables")


@router.post("/t/{table_id}/mute")
async def mute(site: TheSite, who: Who, table_id: str) -> Response:
    """Ends all invitations of the person who invited to that table, who is not notified."""
    if who.guest:
        await site.invitations.mute(who.guest, table_id)
    return redirect("/tables")


async def _invited_to(site: Site, invite: str, asker: Asker) -> tuple[Table, Seat | None]:
    """The table of an invitation, and the seat if it is for a single one."""
    table_id, seat = await site.place_of(invite)
    return await site.table(table_id, asker), seat


def _offer(
    request: Request, site: Site, who: Reader, table: Table, seat: Seat | None, problem: str = ""
) -> Response:
    """The page of an invitation; without a free seat, it only offers to watch."""
    free = [(n, name) for n, name in free_seats(table, who.lang) if seat in (None, n)]
    kit = table.kit
    full = "" if free else texts(PACKAGE, who.lang)("site.seat_taken")
    return site.page(
        request, who, "join", 409 if problem or full else 200, game=kit.name, table=table,
        invite=request.path_params["invite"],
        free=free, problem=full or problem, invited=invited(table, _host(table), who.lang),
        present=_present(table, who.lang), options=terms_of(table, who.lang),
        places=places_of(kit.name, who.lang), aim=kit.aim(who.lang), **lid_of(kit.name, who.lang),
    )  # fmt: skip


def _host(table: Table) -> str:
    """The first person at the table who has a name; empty if none has."""
    people = (without_signs(who.name) for who in table.seats if who.kind == PERSON)
    return next(filter(None, people), "")


def _present(table: Table, lang: str) -> list[str]:
    names = words_of(table, lang).plaques
    return [name for seat, name in enumerate(names) if seat not in table.open_seats]


@router.get("/qr/{invite}.svg")
async def qr(request: Request, site: TheSite, invite: str) -> Response:
    """The invitation as a QR code."""
    await site.place_of(invite)
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


async def meeting_on(connection: HTTPConnection) -> None:
    """Answers 404 if the host has switched off tables that anyone may join."""
    if not connection.app.state.settings.open_tables:
        raise HTTPException(404)


MeetingOn = Annotated[None, Depends(meeting_on)]


@router.get("/open-tables")
async def open_tables(request: Request, site: TheSite, who: Who, _: MeetingOn) -> Response:
    """The tables that anyone may join now."""
    return await _open_tables(request, site, who)


@router.post("/open-tables/{table_id}")
async def sit_down(
    request: Request, site: TheSite, who: Who, table: AtTable, _: MeetingOn
) -> Response:
    """Takes a seat at an open table; a guest without a name is asked for one first."""
    if not who.name and table.listed and not table.seats_of(who.guest):
        return redirect(f"/join/{await site.tables.invite_of(table.id)}")
    try:
        await site.sit_or_leave(
            request, "", lambda guest: site.join(table.id, guest.guest, guest.name)
        )
    except Denied as refusal:
        why = texts("ludotheque.table", who.lang).say(refusal.reason)
        return await _open_tables(request, site, who, why)
    return redirect(f"/t/{table.id}")


async def _open_tables(request: Request, site: Site, who: Reader, problem: str = "") -> Response:
    told = shown(who.lang, await site.openings.all())
    return site.page(request, who, "open_tables", 409 if problem else 200, problem=problem, **told)


@router.websocket("/open-tables/live")
async def live(socket: WebSocket) -> None:
    """Sends the list of open tables whenever it changes, unless the host has switched it off."""
    if not await accepted(socket):
        return
    if not socket.app.state.settings.open_tables:
        await socket.close(FOREIGN)
        return
    with ExitStack() as place:
        if await admitted(socket, place):
            site = await the_site(socket)
            await ListSocket(socket).run(site.openings, site.templates)
