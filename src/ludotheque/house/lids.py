"""The lids of the boxes, as the shelf and an invitation show them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.core.spec import read_options
from ludotheque.games import draw_cover, find, open_box
from ludotheque.render.live import emblem, still


@cache  # few games, with the same emblems for every visitor
def places_of(name: str, lang: str) -> tuple[tuple[str, str], ...]:
    """The emblem of each seat as SVG and what the game calls the seat, such as its colour.

    Where the emblems depend on who begins, lots are drawn for them, and they are left out.
    """
    box = find(name)
    most = {"players": str(box.players[1])} if "players" in box.options.domains() else {}
    kit = open_box(box, read_options(box.options, most))
    first, second = (kit.game.painter.emblems(kit.game.initial(seat)) for seat in (0, 1))
    scene = kit.game.scene(kit.game.initial(0), lang=lang)
    return tuple(
        (
            emblem(scene, sign.symbol, f"{name}-{seat}") if first == second else "",
            kit.text(f"seat.{seat}", lang),
        )
        for seat, sign in enumerate(first)
    )


@cache  # each lid is drawn once in each language
def lid_of(name: str, lang: str) -> dict[str, Any]:
    """What a lid shows: a position of the game, and facts such as players and duration."""
    box = find(name)
    return {
        "box": box,
        "cover": still(draw_cover(box, lang), close=True, scope=name),
        "facts": box.facts(lang),
        "origin": box.origin,
    }
