"""Handlers that set up a table: with one click, by the form, or from a record."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.kit import Box
from ludotheque.core.reason import RecordError, Refusal
from ludotheque.core.record import read_record
from ludotheque.core.texts import texts
from ludotheque.games import load_for, texts_for
from ludotheque.house import PACKAGE
from ludotheque.house.answers import box_of, form_of, house_of, redirect, text_of
from ludotheque.house.forms import fields_of, meeting_of, own_name, sitters_of, wanted_of
from ludotheque.house.house import House, address_of
from ludotheque.house.reader import Reader
from ludotheque.play.levels import level_after
from ludotheque.play.match import Match, replay
from ludotheque.table.commands import ContinuedGame, Terms
from ludotheque.table.names import bot_called, clean_name
from ludotheque.table.seats import BOT, PERSON, Sitter

_RECORD_BYTES = 200_000  # twice as long as the record of the longest game that can be read
_NAME_LETTERS = 30  # the names of levels and variants are shorter
_MOST_FIELDS = 60  # six seats with two fields each, and the options, need less than half of that


async def quick(request: Request) -> Response:
    """Sets up a default game against the level given, or else the next one for the guest."""
    house, box = house_of(request), box_of(request)
    level = text_of((await form_of(request)).get("level"), _NAME_LETTERS)
    guest = await house.seated(request)
    kit = load_for(box.name, guest.lang)
    if level not in kit.bots:
        level = level_after(kit, await house.tables.bots_beaten(guest.guest, kit.name))
    me = Sitter(PERSON, guest.guest, guest.name)
    table = await house.create(kit, [me, *[Sitter(BOT, bot=level)] * (kit.game.seats - 1)])
    return redirect(f"/t/{table.id}")


async def new_form(request: Request) -> Response:
    """The form of a new game, with all options and a choice for each seat."""
    house, box = house_of(request), box_of(request)
    variant = text_of(request.query_params.get("variant"), _NAME_LETTERS)
    who = await house.reader(request)

    def values() -> dict[str, Any]:
        fields = fields_of(box, who, variant=variant, kinds=house.sitters_here)
        return {"here": address_of(request), "box": box, "game": box.name, **fields}

    if variant and variant not in box.variants:
        return house.page(request, who, "new", **values())
    return house.constant_page(request, who, "new", (box.name, variant), values)


async def new(request: Request) -> Response:
    """Sets up the table that the form asks for, or shows the form again with what is wrong."""
    house, box = house_of(request), box_of(request)
    who, form = await house.reader(request), await form_of(request, _MOST_FIELDS)
    wanted = wanted_of(box, form, who.lang)
    if isinstance(wanted, str):
        return _again(request, house, who, box, form, wanted)
    kit, pace = wanted
    meeting = meeting_of(form, kit) if house.templates.meeting else None
    if meeting is not None:
        try:
            await house.check_room(who)
        except Refusal as refusal:
            why = texts("ludotheque.table", who.lang).say(refusal.reason)
            return _again(request, house, who, box, form, why)
    guest = await house.seated(request, own_name(form, kit))
    table = await house.create(kit, sitters_of(form, kit, guest), Terms(None, pace, meeting))
    return redirect(f"/t/{table.id}")


def _again(
    request: Request, house: House, who: Reader, box: Box, form: FormData, why: str
) -> Response:
    """The form as it was filled in, with a text that says what is wrong."""
    fields = fields_of(box, who, form, kinds=house.sitters_here)
    return house.page(request, who, "new", 400, box=box, game=box.name, problem=why, **fields)


async def open_form(request: Request) -> Response:
    """The form to paste or upload a record."""
    house = house_of(request)
    return house.page(request, await house.reader(request), "open", problem="", text="")


async def open_record(request: Request) -> Response:
    """Sets up a table with the game of a record, to look through or to continue."""
    house = house_of(request)
    who, text = await house.reader(request), await _record_sent(request)
    try:
        match = await house.in_turn(who, lambda: replay(read_record(text)))
    except RecordError as refusal:
        why = _record_problem(text, refusal, who.lang)
        return house.page(request, who, "open", 400, problem=why, text=text)
    guest = await house.seated(request)
    past = ContinuedGame(match.history, match.headers or ())
    table = await house.create(match.kit, _sitters_from(match, guest), Terms(past))
    return redirect(f"/t/{table.id}")


async def _record_sent(request: Request) -> str:
    """The record that was pasted or uploaded; the pocket sends a file as text."""
    form = await request.form(max_files=1, max_fields=_MOST_FIELDS, max_part_size=_RECORD_BYTES)
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return (await file.read(_RECORD_BYTES)).decode("utf-8", errors="replace")
    sent = file if isinstance(file, str) and file else form.get("text")
    return text_of(sent, _RECORD_BYTES)


def _record_problem(text: str, refusal: RecordError, lang: str) -> str:
    """Why a record cannot be opened, in the words of the game that it names."""
    spec = text.partition('[Game "')[2].partition('"')[0]
    number = "" if refusal.number is None else f"{refusal.number}. "
    why = number + texts_for(spec, lang).say(refusal.reason)
    return texts(PACKAGE, lang)("site.bad_file", why=why)


def _sitters_from(match: Match, reader: Reader) -> list[Sitter]:
    """The bots of the recorded game; the reader takes the seats of its people, under their names.

    If there were only bots, the reader takes the seat to move.
    """
    names = match.names or [""] * match.kit.game.seats
    bots = [bot_called(match.kit, seat, name) for seat, name in enumerate(names)]
    if all(bots):
        bots[match.turn or 0] = ""
    return [
        Sitter(BOT, bot=bot) if bot else Sitter(PERSON, reader.guest, clean_name(name))
        for bot, name in zip(bots, names, strict=True)
    ]
