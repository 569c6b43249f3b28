"""Files of the games: PDFs to print, style sheets, and the web app manifest."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.responses import Response

from ludotheque.games import catalogue
from ludotheque.house.answers import find_box
from ludotheque.house.manifest import manifest
from ludotheque.house.shelf import sheet
from ludotheque.printing.work import PrintWork
from ludotheque.site.http.deps import Language, TheBox, TheSite, Who
from ludotheque.table.table import deny

router = APIRouter()
PaperName = Literal["a4", "letter"]


@router.get("/print/{name}.pdf")
async def printed(
    site: TheSite, who: Who, box: TheBox, paper: PaperName = "a4", plain: bool = False
) -> Response:
    """The PDF of the game to cut out and its rules, in the visitor's language."""
    if not site.prints.offered or box.print_set is None:
        raise deny("no_print")
    made = await site.prints.get(PrintWork(box.name, who.lang, paper, plain), who.asker)
    # A download: under the content security policy, not every browser would show it.
    headers = {"Content-Disposition": f'attachment; filename="{box.name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


@router.get("/site.webmanifest")
async def site_manifest(lang: Language) -> Response:
    """The web app manifest, for devices that install the site."""
    return JSONResponse(manifest(lang, "/"), media_type="application/manifest+json")


@router.get("/sheet/{name}.css")
async def colours(name: str) -> Response:
    """The style sheet of a game (`site`: of all): its colours in each theme, and its rules."""
    boxes = catalogue() if name == "site" else (find_box(name),)
    return PlainTextResponse(sheet(tuple(box.name for box in boxes)), media_type="text/css")
