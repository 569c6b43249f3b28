"""Looking through a finished game, and playing on from any of its positions."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from ludotheque.server.http.deps import AtFinishedTable, AtTable, TheSite, Who, as_guest
from ludotheque.server.http.pages import page, redirect
from ludotheque.table.commands import past_of, variation
from ludotheque.table.views.review import line_view
from ludotheque.web.tables import review_values, sitters_from

router = APIRouter()
_LINE_LETTERS = 2000  # a proving line has at most 24 moves (`play/review.py`) of a word and places
Then = Annotated[str, Query(max_length=_LINE_LETTERS)]


@router.get("/t/{table_id}/review")
async def review_page(
    request: Request, site: TheSite, who: Who, table: AtFinishedTable
) -> Response:
    """The board, the graph and the moves; the page asks for their worth as it is worked out."""
    site.reviews.of(table, who.asker)
    return page(request, who, "review", **review_values(table, who))


@router.get("/t/{table_id}/review/at/{number}")
async def line(
    site: TheSite, who: Who, table: AtFinishedTable, number: int, then: Then = ""
) -> Response:
    """The position after that many moves, then after the other moves of `then`."""
    past = partial(line_view, table, number, then, who.guest, who.lang)
    return JSONResponse(await site.replays.run(who.asker, past))


@router.post("/t/{table_id}/play-on")
async def play_on(
    request: Request,
    site: TheSite,
    who: Who,
    table: AtTable,
    at: Annotated[int, Form()],
    then: Annotated[str, Form(max_length=_LINE_LETTERS)] = "",
) -> Response:
    """A new table that begins with the moves up to there."""
    position = await site.replays.run(who.asker, partial(variation, table, at, then))
    past = past_of(position)
    guest = await as_guest(who, site)
    fresh = await site.create(table.kit, sitters_from(position, guest), past)
    return redirect(request, f"/t/{fresh.id}", guest)
