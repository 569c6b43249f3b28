"""Pages made from templates, redirects, and the one page for everything that can go wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil
from typing import Any

from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from ludotheque import __version__
from ludotheque.core.texts import LANGUAGES, texts
from ludotheque.render.svg import shared_drawings
from ludotheque.render.themes import CHOICES
from ludotheque.server.http import scripts
from ludotheque.server.http.visitors import GUEST, Visitor, language, remember, stranger
from ludotheque.web import FOLDER, PACKAGE

_templates = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals["shared_drawings"] = shared_drawings()
_templates.globals["script"] = scripts.address


def page(
    request: Request, who: Visitor, template: str, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page in the visitor's language and theme."""
    frame = {
        "t": texts(PACKAGE, who.lang),
        "who": who,
        "version": __version__,
        "languages": LANGUAGES,
        "themes": CHOICES,
        "here": request.url.path,
        "game": "",
    }
    html = _templates.get_template(f"{template}.html").render(**{**frame, **values})
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def redirect(request: Request, path: str, who: Visitor | None = None) -> Response:
    """Redirects to another page; a guest who was just added gets a cookie on the way."""
    response = RedirectResponse(path, 303)
    if who is not None and who.secret:
        remember(request, response, GUEST, who.secret)
    return response


def as_data(shown: Mapping[str, Any]) -> str:
    """A view as JSON that is safe inside a page."""
    return json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")


_STATUS = {
    "no_table": 404, "no_game": 404, "no_invite": 404, "no_guest": 404, "no_move": 404,
    "no_lesson": 404,
    "no_problem": 404,
    "no_token": 401, "onlooker": 403, "not_yours": 403, "not_you": 403,
    "hint_alone": 403, "bad_seats": 400,
}  # fmt: skip


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
        who = stranger(request)
        response: Response = page(request, who, "problem", status, code=status, text=title)
    else:
        fields = {name: value for name, value in more.items() if value is not None}
        body = {"type": f"urn:ludotheque:{key}", "title": title, "status": status, **fields}
        response = JSONResponse(body, status, media_type="application/problem+json")
    if retry_after_s:
        response.headers["Retry-After"] = str(ceil(retry_after_s))
    return response
