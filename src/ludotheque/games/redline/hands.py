"""Draws the hands of Redline: one large on the rack with the reserve, the others small."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.caching import bounded_cache, weighed_cache
from ludotheque.core.scene import (
    Area,
    Emblem,
    Group,
    Ink,
    Paint,
    Part,
    Rect,
    Rectangle,
    Shape,
    Text,
    use_emblem,
)
from ludotheque.core.texts import Texts
from ludotheque.games.redline import art
from ludotheque.games.redline.rules import Hand
from ludotheque.games.redline.tiles import Tile

RESERVE = "reserve"
"""The id of the part that shows the reserve."""


class OtherHand(NamedTuple):
    """A small hand: its player, their points, the tiles, and which of them were just drawn."""

    emblem: Emblem
    name: str
    score: str
    tiles: Hand
    came: frozenset[Tile]


@bounded_cache
def _reserve(count: int, right: float, words: Texts) -> Part:
    """The reserve at the end of the rack, as a pile of tiles face down."""
    box = Rectangle(right - art.PILE, 9, art.PILE, art.PILE)
    return Part(RESERVE, words("reserve", n=count), box, art.pile(count), role="counter")


@bounded_cache
def rack(
    hand: Hand,
    came: frozenset[Tile],
    emblem: Emblem,
    name: str,
    label: str,
    reserve: int,
    words: Texts,
) -> Area:
    """The large hand on the rack, with the reserve at its end; `came` are tiles just drawn."""
    parts = [
        art.in_hand(tile, place, RESERVE if tile in came else None, words)
        for place, tile in enumerate(hand)
    ]
    rows = max(1, -(-len(hand) // art.RACK))
    box = Rectangle(0, 0, art.RACK * art.PITCH + 25, rows * art.PITCH + 58)
    wood = (
        Rect(box, Paint("wood"), 10),
        Rect(Rectangle(0, 0, box.w, 6), Paint("wood-edge"), 3),
    )
    sign = use_emblem(emblem.symbol, 28, (14, 12))
    pile = _reserve(reserve, box.w - 14, words)
    left = Text(pile.box.x - 10, 34, pile.label, 25, "on-wood", "end", serif=True)
    parts.append(pile)
    backdrop = (Group(wood, "soft"), sign, Text(52, 34, name, 25, "on-wood", serif=True), left)
    captions = (Ink(0, 0, (f"{emblem.sign} {name}",)),)
    return Area("hand", label, box, tuple(parts), backdrop, captions=captions)


@weighed_cache(lambda _: 4)
def others(hands: tuple[OtherHand, ...], words: Texts) -> Area:
    """The other hands, small, in two columns if there are several."""
    size, gap = art.TILE * art.SMALL, 4.0
    columns = min(2, len(hands))
    wide = max(art.RACK + 1, *(len(hand.tiles) for hand in hands)) * (size + gap)
    parts: list[Part] = []
    backdrop: list[Shape] = []
    captions = []
    for index, (emblem, name, score, tiles, came) in enumerate(hands):
        left, top = index % columns * (wide + 20), index // columns * (size + 36)
        backdrop.append(use_emblem(emblem.symbol, 22, (left + 2, top + 3)))
        backdrop.append(Text(left + 32, top + 21, name + score, 22, "ink", serif=True))
        names = " ".join(map(str, tiles)) or words("no_tiles")
        captions.append(Ink(0, index, (f"{emblem.sign} {name}{score} : {names}",)))
        for place, tile in enumerate(tiles):
            x, was = left + place * (size + gap), RESERVE if tile in came else None
            parts.append(art.held(tile, name, x, top + 29, was, words))
    rows = -(-len(hands) // columns)
    box = Rectangle(0, 0, columns * wide + (columns - 1) * 20, rows * (size + 36))
    label = words("others")
    return Area("others", label, box, tuple(parts), tuple(backdrop), captions=tuple(captions))
