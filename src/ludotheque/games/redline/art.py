"""How the tiles of Redline look, in shapes, in characters and in words.

All tables have the same tiles, so parts are cached by what they depend on. The texts given to the
functions here contain no names of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt

from ludotheque.core.caching import bounded_cache, weighed_cache
from ludotheque.core.scene import (
    SEAT_SYMBOLS,
    Group,
    Ink,
    Paint,
    Palette,
    Part,
    Path,
    Rect,
    Rectangle,
    Shape,
    Use,
)
from ludotheque.core.texts import Texts
from ludotheque.games.redline.tiles import (
    COLOURS,
    SHAPES,
    STEPS,
    Square,
    Tile,
    eighth,
    quarter,
    unturned,
)

PALETTE = Palette(
    {
        "Y": "#F2C53D", "Y-edge": "#A87B0C", "dots": "#C4941A",
        "B": "#3D72C4", "B-edge": "#1E3F7A", "hatch": "#2D59A0",
        "red": "#C8202B", "casing": "#FFF6E4",
    },
    {"Y": "#E3B52F", "B": "#35639F", "hatch": "#274E84", "red": "#D42B35"},
)  # fmt: skip
TILE = 100.0
SMALL = 0.4  # scale of the tiles in the other players' hands
RACK = 8  # tiles in a row of the rack
PILE = 30.0  # the reserve beside the rack
PITCH = 103  # from one tile on the rack to the next: a tile and a narrow gap
_HALF = TILE / 2
_LINE, _CASING = 15.0, 23.0
# How far, along both axes, a tile turned by 45° moves for its side to touch its neighbour's corner.
_NEARER = _HALF * (1 - 1 / sqrt(2))
_BACK = Paint("card", "ink", 1.5)
TEXTURE = {"Y": "#dots", "B": "#hatch"}
_BLANK = {"Y": ".", "B": "░"}
_STROKES = {"0": (2, 0, "│"), "1": (4, 0, "╱"), "2": (4, 1, "─"), "3": (4, 2, "╲"),
            "4": (2, 2, "│"), "5": (0, 2, "╱"), "6": (0, 1, "─"), "7": (0, 0, "╲")}  # fmt: skip


def at(square: Square) -> str:
    """The square as text, such as `3,-1`."""
    return f"{square[0]},{square[1]}"


def box(square: Square) -> Rectangle:
    """The area of that square."""
    return Rectangle(square[0] * TILE, -square[1] * TILE, TILE, TILE)


def spoken(tile: Tile, words: Texts) -> str:
    """The tile in words: its colour and where its lines go."""
    return _spoken(tile, words.nameless)


@cache
def _spoken(tile: Tile, words: Texts) -> str:
    ways = ", ".join(words(f"way.{spoke}") for spoke in tile.spokes)
    return words(f"tile.{tile.colour}", n=len(tile.spokes), ways=ways)


@bounded_cache
def laid(tile: Tile, square: Square, ends: str, words: Texts) -> Part:
    """A tile on the table; `ends` are those of its spokes that lead to a free square."""
    leads = ", ".join(_lead(spoke, spoke in ends, words) for spoke in tile.spokes)
    label = words(f"laid.{tile.colour}", square=at(square), leads=leads)
    ink = _ink(square, in_characters(tile))
    return Part(f"at-{at(square)}", label, box(square), drawing(tile), ink)


def _lead(spoke: str, is_open: bool, words: Texts) -> str:
    """Which way a line of a tile leads, and whether to a free square."""
    way = words(f"way.{spoke}")
    return words("open_end", way=way) if is_open else way


@bounded_cache
def free(square: Square, needed: int, words: Texts) -> Part:
    """A free square; `needed` has a bit for each direction from which a line leads there."""
    ways = [words(f"from.{direction}") for direction in range(8) if needed >> direction & 1]
    label = words("square", square=at(square), ways=", ".join(ways) or words("no_line"))
    ink = _ink(square, ("", "  ·", "")) if ways else None
    return Part(f"square-{at(square)}", label, box(square), (), ink, "place")


@bounded_cache
def ghost(tile: Tile, square: Square, words: Texts) -> Part:
    """A preview of a tile on a square; the square was pressed before, so the label omits it."""
    name, label = f"ghost-{tile}@{at(square)}", spoken(tile, words)
    return Part(name, label, box(square), drawing(tile), role="ghost")


def tried(tile: Tile, square: Square, words: Texts) -> Part:
    """A tile that was refused on that square, drawn faint."""
    label = words("refused", tile=spoken(tile, words), square=at(square))
    faint, ink = (Group(drawing(tile), faint=True),), _ink(square, in_characters(tile))
    return Part("refused", label, box(square), faint, ink, "counter", ("refused",))


def askew(tile: Tile, square: Square, towards: Square, words: Texts) -> Part:
    """A refused tile that lies askew by 45°; its side touches the tile in direction `towards`."""
    label = words("askew", tile=spoken(tile, words), square=at(square))
    straight, (dx, dy), half = box(square), towards, _HALF * sqrt(2)
    x, y = straight.x + _HALF + dx * _NEARER, straight.y + _HALF - dy * _NEARER
    beside = Rectangle(x - half, y - half, 2 * half, 2 * half)
    lines = f"lines-{unturned(tile).spokes}"
    turned = (
        Use(f"tile-{tile.colour}", 1, (half, 0), 45),
        Use(lines, 1, (half, half), _turn_degrees(tile) + 45),
    )
    top, _, bottom = in_characters(eighth(tile))
    ink = _ink(square, (top, f"{tile.colour} 45°", bottom))  # characters can only stand straight
    return Part(
        "refused", label, beside, (Group(turned, faint=True),), ink, "counter", ("refused",)
    )


@bounded_cache
def in_hand(tile: Tile, place: int, was: str | None, words: Texts) -> Part:
    """A tile at that place on the rack; `was` is the part that it came from."""
    row, column = divmod(place, RACK)
    corner = Rectangle(14 + column * PITCH, 46 + row * PITCH, TILE, TILE)
    ink = Ink(column * 7 + 3, 1 + row * 5, (*in_characters(tile), str(tile).center(5)))
    label = words("in_hand", tile=spoken(tile, words))
    return Part(f"hand-{tile}", label, corner, drawing(tile), ink, was=was, ring="on-wood")


@bounded_cache
def held(tile: Tile, name: str, x: float, y: float, was: str | None, words: Texts) -> Part:
    """A small tile in the hand of another player called `name`."""
    label = words("held", seat=name, tile=spoken(tile, words))
    corner = Rectangle(x, y, TILE * SMALL, TILE * SMALL)
    return Part(f"held-{tile}", label, corner, drawing(tile, SMALL), role="counter", was=was)


@cache
def drawing(tile: Tile, scale: float = 1) -> tuple[Shape, ...]:
    """A tile as it lies: its body, which is the same for all of a colour, and its turned lines."""
    return Use(f"tile-{tile.colour}", scale), lines_of(tile, scale)


def lines_of(tile: Tile, scale: float = 1) -> Shape:
    """The turned lines of a tile, without its body."""
    middle = scale * _HALF
    lines, turn = f"lines-{unturned(tile).spokes}", _turn_degrees(tile)
    return Use(lines, scale, (middle, middle), turn)


def _turn_degrees(tile: Tile) -> int:
    """How far a tile is turned clockwise from how it is written in a hand."""
    spokes, turns = unturned(tile).spokes, 0
    while spokes != tile.spokes:
        spokes, turns = quarter(spokes), turns + 1
    return 90 * turns


def _body(colour: str) -> tuple[Shape, ...]:
    """A rounded square with its texture."""
    face = Rectangle(1.5, 1.5, TILE - 3, TILE - 3)
    edged = Rect(face, Paint(colour, f"{colour}-edge", 1.5), 9)
    return Group((edged,), "soft"), Rect(face, Paint(TEXTURE[colour]), 9)


def _lines(spokes: str) -> tuple[Shape, ...]:
    """The lines of a tile around its centre, up to its very edge."""
    d = "".join(map(_spoke, spokes))
    drawn = [Path(d, Paint("", c, w)) for c, w in (("casing", _CASING), ("red", _LINE))]
    return (Group(tuple(drawn), clip=Rectangle(-_HALF, -_HALF, TILE, TILE)),)


def _joint() -> tuple[Shape, ...]:
    """A piece of line from south-west to north-east, centred on the corner that it bridges."""
    reach = _CASING * 0.62
    d = f"M{-reach:.1f} {reach:.1f}L{reach:.1f} {-reach:.1f}"
    lines = (("casing", _CASING), ("red", _LINE))
    return tuple(Path(d, Paint("", colour, width), butt=True) for colour, width in lines)


@bounded_cache
def joint(square: Square, spoke: int) -> Shape:
    """The piece of line that bridges the corner between two tiles that meet there."""
    dx, dy = STEPS[spoke]
    x = square[0] * TILE + _HALF + dx * _HALF
    y = -square[1] * TILE + _HALF - dy * _HALF
    return Use("joint", 1, (x, y), 0 if dx == dy else 90)


def alignment(first: Square, last: Square) -> Shape:
    """A dashed line with a light edge through the tiles of an alignment, from end to end."""
    (x, y), (z, w) = ((x * TILE + _HALF, -y * TILE + _HALF) for x, y in (first, last))
    line = f"M{x:g} {y:g}L{z:g} {w:g}"
    return Group((Path(line, Paint("", "card", 13)), Path(line, Paint("", "ink", 6, "1 13"))))


def pile(count: int) -> tuple[Shape, ...]:
    """A pile of tiles face down, at most three of them; empty if `count` is 0."""
    size = PILE - 6
    backs = [Rect(Rectangle(up, 6 - up, size, size), _BACK, 4) for up in (0, 3, 6)]
    return tuple(backs[:count])


def bounds(squares: Sequence[Square]) -> tuple[int, int, int, int]:
    """The least and the greatest x, then the least and the greatest y."""
    xs, ys = zip(*squares, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def frame(left: int, right: int, bottom: int, top: int) -> Rectangle:
    """The smallest view that shows all squares within these bounds."""
    wide, high = right - left + 1, top - bottom + 1
    return Rectangle(left * TILE, -top * TILE, wide * TILE, high * TILE)


@weighed_cache(lambda _: 3)
def captions(left: int, right: int, bottom: int, top: int, words: Texts) -> tuple[Ink, ...]:
    """The coordinates along the left and the bottom; below them, which letter is which colour."""
    xs = [Ink(x * 6, -bottom * 4 + 4, (str(x).center(5),)) for x in range(left, right + 1)]
    ys = [Ink(left * 6 - 5, -y * 4 + 1, (str(y).rjust(3),)) for y in range(bottom, top + 1)]
    letters = ", ".join(f"{colour} {words(f'tile_colour.{colour}')}" for colour in COLOURS)
    return (*xs, *ys, Ink(left * 6, -bottom * 4 + 6, (letters,)))


def in_characters(tile: Tile) -> tuple[str, ...]:
    """The tile as three lines of five characters, its colour's letter in the middle."""
    rows = [[_BLANK[tile.colour]] * 5 for _ in range(3)]
    rows[1][2] = tile.colour
    for spoke in tile.spokes:
        column, row, stroke = _STROKES[spoke]
        rows[row][column] = stroke
        if row == 1:
            rows[1][1 if column == 0 else 3] = stroke
    return tuple("".join(row) for row in rows)


def _ink(square: Square, lines: tuple[str, ...]) -> Ink:
    return Ink(square[0] * 6, -square[1] * 4, lines)


def _spoke(spoke: str) -> str:
    """A line from the middle of a tile to beyond its edge."""
    dx, dy = STEPS[int(spoke)]
    return f"M0 0L{dx * _HALF * 1.3:g} {-dy * _HALF * 1.3:g}"


SYMBOLS = {
    **{f"tile-{colour}": _body(colour) for colour in COLOURS},
    **{f"lines-{spokes}": _lines(spokes) for spokes in SHAPES},
    "joint": _joint(),
    **SEAT_SYMBOLS,
}
