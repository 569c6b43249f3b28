"""How Croisements looks: strips of letters on felt, pawns, and the lines of a move.

Strips do not move during a game, so parts are cached by what they depend on. The texts given to the
functions here contain no names of players; names are passed where they are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ludotheque.core.caching import bounded_cache, cache_of_large, weighed_cache
from ludotheque.core.scene import (
    Circle,
    Emblem,
    Group,
    Ink,
    Paint,
    Palette,
    Part,
    Path,
    Rect,
    Rectangle,
    Shape,
    Text,
    use_emblem,
)
from ludotheque.core.texts import Texts
from ludotheque.games.croisements.board import (
    COLUMNS,
    ROWS,
    SQUARES,
    STRIP,
    STRIPS,
    Crossing,
    Square,
    strip_at,
)
from ludotheque.games.croisements.state import GREEN, RED, Side, goal_of

PALETTE = Palette(
    {
        "felt": "#2E5E4B", "felt-edge": "#1F4335", "felt-ink": "#DCE9DF",
        "strip": "#F6EAD6", "strip-goal": "#EAD8B5", "strip-edge": "#C9AF82", "letter": "#2A2320",
        "value": "#6B5226", "side-red": "#B23A26", "side-red-edge": "#6E1E12",
        "side-green": "#2F7444", "side-green-edge": "#16401F", "on-pawn": "#FFFFFF",
        "lean": "#2A2320",
    },
    {
        "felt": "#1E3F33", "felt-edge": "#122820", "felt-ink": "#C9D9CE",
        "strip": "#E6D6BA", "strip-goal": "#D5BE92", "strip-edge": "#9C8155",
    },
)  # fmt: skip
CELL = 80.0
GUTTER, EDGE = 28.0, 4.0
WIDE = GUTTER + COLUMNS * CELL + EDGE
HIGH = EDGE + ROWS * CELL + GUTTER
COLOURS = ("side-red", "side-green")
LEAN = "lean"  # the colour of the line from a support, which is also dotted
EMBLEMS = (Emblem("●", "figure-red"), Emblem("▲", "figure-green"))

Strips = tuple[str, ...]
Owners = tuple[str, str]
Move = tuple[Side, Crossing]
_BARE = ("",) * STRIP
# Each board is drawn once for each side and language, and its squares take 60 KiB.
_BOARDS_DRAWN = 256
_NOBODY: Owners = ("", "")
_GOAL_PLACES = frozenset(
    place for place in range(STRIPS) for squares in strip_at(place) if any(map(goal_of, squares))
)
_THREADS = tuple(Paint("", colour, 7) for colour in COLOURS)
_LEAN = Paint("", LEAN, 6, "1 13")

# The area to press reaches a little beyond the edge of a square, so that a thumb finds it.
REACH = 2.0
_FIGURE = 72.0  # the size of a pawn


@dataclass(frozen=True, slots=True)
class View:
    """Where squares lie for a player of that side, whose first row is at the bottom.

    Red sees the board as it is named, Green after a half turn.
    """

    side: Side

    def seen(self, square: Square) -> Square:
        """The square that lies at the same place in Red's view."""
        return square if self.side == RED else square.opposite

    def corner(self, square: Square) -> tuple[float, float]:
        """The upper left corner of a square."""
        seen = self.seen(square)
        return GUTTER + seen.column * CELL, EDGE + (ROWS - 1 - seen.row) * CELL

    def box(self, square: Square) -> Rectangle:
        """The area of a square that can be pressed."""
        x, y = self.corner(square)
        return Rectangle(x - REACH, y - REACH, CELL + 2 * REACH, CELL + 2 * REACH)

    def centre(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def cell(self, square: Square) -> tuple[int, int]:
        """The column and the line of a square in text form."""
        seen = self.seen(square)
        return 5 + 4 * seen.column, ROWS - 1 - seen.row


VIEWS = (View(RED), View(GREEN))


@cache
def felt(view: View) -> tuple[Shape, ...]:
    """The felt, with the names of rows and columns."""
    cloth = Group((Rect(Rectangle(0, 0, WIDE, HIGH), Paint("felt", "felt-edge", 3), 16),), "soft")
    return (cloth, Group(tuple(names(view))))


def letters(view: View, strips: Strips, last: Move | None) -> tuple[Shape, ...]:
    """The strips, the lines of the last move, and the letters over them."""
    below, above = _lettered(view, strips)
    return (below, *threads(view, *last), above) if last else (below, above)


@cache_of_large(_BOARDS_DRAWN, kib=40)
def _lettered(view: View, strips: Strips) -> tuple[Shape, Shape]:
    """The strips of a board, and their letters, as two shapes that do not change."""
    below = [shape for place in range(len(strips)) for shape in _strip(view, place)]
    above = [shape for place, strip in enumerate(strips) for shape in _letters(view, place, strip)]
    return Group(tuple(below)), Group(tuple(above))


def names(view: View) -> Iterator[Text]:
    """The numbers of the rows and the letters of the columns."""
    for row in range(ROWS):
        _, y = view.centre(Square(0, row))
        yield Text(GUTTER / 2 + 1, y + 6, str(row + 1), 19, "felt-ink", "middle")
    for column in range(COLUMNS):
        x, _ = view.centre(Square(column, 0))
        yield Text(x, HIGH - 8, "abcdefgh"[column], 19, "felt-ink", "middle")


@cache
def _strip(view: View, place: int) -> tuple[Shape, ...]:
    """The strip at that place on Red's half, and the same on Green's."""
    drawn: list[Shape] = []
    for squares in strip_at(place):
        x = min(view.corner(square)[0] for square in squares)
        _, y = view.corner(squares[0])
        paint = Paint("strip-goal" if goal_of(squares[0]) else "strip", "strip-edge", 1.5)
        bars = "".join(f"M{x + n * CELL:g} {y + 16:g}v{CELL - 32:g}" for n in range(1, STRIP))
        drawn += (
            Rect(Rectangle(x + 2, y + 2.5, STRIP * CELL - 4, CELL - 5), paint, 9),
            Path(bars, Paint("", "strip-edge", 1)),
        )
    return tuple(drawn)


@weighed_cache(lambda _: 3)  # all tables have the same strips
def _letters(view: View, place: int, strip: str) -> tuple[Shape, ...]:
    """The letters of a strip, upright; in the goals, also what a pawn there is worth."""
    drawn: list[Shape] = []
    for squares in strip_at(place):
        for square, written in zip(squares, strip, strict=True):
            x, y = view.centre(square)
            drawn.append(Text(x, y + 14, written, 40, "letter", "middle", serif=True))
            goal = goal_of(square)
            if goal:
                drawn.append(Text(x + 27, y + 31, str(goal[1]), 17, "value", "middle"))
    return tuple(drawn)


def threads(view: View, side: Side, crossing: Crossing) -> tuple[Shape, ...]:
    """The two lines of a move: the pawn's solid in its own colour, the support's dotted."""
    pawn, square, support = (_centre(view, each) for each in crossing)
    return Path(f"M{pawn}L{square}", _THREADS[side]), Path(f"M{support}L{square}", _LEAN)


@cache
def _centre(view: View, square: Square) -> str:
    """The middle of a square, as written in an SVG path."""
    x, y = view.centre(square)
    return f"{x:g} {y:g}"


@cache_of_large(_BOARDS_DRAWN, kib=60)
def squares(view: View, strips: Strips, owners: Owners, words: Texts) -> tuple[Part, ...]:
    """All squares of a board as parts that can be pressed, in the order of `SQUARES`."""
    parts: dict[Square, Part] = {}
    for place in range(STRIPS):
        strip = strips[place] if place < len(strips) else _BARE
        own = owners if place in _GOAL_PLACES else _NOBODY
        parts |= _pressed(place, tuple(strip), view, own, words)
    return tuple([parts[square] for square in SQUARES])


# All tables have the same strips; only the squares of the goals contain names of players.
@weighed_cache(lambda _: 8)
def _pressed(
    place: int, strip: Strips, view: View, owners: Owners, words: Texts
) -> Mapping[Square, Part]:
    """The squares at a strip's place, on both halves."""
    return {
        square: _square(square, written, view, owners, words)
        for squares in strip_at(place)
        for square, written in zip(squares, strip, strict=True)
    }


def _square(square: Square, written: str, view: View, owners: Owners, words: Texts) -> Part:
    label = words("square" if written else "bare", square=str(square), letter=written)
    goal = goal_of(square)
    if goal:
        side, points = goal
        label += words("goal", seat=owners[side], n=points)
    ink = Ink(*view.cell(square), (written or "·",))
    box = view.box(square)
    return Part(f"square-{square}", label, box, (), ink, "place", radius=9, ring="letter")


@bounded_cache
def pawn(square: Square, side: Side, written: str, name: str, view: View, words: Texts) -> Part:
    """A pawn of the player called `name`, on a square with the letter `written`."""
    key = "red_pawn" if side == RED else "green_pawn"
    label = words(key, seat=name, square=str(square), letter=written)
    box = view.box(square)
    column, row = view.cell(square)
    ink = Ink(column - 1, row, (EMBLEMS[side].sign + written,))
    figure, half = _figure(side, written), box.w / 2
    return Part(f"pawn-{square}", label, box, figure, ink, radius=half, ring="letter")


@bounded_cache
def waiting(side: Side, number: int, name: str, words: Texts) -> Part:
    """A pawn that waits beside the board."""
    key = "red_waiting" if side == RED else "green_waiting"
    label = words(key, seat=name, number=number + 1)
    size, along = CELL + 2 * REACH, number + 4 * side
    box = Rectangle(along * CELL, 0, size, size)
    ink = Ink(5 + 3 * along, 0, (EMBLEMS[side].sign,))
    return Part(f"hand-{side}-{number}", label, box, _figure(side, ""), ink)


@cache  # every letter on every pawn
def _figure(side: Side, written: str) -> tuple[Shape, ...]:
    """A pawn of a side, with the letter of its square on it."""
    margin = CELL / 2 + REACH - _FIGURE / 2
    body = use_emblem(EMBLEMS[side].symbol, _FIGURE, (margin, margin))
    middle = CELL / 2 + REACH
    low = 13 if side == RED else 22  # a triangle is wide at its foot
    return body, Text(middle, middle + low, written, 36, "on-pawn", "middle", serif=True)


def _body(side: Side) -> Shape:
    """A disc for Red, a triangle for Green."""
    paint = Paint(COLOURS[side], f"{COLOURS[side]}-edge", 5)
    if side == RED:
        return Circle(50, 50, 43, paint)
    return Path("M50 1L99 90Q100 96 93 96H7Q0 96 1 90Z", paint)


SYMBOLS: Mapping[str, tuple[Shape, ...]] = {
    EMBLEMS[side].symbol: (Group((_body(side),), "soft"),) for side in (RED, GREEN)
}


@cache
def captions(view: View) -> tuple[Ink, ...]:
    """Names of rows and columns, and what the rows of the goals are worth, for the text form."""
    rows = [Ink(0, view.cell(Square(0, row))[1], (f"{row + 1:2}",)) for row in range(ROWS)]
    columns = [
        Ink(view.cell(Square(column, 0))[0], ROWS, ("abcdefgh"[column],))
        for column in range(COLUMNS)
    ]
    goals = [
        Ink(5 + 4 * COLUMNS, view.cell(Square(0, row))[1], (f"({goal[1]})",))
        for row in range(ROWS)
        if (goal := goal_of(Square(0, row)))
    ]
    return (*rows, *columns, *goals)
