"""The page of a table, what it asks, and what comes after the game."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.pocket.desk import ROUTES, Desk
from ludotheque.pocket.requests import TEXT, Answer, Request, data, redirect
from ludotheque.pocket.tables import GUEST
from ludotheque.table.changes import deny, now_ms
from ludotheque.table.commands import past_of, variation
from ludotheque.table.results import next_opponent
from ludotheque.table.views.moves import told_moves
from ludotheque.table.views.page import past_view
from ludotheque.web.tables import record_of, sitters_from, table_values

_WORDS = {"connected": "pocket.connected", "connecting": "pocket.connecting"}


@ROUTES.on("GET", "/t/{name}")
async def table_page(desk: Desk, request: Request, name: str) -> Answer:
    """The page of the table."""
    table = await desk.tables.get(name)
    desk.thinking.wake(table)
    return desk.page(
        request, "table", **table_values(table, request.reader, now_ms(), words=_WORDS)
    )


@ROUTES.on("GET", "/t/{name}/at/{number}")
async def look_back(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """The position after that many moves."""
    table = await desk.tables.get(name)
    if not 0 <= int(number) <= len(table.moves):
        raise deny("no_move")
    return data(past_view(table, int(number), GUEST, request.reader.lang))


@ROUTES.on("GET", "/t/{name}/told")
async def told(desk: Desk, request: Request, name: str) -> Answer:
    """The moves in words, a sentence for each line of the list of moves."""
    table = await desk.tables.get(name)
    return data(told_moves(table, GUEST, request.reader.lang))


@ROUTES.on("GET", "/t/{name}/record")
async def record(desk: Desk, request: Request, name: str) -> Answer:
    """The record of the table, as a file to download."""
    file, text = record_of(await desk.tables.get(name), request.reader)
    return Answer(text, TEXT, headers={"Content-Disposition": f'attachment; filename="{file}"'})


@ROUTES.on("POST", "/t/{name}/rematch")
async def rematch(desk: Desk, request: Request, name: str) -> Answer:
    """Another game with the same people."""
    del request
    seats = (await desk.tables.get(name)).seats_of(GUEST)
    return redirect(f"/t/{await desk.tables.rematch(name, seats[0])}")


@ROUTES.on("POST", "/t/{name}/next-level")
async def next_level(desk: Desk, request: Request, name: str) -> Answer:
    """The same game against the level above the one that was beaten."""
    del request
    table = await desk.tables.get(name)
    bot = next_opponent(table, table.seats_of(GUEST))
    if not bot:
        raise deny("no_next_level")
    seats = [replace(sitter, bot=bot) if sitter.bot else sitter for sitter in table.seats]
    return redirect(f"/t/{(await desk.tables.create(table.kit, seats)).id}")


@ROUTES.on("POST", "/t/{name}/play-on")
async def play_on(desk: Desk, request: Request, name: str) -> Answer:
    """A new table that begins with the moves up to there."""
    line = str(request.form.get("then", ""))
    position = variation(await desk.tables.get(name), int(request.form["at"]), line)
    seats = sitters_from(position, request.reader)
    return redirect(f"/t/{(await desk.tables.create(position.kit, seats, past_of(position))).id}")
