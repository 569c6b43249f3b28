"""The page about privacy, and the choice of language and theme."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES, texts
from ludotheque.house import PACKAGE
from ludotheque.house.answers import redirect
from ludotheque.house.house import PATH_LETTERS
from ludotheque.render.themes import CHOICES
from ludotheque.site.http.deps import TheSite, Who
from ludotheque.site.settings import Settings
from ludotheque.site.visitors import LANG, THEME, remember

router = APIRouter()
Preference = Annotated[str, Form(max_length=20)]
"""The name of a language or theme, with room to spare."""
Back = Annotated[str, Form(max_length=PATH_LETTERS)]


@router.get("/privacy")
async def privacy(request: Request, site: TheSite, who: Who) -> Response:
    """The page about what is stored, and for how long under the settings of this site."""
    return site.page(request, who, "privacy", times=times_kept(site.settings, who.lang))


def times_kept(settings: Settings, lang: str) -> dict[str, list[str]]:
    """How long guests and games are stored, in words."""
    say = texts(PACKAGE, lang)

    def told(name: str, days: int) -> str:
        return say(f"privacy.{name}", days=days) if days else say(f"privacy.{name}_off")

    unfinished = told("keep_unfinished", settings.keep_unfinished_days)
    finished = told("keep_finished", settings.keep_finished_days)
    return {
        "you": [told("keep_guests", settings.keep_guests_days)],
        "games": [unfinished, finished],
    }


@router.post("/prefer")
async def prefer(
    request: Request, lang: Preference = "", theme: Preference = "", back: Back = "/"
) -> Response:
    """Sets the language or the theme, and goes back to the page."""
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = redirect(safe)
    if lang in LANGUAGES:
        remember(request, response, LANG, lang)
    if theme in (*CHOICES, "auto"):
        remember(request, response, THEME, theme)
    return response
