"""A board described once, for the browser, picture files, the terminal and screen readers.

A `Scene` consists of areas (the board, a hand, the others' hands) with named parts. A part has a
place, a drawing in a few primitive shapes with named colours, a drawing in text characters, and a
spoken label. Every action a person can take is a `Gesture`: the parts to press, in order. A
`Family` is a tree of many gestures. A `Viewpoint` is what a scene depends on besides the position.
An `Emblem` is the sign of a player, shown wherever the player is named. The painter of a game with
one board derives from `BoardPainter`, with a grid from `GridPainter`. A `PrintSet` holds the pieces
of a game to print.
"""

from __future__ import annotations

from ludotheque.core.scene.areas import Area, Ink, Mark, Palette, Part, Role, Scene
from ludotheque.core.scene.board import BoardPainter
from ludotheque.core.scene.emblems import (
    EMBLEM_SIZE,
    SEAT_EMBLEMS,
    SEAT_PALETTE,
    SEAT_SYMBOLS,
    Emblem,
    use_emblem,
)
from ludotheque.core.scene.gestures import Family, Gesture, Tree, Typed
from ludotheque.core.scene.grids import CELL, GRID_PALETTE, GridPainter
from ludotheque.core.scene.painter import (
    LastMade,
    Painter,
    RoundPainter,
    Viewpoint,
    judged,
    last_made,
    result,
)
from ludotheque.core.scene.pieces import Piece, Pieces, PrintSet
from ludotheque.core.scene.shapes import (
    Circle,
    Group,
    Paint,
    Path,
    Rect,
    Rectangle,
    Shape,
    Symbols,
    Text,
    Use,
    around,
)

SEAT_LETTERS = "ABCDEF"

__all__ = [
    "CELL",
    "EMBLEM_SIZE",
    "GRID_PALETTE",
    "SEAT_EMBLEMS",
    "SEAT_LETTERS",
    "SEAT_PALETTE",
    "SEAT_SYMBOLS",
    "Area",
    "BoardPainter",
    "Circle",
    "Emblem",
    "Family",
    "Gesture",
    "GridPainter",
    "Group",
    "Ink",
    "LastMade",
    "Mark",
    "Paint",
    "Painter",
    "Palette",
    "Part",
    "Path",
    "Piece",
    "Pieces",
    "PrintSet",
    "Rect",
    "Rectangle",
    "Role",
    "RoundPainter",
    "Scene",
    "Shape",
    "Symbols",
    "Text",
    "Tree",
    "Typed",
    "Use",
    "Viewpoint",
    "around",
    "judged",
    "last_made",
    "result",
    "use_emblem",
]
