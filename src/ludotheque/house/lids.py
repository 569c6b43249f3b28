"""The lids of the boxes, as the shelf and an invitation show them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games import draw_cover, find
from ludotheque.render.live import still


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
