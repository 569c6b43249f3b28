"""The shelf of games, their rules and their colours."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from starlette.responses import Response

from ludotheque.core.kit import Box
from ludotheque.core.scene import Palette
from ludotheque.games import catalogue, draw_figure, load
from ludotheque.render.live import still
from ludotheque.render.themes import site_sheet
from ludotheque.server.http.deps import TheBox, Who, box_of
from ludotheque.server.http.pages import page

router = APIRouter()


@router.get("/")
async def shelf(request: Request, who: Who) -> Response:
    """The home page: every box with its cover."""
    boxes = [{"box": box, "cover": cover(box, who.lang)} for box in catalogue()]
    return page(request, who, "shelf", boxes=boxes)


def cover(box: Box, lang: str) -> str:
    """The drawing on the lid: a position of the game."""
    game = load(box.cover[0]).round
    return still(game.scene(game.notation.read_state(box.cover[1]), lang=lang), close=True)


@router.get("/rules/{name}")
async def rules(request: Request, who: Who, box: TheBox) -> Response:
    """The rules page with its figures."""
    sections = rules_sections(box, who.lang)
    return page(request, who, "rules", box=box, game=box.name, sections=sections)


@router.get("/rules/{name}/part")
async def rules_part(request: Request, who: Who, box: TheBox) -> Response:
    """The rules without the frame of a page, to show beside a board."""
    return page(request, who, "rules_part", box=box, sections=rules_sections(box, who.lang))


def rules_sections(box: Box, lang: str) -> list[dict[str, Any]]:
    """The sections of the rules of a box, with their figures drawn."""
    sections = []
    for section in load(box.name).rules_page(lang).sections:
        paragraphs = [
            {
                "paragraph": paragraph,
                "figures": [
                    (f.caption, still(draw_figure(box, f, lang), label=f.caption))
                    for f in paragraph.figures
                ],
            }
            for paragraph in section.paragraphs
        ]
        sections.append({"title": section.title, "paragraphs": paragraphs})
    return sections


@router.get("/sheet/{name}.css")
async def sheet(name: str) -> Response:
    """The colours of a game (`site`: of all), by day, by night and in high contrast."""
    palette = Palette()
    for box in catalogue() if name == "site" else [await box_of(name)]:
        game = load(box.name).round
        palette |= game.scene(game.initial()).palette
    return PlainTextResponse(site_sheet(palette), media_type="text/css")
