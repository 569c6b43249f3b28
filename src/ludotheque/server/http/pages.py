"""Pages made from templates, and the one page for everything that can go wrong."""

from __future__ import annotations

from math import ceil
from typing import Any

from fastapi.responses import HTMLResponse, JSONResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from ludotheque import __version__
from ludotheque.core.texts import LANGUAGES, texts
from ludotheque.render.themes import CHOICES
from ludotheque.server.http.visitors import Visitor, cookies_of, language
from ludotheque.web import FOLDER

_templates = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(
    request: Request, who: Visitor, template: str, status: int = 200, **values: Any
) -> HTMLResponse:
    """A page in the visitor's language and theme."""
    frame = {
        "t": texts("ludotheque.web", who.lang),
        "who": who,
        "version": __version__,
        "languages": LANGUAGES,
        "themes": CHOICES,
        "here": request.url.path,
        "game": "",
    }
    html = _templates.get_template(f"{template}.html").render(**{**frame, **values})
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def problem(
    request: Request,
    status: int,
    key: str,
    text: str = "",
    retry_after: float = 0,
    **more: Any,
) -> Response:
    """What went wrong: a page for people, problem+json for programs, who are told more."""
    lang = language(request)
    words = texts("ludotheque.web", lang)
    title = text or words(f"site.{key}")
    headers = {"Retry-After": str(ceil(retry_after))} if retry_after else {}
    for_people = not request.url.path.startswith("/api/")
    if for_people and "text/html" in request.headers.get("accept", ""):
        theme = cookies_of(request).get("theme", "")
        who = Visitor("", "", lang, theme if theme in CHOICES else "")
        response: Response = page(request, who, "problem", status, code=status, text=title)
    else:
        told = {name: value for name, value in more.items() if value is not None}
        body = {"type": f"urn:ludotheque:{key}", "title": title, "status": status, **told}
        response = JSONResponse(body, status, media_type="application/problem+json")
    response.headers.update(headers)
    return response
