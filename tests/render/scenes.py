"""A small scene to draw: a board with a piece, a place and a ghost, and a hand below it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludotheque.core.scene import (
    Area,
    Circle,
    Family,
    Group,
    Ink,
    Paint,
    Palette,
    Part,
    Rect,
    Rectangle,
    Scene,
    Text,
    Use,
)

PALETTE = Palette({"moss": "#336633"}, {"moss": "#99CC99"})
PIECE = Part(
    "piece-1",
    "a <piece> & more",
    Rectangle(10, 20, 40, 40),
    (Circle(20, 20, 20, Paint("moss", "ink", 2)),),
    Ink(1, 1, ("o",)),
)
PLACE = Part("place-2", "a place", Rectangle(60, 20, 40, 40), (), Ink(5, 1, ("·",)), "place")
GHOST = Part("ghost-3", "a ghost", Rectangle(60, 20, 40, 40), (Use("leaf"),), role="ghost")
TRACE = Part("trace-4", "a trace", Rectangle(0, 0, 9, 9), (), Ink(0, 0, ("?",)), "trace")
BOARD = Area(
    "board",
    "The board",
    Rectangle(0, 0, 110, 80),
    (PIECE, PLACE, TRACE),
    (Group((Rect(Rectangle(0, 0, 110, 80), Paint("moss"), 6),), "soft"),),
    captions=(Ink(1, 0, ("1   2",)),),
)
HAND = Area(
    "hand",
    "The hand",
    Rectangle(0, 0, 100, 30),
    (Part("hand-5", "a card", Rectangle(0, 0, 20, 30), (), Ink(0, 0, ("card",))),),
    (Text(5, 5, "Hand", 12),),
)
SCENE = Scene(
    "A <game>",
    "your turn & mine",
    "en",
    (BOARD, HAND),
    (Family(("piece-", "place-"), "{0}>{1}", {"1": ["2"]}),),
    {"leaf": (Circle(5, 5, 5, Paint("moss")),)},
    PALETTE,
    ghosts={GHOST.id: GHOST},
)


def with_piece(**changes: Any) -> Scene:
    """The same scene with a piece that differs."""
    board = replace(BOARD, parts=(replace(PIECE, **changes), *BOARD.parts[1:]))
    return replace(SCENE, areas=(board, HAND))
