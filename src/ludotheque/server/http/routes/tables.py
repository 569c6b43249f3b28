"""Setting a table, sitting down, looking, records."""

from __future__ import annotations

import json
from collections.abc import Collection
from io import BytesIO
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from starlette.datastructures import FormData
from starlette.responses import Response

from ludotheque.core.kit import Box
from ludotheque.core.reason import RecordError, SpecError
from ludotheque.core.record import Record, read_record
from ludotheque.core.spec import read_options, write_setting
from ludotheque.core.texts import Texts, texts
from ludotheque.games import NAMES, AnyKit, load, open_box
from ludotheque.play.levels import middling_bot
from ludotheque.play.match import replay, write_result
from ludotheque.server.http.pages import page
from ludotheque.server.http.routes.shelf import box_of, clean_name
from ludotheque.server.http.visitors import Visitor, known_guest, language, site_of, visitor
from ludotheque.table.commands import deny, from_record
from ludotheque.table.table import Sitter, Table
from ludotheque.table.views.page import name_of, past_view, view

router = APIRouter()
PEOPLE = PERSON, SAME_SCREEN, OPEN = "me", "here", "open"


@router.post("/quick/{name}")
async def quick(request: Request, name: str) -> Response:
    """One press: a default game against the computer."""
    kit = load(box_of(name).name)
    response = RedirectResponse("/", 303)
    guest = await known_guest(request, response)
    who = await visitor(request)
    bots = [Sitter("bot", bot=middling_bot(kit))] * (kit.game.seats - 1)
    table = await site_of(request).tables.create(kit, [Sitter("person", guest, who.name), *bots])
    return _to_table(request, response, table)


def _to_table(request: Request, response: Response, table: Table) -> Response:
    site_of(request).thinkers.wake(table)
    response.headers["location"] = f"/t/{table.id}"
    return response


@router.get("/new/{name}")
async def new_form(request: Request, name: str) -> Response:
    """Every option in plain words, and who sits where."""
    who = await visitor(request)
    return page(request, who, "new", box=box_of(name), game=name, **_form(box_of(name), who))


def _form(box: Box, who: Visitor, given: FormData | None = None) -> dict[str, Any]:
    """The fields with their defaults, or with what was given before."""
    words = box.texts(who.lang)
    fields = []
    for option, value, _ in box.options().settings():
        domain = box.options.domains()[option]
        choices: list[Any] = list(domain.choices)
        if not choices and not domain.several[1]:
            choices = list(range(domain.low, domain.high + 1))
        shown = [(write_setting(c), _choice_words(words, c)) for c in choices]
        text = words(f"option.{option}")
        fields.append(
            {
                "name": option,
                "value": _given(given, option, write_setting(value)),
                "choices": shown,
                "text": text,
            }
        )
    sitters = [*_people(who.lang), *_levels(box, who.lang)]
    known = [sitter["value"] for sitter in sitters]
    seats = []
    for n in range(box.players[1]):
        usual = middling_bot(load(box.name)) if n else PERSON
        wanted = _given(given, f"seat{n}", usual)
        name = _given(given, f"name{n}", "" if n else who.name)
        seats.append((wanted if wanted in known else usual, name))
    return {"fields": fields, "sitters": sitters, "seats": seats, "least": box.players[0]}


def _people(lang: str) -> list[dict[str, Any]]:
    say = texts("ludotheque.web", lang)
    shown: dict[str, Any] = {"feels": "", "pegs": [], "players": ""}
    return [{"value": kind, "name": say(f"site.seat_{kind}"), **shown} for kind in PEOPLE]


def _levels(box: Box, lang: str) -> list[dict[str, Any]]:
    """Every bot of the box under its default or a variant: its sentence, its rank in pegs."""
    say = texts("ludotheque.web", lang)
    presets = [box.options(), *box.variants.values()]
    kits = {bot: kit for kit in (open_box(box, p) for p in presets) for bot in kit.bots}
    most, offered = range(1, len(kits)), _offered(box)
    shown = []
    for rank, (bot, kit) in enumerate(kits.items()):
        name, feels = kit.level(bot, lang)
        called, pegs = say("site.seat_bot", what=name), [peg <= rank for peg in most]
        players = " ".join(str(n) for n, bots in offered.items() if bot in bots)
        shown.append(
            {"value": bot, "name": called, "feels": feels, "pegs": pegs, "players": players}
        )
    return shown


