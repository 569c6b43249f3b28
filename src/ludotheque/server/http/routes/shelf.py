"""The shelf of games; of each its box, its rules and its colours."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.responses import Response

from ludotheque.games import NAMES, load_for
from ludotheque.server.http.deps import Language, TheBox, TheSite, Who, box_of
from ludotheque.server.http.opponents import next_level
from ludotheque.server.http.pages import constant, constant_page
from ludotheque.web.manifest import manifest
from ludotheque.web.shelf import article, box_values, rules_values, sheet, shelf_values

router = APIRouter()


@router.get("/")
async def shelf(request: Request, who: Who) -> Response:
    """The home page: every box with its cover."""
    return constant_page(request, who, "shelf", "", lambda: shelf_values(who.lang))


@router.get("/box/{name}")
async def opened_box(request: Request, site: TheSite, who: Who, box: TheBox) -> Response:
    """A box: what the game is, and the ways to begin one."""
    level = await next_level(site, load_for(box.name, who.lang), who)
    return constant_page(
        request, who, "box", (box.name, level), lambda: box_values(box, who.lang, level)
    )


@router.get("/rules/{name}")
async def rules(request: Request, who: Who, box: TheBox) -> Response:
    """The rules page with its figures."""
    return constant_page(request, who, "rules", box.name, lambda: rules_values(box, who.lang))


@router.get("/rules/{name}/part")
async def rules_part(request: Request, lang: Language, box: TheBox) -> Response:
    """The rules without the frame of a page, to show beside a board."""
    return constant(request, ("rules", box.name, lang), lambda: article(box.name, lang))


@router.get("/site.webmanifest")
async def site_manifest(lang: Language) -> Response:
    """What a device is told when somebody installs the site."""
    return JSONResponse(manifest(lang, "/"), media_type="application/manifest+json")


@router.get("/sheet/{name}.css")
async def colours(name: str) -> Response:
    """The colours of a game (`site`: of all) in each theme, and how its rules look."""
    boxes = NAMES if name == "site" else ((await box_of(name)).name,)
    return PlainTextResponse(sheet(tuple(boxes)), media_type="text/css")
