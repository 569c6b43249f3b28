"""Which handler answers which path, on the site and in the pocket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.house.pages import manual, mine, new, practice, review, shelf, table

Handler = Callable[[Request], Awaitable[Response]]


def _post(path: str, handler: Handler) -> Route:
    return Route(path, handler, methods=["POST"])


ROUTES = (
    # Tried in this order: first the pages of a table.
    Route("/t/{table_id}", table.table_page),
    Route("/t/{table_id}/at/{number}", table.look_back),
    Route("/t/{table_id}/told", table.told),
    Route("/t/{table_id}/record", table.record),
    _post("/t/{table_id}/rematch", table.rematch),
    _post("/t/{table_id}/next-level", table.next_level),
    _post("/t/{table_id}/play-on", table.play_on),
    Route("/t/{table_id}/review", review.review_page),
    Route("/t/{table_id}/review/at/{number}", review.line),
    Route("/", shelf.shelf),
    Route("/box/{name}", shelf.opened_box),
    Route("/rules/{name}", shelf.rules),
    Route("/rules/{name}/part", shelf.rules_part),
    Route("/rules/{name}/rulings", shelf.rulings),
    Route("/privacy", shelf.privacy),
    Route("/help", manual.help_index),
    Route("/help/{name}", manual.help_page),
    Route("/t/{table_id}/retry/{number}", practice.mistake_page),
    _post("/t/{table_id}/retry/{number}", practice.mistake_attempt),
    Route("/learn/{name}", practice.first_lesson),
    Route("/learn/{name}/{number}", practice.lesson_page),
    _post("/learn/{name}/{number}", practice.lesson_attempt),
    Route("/problem/{name}", practice.todays_problem),
    Route("/problem/{name}/{day}", practice.problem_page),
    _post("/problem/{name}/{day}", practice.problem_attempt),
    _post("/quick/{name}", new.quick),
    Route("/new/{name}", new.new_form),
    _post("/new/{name}", new.new),
    Route("/open", new.open_form),
    _post("/open", new.open_record),
    Route("/tables", mine.my_tables),
    _post("/tables/{table_id}/forget", mine.forget_table),
    _post("/tables/{table_id}/remember", mine.remember_table),
    Route("/me/scores", mine.my_scores),
    Route("/me", mine.me),
    _post("/me", mine.rename),
)
