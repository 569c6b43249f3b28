"""Setting up a table: at one press, by the form, or with a record from elsewhere."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.core.reason import RecordError
from ludotheque.core.record import read_record
from ludotheque.games import find, load_for
from ludotheque.play.levels import level_after
from ludotheque.play.match import replay
from ludotheque.pocket.desk import NAME, ROUTES, Desk
from ludotheque.pocket.requests import Answer, Request, redirect
from ludotheque.pocket.tables import GUEST
from ludotheque.table.commands import Past
from ludotheque.table.names import clean_name
from ludotheque.table.seats import BOT, PERSON, Sitter
from ludotheque.web import forms, records

_HERE = forms.ME, forms.SAME_SCREEN  # who can sit down without a network


@ROUTES.on("POST", "/quick/{game}")
async def quick(desk: Desk, request: Request, game: str) -> Answer:
    """Sets up a default game at one press, against that level or the one that comes next."""
    kit, reader = load_for(game, request.reader.lang), request.reader
    level = str(request.form.get("level", ""))
    bot = level if level in kit.bots else level_after(kit, await desk.tables.beaten(game))
    me = Sitter(PERSON, GUEST, reader.name)
    seats = [me, *[Sitter(BOT, bot=bot)] * (kit.game.seats - 1)]
    return redirect(f"/t/{(await desk.tables.create(kit, seats)).id}")


@ROUTES.on("GET", "/new/{game}")
async def new_form(desk: Desk, request: Request, game: str) -> Answer:
    """Every option in plain words, and who sits where."""
    box = find(game)
    variant = request.query.get("variant", "")
    fields = forms.fields_of(box, request.reader, variant=variant, kinds=_HERE)
    return desk.page(request, "new", box=box, game=game, **fields)


@ROUTES.on("POST", "/new/{game}")
async def new(desk: Desk, request: Request, game: str) -> Answer:
    """Sets up the table as the form says."""
    box, form, lang = find(game), request.form, request.reader.lang
    wanted = forms.wanted_of(box, form, lang)
    if isinstance(wanted, str):
        fields = forms.fields_of(box, request.reader, form, kinds=_HERE)
        return desk.page(request, "new", 400, box=box, game=game, problem=wanted, **fields)
    kit, pace = wanted
    own = clean_name(forms.own_name(form, kit))
    reader = replace(request.reader, name=own or request.reader.name)
    await desk.house.device.setting(NAME, reader.name)
    table = await desk.tables.create(kit, forms.sitters_of(form, kit, reader), pace=pace)
    return redirect(f"/t/{table.id}")


@ROUTES.on("GET", "/open")
async def open_form(desk: Desk, request: Request) -> Answer:
    """Asks for a record from elsewhere."""
    return desk.page(request, "open", problem="", text="")


@ROUTES.on("POST", "/open")
async def open_record(desk: Desk, request: Request) -> Answer:
    """Sets up a table with the game of a record, to look through or to continue."""
    text = str(request.form.get("file") or request.form.get("text", ""))
    try:
        match = replay(read_record(text))
    except RecordError as refusal:
        told = records.record_problem(text, refusal, request.reader.lang)
        return desk.page(request, "open", 400, problem=told, text=text)
    past, sitters = (
        Past(match.history, match.headers or ()),
        records.sitters_of(match, request.reader),
    )
    return redirect(f"/t/{(await desk.tables.create(match.kit, sitters, past)).id}")
