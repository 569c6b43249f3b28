"""Setting up a table: at one press, by the form, or with a record from elsewhere."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, UploadFile
from starlette.datastructures import FormData
from starlette.responses import Response

from ludotheque.core.kit import Box
from ludotheque.core.reason import RecordError
from ludotheque.core.record import read_record
from ludotheque.core.texts import texts
from ludotheque.games import load_for
from ludotheque.play.match import replay
from ludotheque.server.http.deps import TheBox, TheSite, Who, as_guest, named
from ludotheque.server.http.opponents import next_level
from ludotheque.server.http.pages import page, redirect
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site
from ludotheque.table.changes import Denied
from ludotheque.table.commands import Past
from ludotheque.table.seats import BOT, PERSON, Sitter
from ludotheque.web import records
from ludotheque.web.forms import (
    fields_of,
    meeting_of,
    own_name,
    sitters_of,
    wanted_of,
)

router = APIRouter()
_RECORD_BYTES = 200_000  # a record of the longest game that is read has half of that
_NAME_LETTERS = 30  # the names of levels and variants are shorter
_MOST_FIELDS = 60  # six seats with two fields each, and the options, need less than half of that


@router.post("/quick/{name}")
async def quick(
    request: Request,
    site: TheSite,
    who: Who,
    box: TheBox,
    level: Annotated[str, Form(max_length=_NAME_LETTERS)] = "",
) -> Response:
    """Sets up a default game at one press, against that level or the one that comes next."""
    kit, guest = load_for(box.name, who.lang), await as_guest(who, site)
    bot = level if level in kit.bots else await next_level(site, kit, guest)
    me = Sitter(PERSON, guest.guest, guest.name)
    table = await site.create(kit, [me, *[Sitter(BOT, bot=bot)] * (kit.game.seats - 1)])
    return redirect(request, f"/t/{table.id}", guest)


@router.get("/new/{name}")
async def new_form(
    request: Request,
    who: Who,
    box: TheBox,
    variant: Annotated[str, Query(max_length=_NAME_LETTERS)] = "",
) -> Response:
    """Every option in plain words, and who sits where."""
    fields = fields_of(box, who, variant=variant)
    return page(request, who, "new", box=box, game=box.name, **fields)


@router.post("/new/{name}")
async def new(request: Request, site: TheSite, who: Who, box: TheBox) -> Response:
    """Sets up the table as the form says."""
    form = await request.form(max_files=0, max_fields=_MOST_FIELDS)
    wanted = wanted_of(box, form, who.lang)
    if isinstance(wanted, str):
        return _again(request, who, box, form, wanted)
    kit, pace = wanted
    meeting = meeting_of(form, kit) if site.settings.meeting else None
    if meeting is not None and (why := await _no_room(site, who)):
        return _again(request, who, box, form, why)
    guest = await named(await as_guest(who, site), site, own_name(form, kit))
    sitters = sitters_of(form, kit, guest)
    table = await site.create(kit, sitters, pace=pace, meeting=meeting)
    return redirect(request, f"/t/{table.id}", guest)


async def _no_room(site: Site, who: Visitor) -> str:
    """Why a visitor may not have another open table; empty if they may."""
    try:
        await site.openings.check_room(who.asker)
    except Denied as refusal:
        return texts("ludotheque.table", who.lang).say(refusal.reason)
    return ""


def _again(request: Request, who: Visitor, box: Box, form: FormData, why: str) -> Response:
    """The form again, as it was filled in, with what was wrong."""
    values = fields_of(box, who, form)
    return page(request, who, "new", 400, box=box, game=box.name, problem=why, **values)


@router.get("/open")
async def open_form(request: Request, who: Who) -> Response:
    """Asks for a record from elsewhere."""
    return page(request, who, "open", problem="", text="")


@router.post("/open")
async def open_record(
    request: Request,
    site: TheSite,
    who: Who,
    text: Annotated[str, Form(max_length=_RECORD_BYTES)] = "",
    file: UploadFile | None = None,
) -> Response:
    """Sets up a table with the game of a record, to look through or to continue."""
    if file is not None and file.filename:
        text = (await file.read(_RECORD_BYTES)).decode("utf-8", errors="replace")
    try:
        match = await site.replays.run(who.asker, lambda: replay(read_record(text)))
    except RecordError as refusal:
        told = records.record_problem(text, refusal, who.lang)
        return page(request, who, "open", 400, problem=told, text=text)
    guest = await as_guest(who, site)
    past = Past(match.history, match.headers or ())
    table = await site.create(match.kit, records.sitters_of(match, guest), past)
    return redirect(request, f"/t/{table.id}", guest)
