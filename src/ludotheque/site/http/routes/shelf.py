"""The shelf of games, and for each its box, rules, printable PDF and colours."""

from __future__ import annotations

from functools import partial
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.responses import Response

from ludotheque.games import load_for, names
from ludotheque.house.answers import find_box
from ludotheque.house.listing import ListedTable, row_of, sorted_rows
from ludotheque.house.manifest import manifest
from ludotheque.house.reader import Reader
from ludotheque.house.shelf import article, box_values, rules_values, sheet, shelf_values
from ludotheque.play.levels import level_after
from ludotheque.printing.paper import PAPERS
from ludotheque.site.http.deps import Language, TheBox, TheSite, Who
from ludotheque.site.prints import Print
from ludotheque.site.site import Site
from ludotheque.table.table import deny

router = APIRouter()
PaperName = Literal["a4", "letter"]
# Unfinished games shown above the boxes, and how many of the guest's tables are searched for them;
# the guest's own list has the others.
_ON_THE_SHELF, _LOOKED_THROUGH = 3, 12


@router.get("/")
async def shelf(request: Request, site: TheSite, who: Who) -> Response:
    """The home page: the guest's unfinished games, and every box with its cover."""
    rows = await _going_on(site, who)
    if rows:
        return site.page(request, who, "shelf", **shelf_values(who.lang, rows))
    return site.constant_page(request, who, "shelf", "", lambda: shelf_values(who.lang))


async def _going_on(site: Site, who: Reader) -> list[ListedTable]:
    """A few unfinished games: first those where it is the guest's turn, then the newest."""
    if not who.guest:
        return []
    found = await site.tables.of_guest(who.guest, who.asker, _LOOKED_THROUGH)
    rows = [row_of(table, changed_s, who) for table, changed_s in found if table.outcome is None]
    return sorted_rows(rows)[:_ON_THE_SHELF]


@router.get("/box/{name}")
async def opened_box(request: Request, site: TheSite, who: Who, box: TheBox) -> Response:
    """The page of a box: what the game is, and the ways to begin one."""
    beaten = await site.tables.bots_beaten(who.guest, box.name) if who.guest else ()
    level = level_after(load_for(box.name, who.lang), beaten)
    papers = tuple(PAPERS) if site.prints.offered and box.print_set else ()
    values = partial(box_values, box, who.lang, level, papers)
    return site.constant_page(request, who, "box", (box.name, level, papers), values)


@router.get("/print/{name}.pdf")
async def printed(
    site: TheSite, who: Who, box: TheBox, paper: PaperName = "a4", plain: bool = False
) -> Response:
    """The PDF of the game to cut out and its rules, in the visitor's language."""
    if not site.prints.offered or box.print_set is None:
        raise deny("no_print")
    made = await site.prints.get(Print(box.name, who.lang, paper, plain), who.asker)
    # A download: under the content security policy, not every browser would show it.
    headers = {"Content-Disposition": f'attachment; filename="{box.name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


@router.get("/rules/{name}")
async def rules(request: Request, site: TheSite, who: Who, box: TheBox) -> Response:
    """The rules page with its figures."""
    return site.constant_page(request, who, "rules", box.name, lambda: rules_values(box, who.lang))


@router.get("/rules/{name}/part")
async def rules_part(request: Request, site: TheSite, lang: Language, box: TheBox) -> Response:
    """The rules without the frame of a page, to show beside a board."""
    return site.constant(request, ("rules", box.name, lang), lambda: article(box.name, lang))


@router.get("/site.webmanifest")
async def site_manifest(lang: Language) -> Response:
    """The web app manifest, for devices that install the site."""
    return JSONResponse(manifest(lang, "/"), media_type="application/manifest+json")


@router.get("/sheet/{name}.css")
async def colours(name: str) -> Response:
    """The style sheet of a game (`site`: of all): its colours in each theme, and its rules."""
    boxes = names() if name == "site" else (find_box(name).name,)
    return PlainTextResponse(sheet(tuple(boxes)), media_type="text/css")
