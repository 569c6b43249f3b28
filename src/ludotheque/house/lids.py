"""The lids of the boxes, as the shelf and an invitation show them."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.games import find, load_for
from ludotheque.render.live import still


@cache  # each lid is drawn once in each language
def lid_of(name: str, lang: str) -> dict[str, Any]:
    """What a lid shows: a position of the game, and facts such as players and duration."""
    box = find(name)
    game = load_for(box.cover[0] or name, lang).round
    state = game.notation.read_state(box.cover[1]) if box.cover[1] else game.initial()
    scene = game.scene(state, lang=lang)
    return {
        "box": box,
        "cover": still(scene, close=True, scope=name),
        "facts": box.facts(lang),
        "origin": box.origin,
    }
