"""What handlers share: reading requests, finding tables and boxes, and building responses."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import ceil
from typing import Any, TypeVar

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ludotheque.core.kit import Box
from ludotheque.core.reason import BrokenGame, Refusal, SpecError
from ludotheque.core.texts import texts
from ludotheque.games import find
from ludotheque.house import PACKAGE
from ludotheque.house.house import House
from ludotheque.house.reader import Reader
from ludotheque.table.table import Table, deny

N = TypeVar("N", int, float)
_FIELD_BYTES = 2**20  # far more than any field but a file of games needs
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_ERRORS = {404: "not_found", 405: "not_allowed"}
_STATUS = {
    "no_table": 404, "no_game": 404, "no_invite": 404, "no_guest": 404, "no_move": 404,
    "no_lesson": 404, "no_problem": 404, "no_print": 404, "bad_request": 400,
    "no_token": 401, "onlooker": 403, "not_yours": 403, "not_you": 403,
    "hint_alone": 403, "bad_seats": 400, "no_meeting": 404,
    "needs_open_seat": 400, "clock.bad": 400, "spec.broken": 503,
}  # fmt: skip


def house_of(request: Request) -> House:
    """The house that a request was sent to."""
    house: House = request.state.house
    return house


async def at_table(request: Request) -> tuple[House, Reader, Table]:
    """The house, the reader, and the table that the path names; refuses one that does not exist."""
    house = house_of(request)
    who = await house.reader(request)
    return house, who, await house.table(request.path_params["table_id"], who.asker)


async def at_finished_table(request: Request) -> tuple[House, Reader, Table]:
    """As `at_table`, but refuses a game that is not over."""
    house, who, table = await at_table(request)
    return house, who, finished(table)


def finished(table: Table) -> Table:
    """The table; refuses one whose game is not over, where a review would be a hint."""
    if table.outcome is None:
        raise deny("review_later")
    return table


def box_of(request: Request) -> Box:
    """The box that the path names; refuses one that does not exist."""
    return find_box(request.path_params["name"])


def find_box(name: str) -> Box:
    """The box of that name; refuses one that does not exist or does not load."""
    try:
        return find(name)
    except BrokenGame:
        raise
    except SpecError:
        raise deny("no_game") from None


def number_of(text: Any) -> int:
    """The whole number that a text holds; refuses any other text."""
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise deny("bad_request")
    return int(text)


def amount_of(request: Request, name: str, kind: Callable[[str], N], most: N) -> N:
    """A number in the query, 0 if it is missing; refuses one that is negative or above `most`."""
    try:
        number = kind(request.query_params.get(name, "0"))
    except ValueError:
        raise deny("bad_request") from None
    if not 0 <= number <= most:  # also refuses the float `nan`
        raise deny("bad_request")
    return number


def text_of(given: Any, most: int) -> str:
    """A field of a query or form, empty if it is missing; refuses one that is too long."""
    if given is None:
        return ""
    if not isinstance(given, str) or len(given) > most:
        raise deny("bad_request")
    return given


async def form_of(
    request: Request, most_fields: int = 10, most_bytes: int = _FIELD_BYTES
) -> FormData:
    """The fields of a form, without files; each may have `most_bytes` as it is sent."""
    return await request.form(max_files=0, max_fields=most_fields, max_part_size=most_bytes)


async def json_of(request: Request) -> Any:
    """The JSON that a script sends; refuses invalid JSON."""
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        raise deny("bad_request") from None


def redirect(path: str) -> Response:
    """Redirects to another page."""
    return RedirectResponse(path, 303)


def download(name: str, content: str, media_type: str = "text/plain") -> Response:
    """A text as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def refused(
    request: Request, who: Reader, refusal: Refusal, text: str = "", **more: Any
) -> Response:
    """The error response to a refusal, by default in the words of the table.

    Its status is 409 (a conflict) if no other is listed.
    """
    words, key = texts("ludotheque.table", who.lang), refusal.reason.key
    if not text and key not in words:
        return problem(request, who, 409, "bad_request")
    bare = key.removeprefix("table.")
    said = text or words.say(refusal.reason)
    return problem(request, who, _STATUS.get(bare, 409), bare, said, **more)


def failed(request: Request, who: Reader, error: HTTPException) -> Response:
    """The error response to a request that no handler takes, or that cannot be read."""
    status = error.status_code
    response = problem(request, who, status, _ERRORS.get(status, "bad_request"))
    response.headers.update(error.headers or {})
    return response


def problem(
    request: Request,
    who: Reader,
    status: int,
    key: str,
    text: str = "",
    retry_after_s: float = 0,
    **more: Any,
) -> Response:
    """An error response: a page for people, problem+json with the fields of `more` for programs."""
    title = text or texts(PACKAGE, who.lang)(f"site.{key}")
    for_people = not request.url.path.startswith("/api/")
    if for_people and "text/html" in request.headers.get("accept", ""):
        page = house_of(request).page
        response: Response = page(request, who, "problem", status, code=status, text=title)
    else:
        fields = {name: value for name, value in more.items() if value is not None}
        body = {"type": f"urn:ludotheque:{key}", "title": title, "status": status, **fields}
        response = JSONResponse(body, status, media_type="application/problem+json")
    if retry_after_s:
        response.headers["Retry-After"] = str(ceil(retry_after_s))
    return response
