"""The shelf, the boxes, the rules, the guest's own corner."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.responses import Response

from ludotheque.core.kit import Box
from ludotheque.core.reason import SpecError
from ludotheque.core.scene import Palette
from ludotheque.core.texts import LANGUAGES
from ludotheque.games import catalogue, draw_figure, find, load
from ludotheque.render.live import still
from ludotheque.render.themes import CHOICES, site_sheet
from ludotheque.server.http.pages import page
from ludotheque.server.http.visitors import (
    GUEST,
    LANG,
    THEME,
    cookies_of,
    known_guest,
    remember,
    site_of,
    visitor,
)
from ludotheque.table.commands import deny
from ludotheque.table.views.page import folded_moves, name_of, status_of

router = APIRouter()


def box_of(name: str) -> Box:
    """The box of that name, or a 404."""
    try:
        return find(name)
    except SpecError:
        raise deny("no_game") from None


@router.get("/")
async def shelf(request: Request) -> Response:
    """Home: every box with its cover."""
    who = await visitor(request)
    boxes = [{"box": box, "cover": cover(box, who.lang)} for box in catalogue()]
    return page(request, who, "shelf", boxes=boxes)


def cover(box: Box, lang: str) -> str:
    """The drawing on the lid: a position of the game."""
    game = load(box.cover[0]).round
    return still(game.scene(game.notation.read_state(box.cover[1]), lang=lang), close=True)


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> Response:
    """The rules page with its figures."""
    who = await visitor(request)
    box = box_of(name)
    return page(request, who, "rules", box=box, game=name, sections=rules_sections(box, who.lang))


@router.get("/rules/{name}/part")
async def rules_part(request: Request, name: str) -> Response:
    """The same without the frame, to stand beside a board."""
    who = await visitor(request)
    box = box_of(name)
    return page(request, who, "rules_part", box=box, sections=rules_sections(box, who.lang))


def rules_sections(box: Box, lang: str) -> list[dict[str, Any]]:
    """The page of a box with its figures drawn."""
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
    """The colours of a game, by day, by night and in high contrast."""
    palette = Palette()
    for box in catalogue() if name == "site" else [box_of(name)]:
        game = load(box.name).round
        palette |= game.scene(game.initial()).palette
    return PlainTextResponse(site_sheet(palette), media_type="text/css")


@router.get("/tables")
async def my_tables(request: Request) -> Response:
    """The tables of the guest: mine to move first, then running, then finished."""
    who = await visitor(request)
    found = await site_of(request).tables.of_guest(who.guest) if who.guest else []
    rows = []
    for table in found:
        mine = table.seats_of(who.guest)
        names = [name_of(table, seat, who.lang) for seat in range(len(table.seats))]
        over = table.outcome is not None
        rows.append(
            {
                "id": table.id,
                "title": table.kit.box.title(who.lang),
                "names": names,
                "status": status_of(table, who.lang, mine),
                "my_move": table.turn in mine and not table.incomplete,
                "over": over,
                "moves": len(folded_moves(table)),
            }
        )
    rows.sort(key=lambda row: (row["over"], not row["my_move"]))
    return page(request, who, "tables", rows=rows)


@router.get("/me")
async def me(request: Request) -> Response:
    """The guest's name and private link."""
    response = RedirectResponse("/me", 303)
    who = await visitor(request)
    if not who.guest:
        await known_guest(request, response)
        return response
    link = f"{request.base_url}me/{cookies_of(request)[GUEST]}"
    return page(request, who, "me", link=link)


@router.post("/me")
async def rename(request: Request, name: Annotated[str, Form(max_length=200)] = "") -> Response:
    """A new name."""
    response = RedirectResponse("/me", 303)
    guest = await known_guest(request, response)
    await site_of(request).tables.rename(guest, clean_name(name))
    return response


@router.get("/me/{secret}")
async def come_back(request: Request, secret: str) -> Response:
    """The private link: the same guest on another device."""
    if await site_of(request).tables.guest(secret) is None:
        raise deny("no_guest")
    response = RedirectResponse("/tables", 303)
    remember(request, response, GUEST, secret)
    return response


@router.post("/prefer")
async def prefer(
    request: Request,
    lang: Annotated[str, Form(max_length=20)] = "",
    theme: Annotated[str, Form(max_length=20)] = "",
    back: Annotated[str, Form(max_length=300)] = "/",
) -> Response:
    """Another language or theme."""
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(safe, 303)
    if lang in LANGUAGES:
        remember(request, response, LANG, lang)
    if theme in (*CHOICES, "auto"):
        remember(request, response, THEME, theme)
    return response


def clean_name(name: str) -> str:
    """A name as it is shown: printable, one line, not too long."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:30]