def _offered(box: Box) -> dict[int, Collection[str]]:
    """Which bots there are for so many players, where a game is for several numbers of them."""
    least, most = box.players
    counts = range(least, most + 1) if least < most else ()
    return {n: open_box(box, read_options(box.options, {"players": str(n)})).bots for n in counts}


def _given(form: FormData | None, name: str, default: str) -> str:
    return default if form is None else str(form.get(name, default))[:60]


def _choice_words(words: Texts, choice: Any) -> str:
    if isinstance(choice, bool):
        return str(words("yes" if choice else "no"))
    return words(f"choice.{choice}") if f"choice.{choice}" in words else write_setting(choice)


@router.post("/new/{name}")
async def new(request: Request, name: str) -> Response:
    """Sets the table as the form says."""
    box = box_of(name)
    form = await request.form(max_files=0, max_fields=60)
    given = {o: str(form[o]) for o in box.options.domains() if o in form}
    try:
        kit = open_box(box, read_options(box.options, given))
    except SpecError as refusal:
        who = await visitor(request)
        words = box.texts(who.lang)
        text = words.say(refusal.reason)
        return _again(request, who, box, form, text)
    response = RedirectResponse("/", 303)
    guest = await known_guest(request, response)
    who = await visitor(request)
    if (why := _objection(form, kit, who.lang)) is not None:
        return _again(request, who, box, form, why)
    sitters = [_sitter(form, seat, guest, who, kit) for seat in range(kit.game.seats)]
    table = await site_of(request).tables.create(kit, sitters)
    return _to_table(request, response, table)


def _objection(form: FormData, kit: AnyKit, lang: str) -> str | None:
    """Why nobody can play like that: a level that is not there, or a table without people."""
    say = texts("ludotheque.web", lang)
    wanted = [_wanted(form, seat, kit) for seat in range(kit.game.seats)]
    for level in wanted:
        if level not in {*PEOPLE, *kit.bots}:
            return say("site.no_level", level=kit.level(level[:30], lang).name)
    if OPEN in wanted and not {PERSON, SAME_SCREEN} & {*wanted}:
        return say("site.nobody")
    return None


def _again(request: Request, who: Visitor, box: Box, form: FormData, why: str) -> Response:
    """The form once more, as it was filled in, with what was wrong."""
    values = _form(box, who, form)
    return page(request, who, "new", 400, box=box, game=box.name, problem=why, **values)


def _sitter(form: FormData, seat: int, guest: str, who: Visitor, kit: AnyKit) -> Sitter:
    """Who sits there: by default me, then bots."""
    wanted = _wanted(form, seat, kit)
    if wanted in kit.bots:
        return Sitter("bot", bot=wanted)
    if wanted == OPEN:
        return Sitter("open")
    own = clean_name(str(form.get(f"name{seat}", "")))
    return Sitter("person", guest, own or (who.name if wanted == PERSON else ""))


def _wanted(form: FormData, seat: int, kit: AnyKit) -> str:
    return str(form.get(f"seat{seat}", PERSON if seat == 0 else middling_bot(kit)))


async def table_of(request: Request, table_id: str) -> Table:
    """The table of that name, or a 404."""
    table = await site_of(request).tables.get(table_id)
    if table is None:
        raise deny("no_table")
    return table


@router.get("/t/{table_id}")
async def table_page(request: Request, table_id: str) -> Response:
    """The table itself."""
    who = await visitor(request)
    table = await table_of(request, table_id)
    shown = view(table, who.guest, who.lang)
    invites = await _invites(request, table, who)
    return page(
        request, who, "table", game=table.kit.name, view=shown, data=as_data(shown),
        invites=invites,
        table=table,
    )  # fmt: skip


def as_data(shown: dict[str, Any]) -> str:
    """The view as JSON that can stand in a page."""
    return json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")


async def _invites(request: Request, table: Table, who: Visitor) -> list[dict[str, Any]]:
    """The links to the open seats, for those who sit at the table."""
    if not table.incomplete or not table.seats_of(who.guest):
        return []
    found = await site_of(request).tables.invites(table.id)
    return [
        {
            "seat": table.kit.text(f"seat.{seat}", who.lang),
            "number": seat,
            "link": f"{request.base_url}join/{invite}",
            "qr": f"/qr/{invite}.svg",
        }
        for seat, invite in sorted(found.items())
        if table.seats[seat].kind == "open"
    ]


