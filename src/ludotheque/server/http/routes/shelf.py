"""The shelf of games; of each its box, its rules and its colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from ludotheque.core.scene import Palette
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import NAMES, draw_figure, find, load, load_for
from ludotheque.render.page import rules_article, rules_style
from ludotheque.render.themes import site_sheet
from ludotheque.server.http.deps import Language, TheBox, TheSite, Who, box_of
from ludotheque.server.http.forms import variants_of
from ludotheque.server.http.lids import lid_of
from ludotheque.server.http.opponents import next_level
from ludotheque.server.http.pages import constant, constant_page

router = APIRouter()


@router.get("/")
async def shelf(request: Request, who: Who) -> Response:
    """The home page: every box with its cover."""
    return constant_page(
        request, who, "shelf", "", lambda: {"boxes": [lid_of(name, who.lang) for name in NAMES]}
    )


@router.get("/box/{name}")
async def opened_box(request: Request, site: TheSite, who: Who, box: TheBox) -> Response:
    """A box: what the game is, and the ways to begin one."""
    kit = load_for(box.name, who.lang)
    level = await next_level(site, kit, who)

    def values() -> dict[str, Any]:
        levels = [(bot, kit.level(bot, who.lang)) for bot in kit.bots]
        shown = {"game": box.name, "levels": levels, "level": level}
        return {**shown, "variants": variants_of(box, who.lang), **lid_of(box.name, who.lang)}

    return constant_page(request, who, "box", (box.name, level), values)


@router.get("/rules/{name}")
async def rules(request: Request, who: Who, box: TheBox) -> Response:
    """The rules page with its figures."""
    return constant_page(
        request, who, "rules", box.name,
        lambda: {"box": box, "game": box.name, "rules": article(box.name, who.lang)},
    )  # fmt: skip


@router.get("/rules/{name}/part")
async def rules_part(request: Request, lang: Language, box: TheBox) -> Response:
    """The rules without the frame of a page, to show beside a board."""
    return constant(request, ("rules", box.name, lang), lambda: article(box.name, lang))


@lru_cache(maxsize=len(NAMES) * len(LANGUAGES))  # every page is drawn once
def article(name: str, lang: str) -> str:
    """The rules of a box, with their figures drawn."""
    box = find(name)
    return rules_article(box, lambda figure: draw_figure(box, figure, lang), lang)


@router.get("/sheet/{name}.css")
async def sheet(name: str) -> Response:
    """The colours of a game (`site`: of all) in each theme, and how its rules look."""
    boxes = NAMES if name == "site" else ((await box_of(name)).name,)
    return PlainTextResponse(_sheet(tuple(boxes)), media_type="text/css")


@lru_cache(maxsize=len(NAMES) + 1)
def _sheet(boxes: tuple[str, ...]) -> str:
    palette = Palette()
    for name in boxes:
        game = load(name).round
        palette |= game.scene(game.initial()).palette
    return site_sheet(palette) + rules_style()
