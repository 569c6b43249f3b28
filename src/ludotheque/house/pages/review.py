"""Handlers for the review of a finished game."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.house.answers import at_finished_table, number_of, text_of
from ludotheque.house.house import House
from ludotheque.house.pages.table import LINE_LETTERS
from ludotheque.house.reader import Reader
from ludotheque.house.templating import as_data
from ludotheque.table.shapes import ReviewNews
from ludotheque.table.table import Table
from ludotheque.table.views.review import line_view, review_view, reviewed

# A little less than proxies and clients wait for an answer by default.
LONGEST_WAIT_S = 8.0
LARGEST_EVENT = 2**31 - 1  # the largest event number that fits the database column


async def review_page(request: Request) -> Response:
    """The board, the graph and the moves; the page loads the decisions as they are reviewed."""
    house, who, table = await at_finished_table(request)
    house.reviews.of(table, who.asker)
    data = as_data(review_view(table, who.guest, who.lang))
    title, game = table.kit.box.title(who.lang), table.kit.name
    return house.page(request, who, "review", game=game, table=table, title=title, data=data)


async def line(request: Request) -> Response:
    """The position after that many moves, then after the other moves of `then`."""
    house, who, table = await at_finished_table(request)
    number = number_of(request.path_params["number"])
    then = text_of(request.query_params.get("then"), LINE_LETTERS)
    past = partial(line_view, table, number, then, who.guest, who.lang)
    return JSONResponse(await house.in_turn(who, past))


async def decisions_reviewed(
    house: House, who: Reader, table: Table, known: int, wait_s: float
) -> ReviewNews:
    """The reviewed decisions after the first `known`; waits up to `wait_s` seconds for more."""
    found = house.reviews.of(table, who.asker)
    if wait_s:
        await found.more(known, wait_s)
    return reviewed(table, found.steps, found.total, known, who.guest, who.lang)
