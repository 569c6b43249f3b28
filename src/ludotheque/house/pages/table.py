"""Handlers for the page of a table, its past, its record, and games that follow it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.answers import at_table, download, form_of, number_of, redirect, text_of
from ludotheque.house.reader import Reader
from ludotheque.house.templating import as_data
from ludotheque.table.commands import Terms, past_of, variation
from ludotheque.table.names import BOT_SIGN
from ludotheque.table.reactions import PHRASES, SIGNS
from ludotheque.table.results import next_opponent
from ludotheque.table.seats import BOT, PERSON, Sitter, usual_bot
from ludotheque.table.table import Table, deny, now_ms
from ludotheque.table.views.moves import told_moves
from ludotheque.table.views.page import past_view, view
from ludotheque.table.words import words_of

LINE_LETTERS = 2000  # a line of a review has at most 24 moves (`play/review.py`)
_POCKET_WORDS = {"connected": "pocket.connected", "connecting": "pocket.connecting"}
_SCRIPT_WORDS = (
    "connected", "connecting", "offline", "sent", "kept", "see_rule", "close", "play", "back",
    "undo", "ask_undo", "undo_asked", "undo_waiting", "accept", "refuse", "withdraw", "rematch",
    "to_rematch", "later", "next_level", "hand_over", "review", "share", "shared", "shelf", "you",
    "resign", "resign_ask", "resign_why", "go_on", "leave", "leave_ask", "leave_why", "stay",
    "copied", "last_round", "hint_where", "hint_piece", "hint_why", "hint_move", "hint_close",
    "hint_sought", "days", "hours", "decimal_point", "time_left", "here", "away", "not_here",
    "absent", "absent_many", "absent_now", "claim", "replace_bot", "replace_open", "says", "mute",
)  # fmt: skip


async def table_page(request: Request) -> Response:
    """The page of the table."""
    house, who, table = await at_table(request)
    shown = view(table, who.guest, who.lang)
    values = {
        "game": table.kit.name,
        "view": shown,
        "data": as_data(shown),
        "invites": await house.invites(request, who, table),
        "table": table,
        "words": as_data(_script_words(who.lang, pocket=house.templates.pocket)),
        "signs": SIGNS,
        "phrases": PHRASES,
        "now_ms": now_ms(),
    }
    return house.page(request, who, "table", **values)


def _script_words(lang: str, *, pocket: bool) -> dict[str, str]:
    """The texts that the scripts of the page show; the pocket has its own for some."""
    said, own = texts(PACKAGE, lang), _POCKET_WORDS if pocket else {}
    return {name: said(own.get(name, f"page.{name}")) for name in _SCRIPT_WORDS}


async def look_back(request: Request) -> Response:
    """The position after that many moves."""
    house, who, table = await at_table(request)
    number = number_of(request.path_params["number"])
    if not 0 <= number <= len(table.moves):
        raise deny("no_move")
    past = partial(past_view, table, number, who.guest, who.lang)
    return JSONResponse(await house.in_turn(who, past))


async def told(request: Request) -> Response:
    """The moves in words, a sentence for each line of the list of moves."""
    house, who, table = await at_table(request)
    return JSONResponse(await house.in_turn(who, partial(told_moves, table, who.guest, who.lang)))


async def record(request: Request) -> Response:
    """The record of the table, as a file to download."""
    _, who, table = await at_table(request)
    names = [name.removeprefix(BOT_SIGN) for name in words_of(table, who.lang).plaques]
    text = table.record(names, table.seats_of(who.guest)).write()
    return download(f"{table.kit.name}-{table.id}.txt", text)


async def rematch(request: Request) -> Response:
    """Redirects to a rematch: the same new table at every request; refuses onlookers."""
    house, who, table = await at_table(request)
    mine = table.seats_of(who.guest)
    if not mine:
        raise deny("onlooker")
    return redirect(f"/t/{await house.rematch(table, mine[0])}")


async def next_level(request: Request) -> Response:
    """Sets up the same game against the level above the one that was beaten."""
    house, who, table = await at_table(request)
    bot = next_opponent(table, table.seats_of(who.guest))
    if not bot:
        raise deny("no_next_level")
    seats = [replace(sitter, bot=bot) if sitter.bot else sitter for sitter in table.seats]
    return redirect(f"/t/{(await house.create(table.kit, seats)).id}")


async def play_on(request: Request) -> Response:
    """Sets up a table that begins with the moves of this one up to a position of its review."""
    house, who, table = await at_table(request)
    form = await form_of(request)
    at, then = number_of(form.get("at")), text_of(form.get("then"), LINE_LETTERS)
    position = await house.in_turn(who, partial(variation, table, at, then))
    seats = _sitters_from(position, await house.seated(request))
    return redirect(f"/t/{(await house.create(table.kit, seats, Terms(past_of(position)))).id}")


def _sitters_from(table: Table, reader: Reader) -> list[Sitter]:
    """Who plays on from a position: the reader on their own seats, bots on the others.

    An onlooker gets the seat to move.
    """
    mine, bot = table.seats_of(reader.guest), usual_bot(table.kit)
    seats = [
        sitter if sitter.kind == BOT or seat in mine else bot
        for seat, sitter in enumerate(table.seats)
    ]
    if not mine:
        seats[table.turn or 0] = Sitter(PERSON, reader.guest, reader.name)
    return seats
