"""Looking through a finished game, and playing on from any of its positions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.responses import Response

from ludotheque.play.levels import middling_bot
from ludotheque.server.http.pages import page
from ludotheque.server.http.routes.tables import as_data, table_of
from ludotheque.server.http.visitors import known_guest, site_of, visitor
from ludotheque.table.commands import aside, deny, played_on
from ludotheque.table.table import Sitter, Table
from ludotheque.table.views.review import line_view, review_view

router = APIRouter()
MOST = 2000
Then = Annotated[str, Query(max_length=MOST)]


async def finished_table(request: Request, table_id: str) -> Table:
    """A table whose game is over; before that, a review would be a hint."""
    table = await table_of(request, table_id)
    if table.outcome is None:
        raise deny("review_later")
    return table


@router.get("/t/{table_id}/review")
async def review_page(request: Request, table_id: str) -> Response:
    """The board, the graph, the moves; what they are worth comes as it is understood."""
    who = await visitor(request)
    table = await finished_table(request, table_id)
    title, data = table.kit.box.title(who.lang), as_data(review_view(table, who.lang))
    site_of(request).reviews.of(table)
    return page(
        request, who, "review", game=table.kit.name, table=table, title=title, data=data,
    )  # fmt: skip


@router.get("/t/{table_id}/review/at/{number}")
async def line(request: Request, table_id: str, number: int, then: Then = "") -> Response:
    """The position after so many moves, and after others that might have followed them."""
    who = await visitor(request)
    table = await finished_table(request, table_id)
    return JSONResponse(line_view(table, number, then, who.guest, who.lang))


@router.post("/t/{table_id}/play-on")
async def play_on(
    request: Request,
    table_id: str,
    at: Annotated[int, Form()],
    then: Annotated[str, Form(max_length=MOST)] = "",
) -> Response:
    """A new table that begins with the moves up to there."""
    table = await table_of(request, table_id)
    position = aside(table, at, then)
    past = played_on(position)
    response = RedirectResponse("/", 303)
    guest = await known_guest(request, response)
    who = await visitor(request)
    site = site_of(request)
    fresh = await site.tables.create(table.kit, _sitters(position, guest, who.name), past)
    site.announce(fresh)
    response.headers["location"] = f"/t/{fresh.id}"
    return response


def _sitters(table: Table, guest: str, name: str) -> list[Sitter]:
    """One's own seats and the bots as they are, bots for others; an onlooker gets the turn."""
    mine = table.seats_of(guest)
    turn = table.turn or 0
    bot = Sitter("bot", bot=middling_bot(table.kit))
    kept = [
        who if who.kind == "bot" or seat in mine else bot for seat, who in enumerate(table.seats)
    ]
    if not mine:
        kept[turn] = Sitter("person", guest, name)
    return kept