@router.get("/t/{table_id}/invites")
async def table_invites(request: Request, table_id: str) -> Response:
    """The links to the open seats, as they stand now."""
    who = await visitor(request)
    table = await table_of(request, table_id)
    return page(request, who, "invites", invites=await _invites(request, table, who))


@router.get("/t/{table_id}/at/{number}")
async def look_back(request: Request, table_id: str, number: int) -> Response:
    """The position after that many moves."""
    who = await visitor(request)
    table = await table_of(request, table_id)
    if not 0 <= number <= len(table.moves):
        raise deny("no_move")
    return JSONResponse(past_view(table, number, who.guest, who.lang))


@router.get("/t/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """The record of the table, to keep."""
    table = await table_of(request, table_id)
    end = table.outcome
    lang = language(request)
    names = tuple(name_of(table, seat, lang) for seat in range(len(table.seats)))
    termination = "finished" if end else ""
    if table.resigned is not None:
        termination = f"resigned {table.resigned}"
    actions = tuple(move.text for move in table.moves)
    result, extra = write_result(end), table.headers
    text = Record(
        table.spec, table.rules, actions, names, table.date, result, termination, extra
    ).write()
    headers = {"Content-Disposition": f'attachment; filename="{table.kit.name}-{table.id}.txt"'}
    return PlainTextResponse(text, headers=headers)


@router.get("/open")
async def open_form(request: Request) -> Response:
    """A record from elsewhere."""
    return page(request, await visitor(request), "open", problem="", text="")


@router.post("/open")
async def open_record(
    request: Request,
    text: Annotated[str, Form(max_length=200_000)] = "",
    file: UploadFile | None = None,
) -> Response:
    """Lays the record on a new table, to look through or to go on with."""
    if file is not None and file.filename:
        text = (await file.read(200_000)).decode("utf-8", errors="replace")
    who = await visitor(request)
    try:
        match = replay(read_record(text))
    except RecordError as refusal:
        words = _record_words(text, who.lang)
        number = "" if refusal.number is None else f"{refusal.number}. "
        return page(
            request, who, "open", 400, problem=number + words.say(refusal.reason), text=text
        )
    response = RedirectResponse("/", 303)
    guest = await known_guest(request, response)
    names = match.names or [""] * match.kit.game.seats
    sitters = [Sitter("person", guest, clean_name(name)) for name in names]
    table = await site_of(request).tables.create(match.kit, sitters, from_record(match))
    return _to_table(request, response, table)


def _record_words(text: str, lang: str) -> Texts:
    name = next((n for n in NAMES if f'[Game "{n}' in text), "")
    return texts(f"ludotheque.games.{name}" if name else "", lang)


@router.get("/join/{invite}")
async def join_form(request: Request, invite: str) -> Response:
    """An open seat: sit down with a name."""
    who = await visitor(request)
    found = await site_of(request).tables.find_invite(invite)
    if found is None:
        raise deny("no_invite")
    table = await table_of(request, found[0])
    if table.seats[found[1]].kind != "open":
        return RedirectResponse(f"/t/{table.id}", 303)
    seat = table.kit.text(f"seat.{found[1]}", who.lang)
    title = table.kit.box.title(who.lang)
    return page(request, who, "join", title=title, seat=seat, table=table, game=table.kit.name)


@router.post("/join/{invite}")
async def join(
    request: Request, invite: str, name: Annotated[str, Form(max_length=200)] = ""
) -> Response:
    """Takes the seat."""
    response = RedirectResponse("/", 303)
    guest = await known_guest(request, response)
    site = site_of(request)
    shown = clean_name(name) or (await visitor(request)).name
    if shown:
        await site.tables.rename(guest, shown)
    kept = await site.tables.sit(invite, guest, shown)
    site.announce(kept.table)
    return _to_table(request, response, kept.table)


@router.get("/qr/{invite}.svg")
async def qr(request: Request, invite: str) -> Response:
    """The invitation as a QR code."""
    if await site_of(request).tables.find_invite(invite) is None:
        raise deny("no_invite")
    code = segno.make(f"{request.base_url}join/{invite}", error="m")
    picture = BytesIO()
    code.save(picture, kind="svg", scale=4, border=3, dark="#000", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")
