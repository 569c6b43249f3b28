"""How Croisements is drawn: strips of letters on felt, pawns, and the lines of a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.core.game import Seat
from ludotheque.core.scene import Circle, Group, Paint, Palette, Path, Rect, Rectangle, Shape, Text
from ludotheque.games.croisements.board import (
    COLUMNS,
    ROWS,
    STRIP,
    Crossing,
    Square,
    strip_at,
)
from ludotheque.games.croisements.state import RED, Side, goal_of

PALETTE = Palette(
    {
        "felt": "#2E5E4B", "felt-edge": "#1F4335", "felt-ink": "#DCE9DF",
        "strip": "#F6EAD6", "strip-goal": "#EAD8B5", "strip-edge": "#C9AF82", "letter": "#2A2320",
        "value": "#6B5226", "side-red": "#B23A26", "side-red-edge": "#6E1E12",
        "side-green": "#2F7444", "side-green-edge": "#16401F", "on-pawn": "#FFFFFF",
        "thread": "#B23A26", "lean": "#2A2320",
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


# A square is pressed a little beyond its edge, so that a thumb finds it.
REACH = 2.0


@dataclass(frozen=True, slots=True)
class View:
    """Where squares lie for a player of that side, whose first row is at the bottom.

    Red sees the board as it is named; Green sees it after a half turn.
    """

    side: Side

    def seen(self, square: Square) -> Square:
        """The square of Red's view that lies at the same place."""
        return square if self.side == RED else square.opposite

    def corner(self, square: Square) -> tuple[float, float]:
        """The upper left corner of a square."""
        seen = self.seen(square)
        return GUTTER + seen.column * CELL, EDGE + (ROWS - 1 - seen.row) * CELL

    def box(self, square: Square) -> Rectangle:
        """Where a square is pressed."""
        x, y = self.corner(square)
        return Rectangle(x - REACH, y - REACH, CELL + 2 * REACH, CELL + 2 * REACH)

    def centre(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def cell(self, square: Square) -> tuple[int, int]:
        """Where a square stands in characters."""
        seen = self.seen(square)
        return 5 + 4 * seen.column, ROWS - 1 - seen.row


@lru_cache(maxsize=2)
def felt(view: View) -> tuple[Shape, ...]:
    """The felt, with the names of rows and columns."""
    cloth = Group((Rect(Rectangle(0, 0, WIDE, HIGH), Paint("felt", "felt-edge", 3), 16),), "soft")
    return (cloth, *_names(view))


def letters(view: View, strips: Sequence[str], last: Crossing | None) -> Iterator[Shape]:
    """The strips, the threads of the last move, and the letters over them."""
    for place in range(len(strips)):
        yield from _strip(view, place)
    yield from threads(view, last) if last else ()
    for place, strip in enumerate(strips):
        yield from _letters(view, place, strip)


def _names(view: View) -> Iterator[Shape]:
    for row in range(ROWS):
        _, y = view.centre(Square(0, row))
        yield Text(GUTTER / 2 + 1, y + 6, str(row + 1), 19, "felt-ink", "middle")
    for column in range(COLUMNS):
        x, _ = view.centre(Square(column, 0))
        yield Text(x, HIGH - 8, "abcdefgh"[column], 19, "felt-ink", "middle")


@lru_cache(maxsize=64)  # the same strips lie on every table
def _strip(view: View, place: int) -> tuple[Shape, ...]:
    """The strip of that place on Red's half, and the same on Green's."""
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


@lru_cache(maxsize=1024)
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


def threads(view: View, crossing: Crossing) -> tuple[Shape, ...]:
    """The two lines of a move: the pawn's solid, the support's dotted."""
    pawn, square, support = (view.centre(each) for each in crossing)
    return (
        Path(_line(pawn, square), Paint("", "thread", 7)),
        Path(_line(support, square), Paint("", "lean", 6, "1 13")),
    )


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"


def pawn(seat: Seat, side: Side, written: str) -> tuple[Shape, ...]:
    """A pawn of the side's colour in its player's shape, the letter it stands on upon it."""
    paint = Paint(COLOURS[side], f"{COLOURS[side]}-edge", 3.5)
    middle = CELL / 2 + REACH
    if seat == 0:
        body: Shape = Circle(middle, middle, 31, paint)
    else:
        body = Path("M42 7L77 71Q78 75 73 75H11Q6 75 7 71Z", paint)
    low = 13 if seat == 0 else 22
    return (
        Group((body,), "soft"),
        Text(middle, middle + low, written, 36, "on-pawn", "middle", serif=True),
    )
