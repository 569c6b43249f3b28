"""Looking through a finished game, and trying its mistakes again."""

from __future__ import annotations

from ludotheque.pocket.desk import ROUTES, Desk
from ludotheque.pocket.requests import Answer, Request, data
from ludotheque.pocket.tables import GUEST
from ludotheque.table.views.review import line_view, reviewed
from ludotheque.web.retries import Mistake, mistake_of
from ludotheque.web.tables import review_values


@ROUTES.on("GET", "/t/{name}/review")
async def review_page(desk: Desk, request: Request, name: str) -> Answer:
    """The board, the graph and the moves; the page asks for their worth as it is worked out."""
    table = await desk.finished(name)
    desk.thinking.review(table)
    return desk.page(request, "review", **review_values(table, request.reader))


@ROUTES.on("GET", "/t/{name}/review/at/{number}")
async def line(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """The position after that many moves, then after the other moves of `then`."""
    table = await desk.finished(name)
    then = request.query.get("then", "")
    return data(line_view(table, int(number), then, GUEST, request.reader.lang))


@ROUTES.on("GET", "/api/tables/{name}/review")
async def review(desk: Desk, request: Request, name: str) -> Answer:
    """The decisions of a finished game that are reviewed beyond the first `known`."""
    table, known = await desk.finished(name), int(request.query.get("known", "0"))
    found = desk.thinking.review(table)
    await found.more(known, float(request.query.get("wait", "0")))
    return data(reviewed(table, found.steps, found.total, known, GUEST, request.reader.lang))


@ROUTES.on("GET", "/t/{name}/retry/{number}")
async def retry_page(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """The position before a decision that was a mistake."""
    mistake = await _mistake(desk, request, name, number)
    return desk.page(request, "retry", **mistake.values(request.reader.lang))


@ROUTES.on("POST", "/t/{name}/retry/{number}")
async def retry(desk: Desk, request: Request, name: str, number: str) -> Answer:
    """What is answered to another action than the one that was a mistake."""
    mistake, tried = await _mistake(desk, request, name, number), request.form
    actions, presses = tried.get("actions", ()), tried.get("presses", ())
    give_up = bool(tried.get("solution"))
    return data(await mistake.answer(desk.thinking, actions, presses, give_up=give_up))


async def _mistake(desk: Desk, request: Request, name: str, number: str) -> Mistake:
    return mistake_of(await desk.finished(name), int(number), request.reader.lang)
