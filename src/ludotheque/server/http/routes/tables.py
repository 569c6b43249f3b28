"""A table: its page, its past, its record, another game with the same people."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.responses import Response

from ludotheque.server.http.deps import AtTable, TheSite, Who
from ludotheque.server.http.invites import invites_of
from ludotheque.server.http.pages import page, redirect
from ludotheque.table.changes import deny, now_ms
from ludotheque.table.results import next_opponent
from ludotheque.table.views.moves import told_moves
from ludotheque.table.views.page import past_view
from ludotheque.web.tables import record_of, table_values

router = APIRouter()


@router.get("/t/{table_id}")
async def table_page(request: Request, site: TheSite, who: Who, table: AtTable) -> Response:
    """The page of the table."""
    invites = await invites_of(request, site, table, who)
    return page(request, who, "table", **table_values(table, who, now_ms(), invites))


@router.get("/t/{table_id}/invites")
async def table_invites(request: Request, site: TheSite, who: Who, table: AtTable) -> Response:
    """The links to the seats that are open now."""
    return page(request, who, "invites", invites=await invites_of(request, site, table, who))


@router.get("/t/{table_id}/at/{number}")
async def look_back(site: TheSite, who: Who, table: AtTable, number: int) -> Response:
    """The position after that many moves."""
    if not 0 <= number <= len(table.moves):
        raise deny("no_move")
    past = partial(past_view, table, number, who.guest, who.lang)
    return JSONResponse(await site.replays.run(who.asker, past))


@router.get("/t/{table_id}/told")
async def told(site: TheSite, who: Who, table: AtTable) -> Response:
    """The moves in words, a sentence for each line of the list of moves."""
    tell = partial(told_moves, table, who.guest, who.lang)
    return JSONResponse(await site.replays.run(who.asker, tell))


@router.get("/t/{table_id}/record")
async def record(who: Who, table: AtTable) -> Response:
    """The record of the table, as a file to download."""
    name, text = record_of(table, who)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@router.post("/t/{table_id}/rematch")
async def rematch(request: Request, site: TheSite, who: Who, table: AtTable) -> Response:
    """Another game with the same people: the same new table for everybody who asks."""
    mine = table.seats_of(who.guest)
    if not mine:
        raise deny("onlooker")
    return redirect(request, f"/t/{await site.rematch(table, mine[0])}")


@router.post("/t/{table_id}/next-level")
async def next_level(request: Request, site: TheSite, who: Who, table: AtTable) -> Response:
    """The same game against the level above the one that was beaten."""
    bot = next_opponent(table, table.seats_of(who.guest))
    if not bot:
        raise deny("no_next_level")
    seats = [replace(sitter, bot=bot) if sitter.bot else sitter for sitter in table.seats]
    fresh = await site.create(table.kit, seats)
    return redirect(request, f"/t/{fresh.id}")
