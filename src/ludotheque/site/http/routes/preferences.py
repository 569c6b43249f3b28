"""The choice of language and theme."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from ludotheque.core.texts import LANGUAGES
from ludotheque.house.answers import redirect
from ludotheque.house.house import PATH_LETTERS
from ludotheque.render.themes import CHOICES
from ludotheque.site.visitors import LANG, THEME, remember

router = APIRouter()
Preference = Annotated[str, Form(max_length=20)]
"""The name of a language or theme, with room to spare."""
Back = Annotated[str, Form(max_length=PATH_LETTERS)]


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
