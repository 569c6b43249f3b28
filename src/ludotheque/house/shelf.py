"""The values for the shelf of games, and for the box, rules and colours of each game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from ludotheque.core.kit import Box
from ludotheque.core.scene import Palette
from ludotheque.games import catalogue, draw_figure, find, load, load_for
from ludotheque.house.forms import variants_of
from ludotheque.house.levels import left_out_of
from ludotheque.house.lids import lid_of
from ludotheque.house.listing import ListedTable
from ludotheque.render.page import rules_article, rules_style, rulings_article
from ludotheque.render.themes import always_day, site_sheet


def shelf_values(lang: str, rows: Sequence[ListedTable] = ()) -> dict[str, Any]:
    """The values of the shelf: the reader's current games, and every box with its cover."""
    return {"rows": rows, "boxes": [lid_of(box.name, lang) for box in catalogue()]}


def box_values(box: Box, lang: str, level: str, papers: tuple[str, ...] = ()) -> dict[str, Any]:
    """The values of the page of a game; `level` is the one that is offered first.

    `papers` are the paper sizes on which the game can be printed.
    """
    kit = load_for(box.name, lang)
    levels = [(bot, kit.level(bot, lang)) for bot in kit.bots]
    shown = {"game": box.name, "levels": levels, "level": level, "papers": papers}
    shown["left_out"] = left_out_of(box, lang)
    return {**shown, "variants": variants_of(box, lang), **lid_of(box.name, lang)}


def rules_values(box: Box, lang: str) -> dict[str, Any]:
    """The values of the rules page."""
    return {"box": box, "game": box.name, "rules": article(box.name, lang)}


@cache  # the rules are drawn once in each language
def article(name: str, lang: str) -> str:
    """The rules of a box, with their figures drawn."""
    box = find(name)
    draw = partial(draw_figure, box, lang=lang)
    return rules_article(box, draw, lang, rulings_at=f"/rules/{name}/rulings")


def rulings_values(box: Box, lang: str) -> dict[str, Any]:
    """The values of the page of our rulings."""
    shown = rulings_article(box, lang, rules_at=f"/rules/{box.name}")
    return {"box": box, "game": box.name, "rulings": shown}


@cache
def sheet(boxes: tuple[str, ...]) -> str:
    """A style sheet: the colours of these games in each theme, their lids, and the rules."""
    palettes = {name: _palette(name) for name in boxes}
    lids = "".join(_lid_style(find(name), palette) for name, palette in palettes.items())
    return site_sheet(palettes) + lids + rules_style()


def _palette(name: str) -> Palette:
    game = load(name).round
    return game.scene(game.initial()).palette


def _lid_style(box: Box, palette: Palette) -> str:
    """The style of a lid, which keeps the colours of the day theme at night."""
    paper = f".box-{box.name} .lid{{background:{box.lid.paper};color:{box.lid.ink}}}"
    return paper + always_day(f".box-{box.name} .cover", palette)
