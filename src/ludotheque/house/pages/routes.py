"""Which handler answers which path, on the site and in the pocket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.pages import mine, new, practice, review, table

Handler = Callable[[Request], Awaitable[Response]]


def _get(path: str, handler: Handler) -> Route:
    return Route(path, handler, methods=["GET"])


def _post(path: str, handler: Handler) -> Route:
    return Route(path, handler, methods=["POST"])


ROUTES = (
    _get("/t/{table_id}", table.table_page),
    _get("/t/{table_id}/at/{number}", table.look_back),
    _get("/t/{table_id}/told", table.told),
    _get("/t/{table_id}/record", table.record),
    _post("/t/{table_id}/rematch", table.rematch),
    _post("/t/{table_id}/next-level", table.next_level),
    _post("/t/{table_id}/play-on", table.play_on),
    _get("/t/{table_id}/review", review.review_page),
    _get("/t/{table_id}/review/at/{number}", review.line),
    _get("/t/{table_id}/retry/{number}", practice.mistake_page),
    _post("/t/{table_id}/retry/{number}", practice.mistake_attempt),
    _get("/learn/{name}", practice.first_lesson),
    _get("/learn/{name}/{number}", practice.lesson_page),
    _post("/learn/{name}/{number}", practice.lesson_attempt),
    _get("/problem/{name}", practice.todays_problem),
    _get("/problem/{name}/{day}", practice.problem_page),
    _post("/problem/{name}/{day}", practice.problem_attempt),
    _post("/quick/{name}", new.quick),
    _get("/new/{name}", new.new_form),
    _post("/new/{name}", new.new),
    _get("/open", new.open_form),
    _post("/open", new.open_record),
    _get("/tables", mine.my_tables),
    _post("/tables/{table_id}/forget", mine.forget_table),
    _post("/tables/{table_id}/remember", mine.remember_table),
    _get("/me/scores", mine.my_scores),
    _get("/me", mine.me),
    _post("/me", mine.rename),
)
