"""The lids of the boxes, as they lie on the shelf and before an invited guest."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ludotheque.core.kit import Box
from ludotheque.core.texts import LANGUAGES, Texts, texts
from ludotheque.games import NAMES, find, load_for
from ludotheque.render.live import still
from ludotheque.web import PACKAGE

_LIDS = len(NAMES) * len(LANGUAGES)  # every lid is drawn once


@lru_cache(maxsize=_LIDS)
def lid_of(name: str, lang: str) -> dict[str, Any]:
    """What is on a lid: a position of the game, and what it takes to play it."""
    box = find(name)
    game = load_for(box.cover[0], lang).round
    scene = game.scene(game.notation.read_state(box.cover[1]), lang=lang)
    origin = [*box.authors, box.publisher, str(box.year or "")]
    return {
        "box": box,
        "cover": still(scene, close=True),
        "facts": _facts(box, texts(PACKAGE, lang)),
        "origin": [name for name in origin if name],
    }


def _facts(box: Box, say: Texts) -> list[str]:
    """How many may play, from which age, how long it takes."""
    players, minutes = _span(box.players, say), _span(box.minutes, say)
    facts = [say("site.players", n=players), say("site.minutes", n=minutes)]
    return facts if box.age is None else [facts[0], say("site.age", n=box.age), facts[1]]


def _span(span: tuple[int, int], say: Texts) -> str:
    low, high = span
    return str(low) if low == high else say("site.span", low=low, high=high)
