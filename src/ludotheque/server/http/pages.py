"""Pages made from templates, redirects, and the one page for everything that can go wrong."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable, Mapping
from math import ceil
from typing import Any

from cachetools import LRUCache
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.texts import texts
from ludotheque.server.http.visitors import GUEST, Visitor, language, remember, stranger
from ludotheque.web import PACKAGE, scripts
from ludotheque.web.pages import Pages

PAGES = Pages(scripts.address)
PATH_LETTERS = 300
"""The longest address of a page to which somebody goes back."""
_NOT_STORED = {"Cache-Control": "no-store"}
# Pages that depend on little: for each game in each language and theme, and for some names of
# guests, which are on every page. The largest take 80 kB.
_CONSTANT_PAGES = 200
_constant: LRUCache[Hashable, tuple[bytes, bytes]] = LRUCache(_CONSTANT_PAGES)


def page(
    request: Request, who: Visitor, template: str, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page in the visitor's language and theme."""
    html = _rendered(request, who, template, {"here": _address(request), **values})
    return HTMLResponse(html, status, headers=_NOT_STORED)


def constant_page(
    request: Request,
    who: Visitor,
    template: str,
    key: Hashable,
    make: Callable[[], Mapping[str, Any]],
    status: int = 200,
) -> Response:
    """A page whose values are made once for each key; it is rendered and compressed once too."""
    known = template, key, who.lang, who.theme, who.name, request.app.state.settings.meeting
    return constant(request, known, lambda: _rendered(request, who, template, make()), status)


def constant(
    request: Request, key: Hashable, make: Callable[[], str], status: int = 200
) -> Response:
    """A text of HTML that is made and compressed once."""
    if key not in _constant:
        html = make().encode()
        _constant[key] = html, gzip.compress(html)
    html, small = _constant[key]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return HTMLResponse(html, status, headers=_NOT_STORED)
    headers = {**_NOT_STORED, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return HTMLResponse(small, status, headers=headers)


def _rendered(request: Request, who: Visitor, template: str, values: Mapping[str, Any]) -> str:
    settings = request.app.state.settings
    house = {"meeting": settings.meeting, "offline": bool(settings.pocket)}
    return PAGES.rendered(template, who, request.url.path, values, **house)


def _address(request: Request) -> str:
    """Where the page is, with what was asked for, unless somebody asked for very much."""
    path, query = request.url.path, request.url.query
    return f"{path}?{query}" if query and len(path) + len(query) < PATH_LETTERS else path


def redirect(request: Request, path: str, who: Visitor | None = None) -> Response:
    """Redirects to another page; a guest who was just added gets a cookie on the way."""
    response = RedirectResponse(path, 303)
    if who is not None and who.secret:
        remember(request, response, GUEST, who.secret)
    return response


_STATUS = {
    "no_table": 404, "no_game": 404, "no_invite": 404, "no_guest": 404, "no_move": 404,
    "no_lesson": 404,
    "no_problem": 404,
    "no_print": 404,
    "no_token": 401, "onlooker": 403, "not_yours": 403, "not_you": 403,
    "hint_alone": 403, "bad_seats": 400, "no_meeting": 404,
    "needs_open_seat": 400, "clock.bad": 400,
}  # fmt: skip


_TOO_MANY = 429


def refusal_status(key: str) -> int:
    """The HTTP status of a refusal; in doubt, the table is in no state for it."""
    return _STATUS.get(key, 409)


def problem(
    request: Request,
    status: int,
    key: str,
    text: str = "",
    retry_after_s: float = 0,
    **more: Any,
) -> Response:
    """An error: a page for people, problem+json with more fields for programs."""
    title = text or texts(PACKAGE, language(request))(f"site.{key}")
    for_people = not request.url.path.startswith("/api/")
    if for_people and "text/html" in request.headers.get("accept", ""):
        response: Response = _problem_page(request, status, title)
    else:
        fields = {name: value for name, value in more.items() if value is not None}
        body = {"type": f"urn:ludotheque:{key}", "title": title, "status": status, **fields}
        response = JSONResponse(body, status, media_type="application/problem+json")
    if retry_after_s:
        response.headers["Retry-After"] = str(ceil(retry_after_s))
    return response


def _problem_page(request: Request, status: int, text: str) -> Response:
    """The page of an error; of "too many requests", which may be many, a constant one."""
    who, values = stranger(request), {"code": status, "text": text}
    if status != _TOO_MANY:
        return page(request, who, "problem", status, **values)
    shown = {**values, "here": "/"}
    return constant_page(request, who, "problem", status, lambda: shown, status)
