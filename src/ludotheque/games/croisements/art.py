"""How Croisements is drawn: cream strips of letters on felt, pawns, threads that meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludotheque.core.game import Seat
from ludotheque.core.scene import Box, Circle, Group, Paint, Palette, Path, Rect, Shape, Text
from ludotheque.games.croisements.board import (
    COLUMNS,
    ROWS,
    SQUARES,
    STRIP,
    Crossing,
    Square,
    letter,
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


class View:
    """Where things lie for somebody who has that side's first row before them."""

    def __init__(self, side: Side) -> None:
        """Red sees the board as it is named; Green sees it after a half turn."""
        self.side = side

    def seen(self, square: Square) -> Square:
        """The square of Red's view that lies at the same place."""
        return square if self.side == RED else square.opposite

    def corner(self, square: Square) -> tuple[float, float]:
        """The upper left corner of a square."""
        seen = self.seen(square)
        return GUTTER + seen.column * CELL, EDGE + (ROWS - 1 - seen.row) * CELL

    def box(self, square: Square) -> Box:
        """Where a square is pressed."""
        x, y = self.corner(square)
        return Box(x - REACH, y - REACH, CELL + 2 * REACH, CELL + 2 * REACH)

    def centre(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2


def felt(view: View) -> tuple[Shape, ...]:
    """The felt, with the names of rows and columns."""
    cloth = Group((Rect(Box(0, 0, WIDE, HIGH), Paint("felt", "felt-edge", 3), 16),), "soft")
    return (cloth, *_names(view))


def letters(view: View, strips: Sequence[str], last: Crossing | None) -> tuple[Shape, ...]:
    """The strips, the threads of the last move, and the letters over them."""
    drawn = threads(view, last) if last else ()
    return (*_strips(view, strips), *drawn, *_letters(view, strips))


def _names(view: View) -> Iterator[Shape]:
    for row in range(ROWS):
        _, y = view.centre(Square(0, row))
        yield Text(GUTTER / 2 + 1, y + 6, str(row + 1), 19, "felt-ink", "middle")
    for column in range(COLUMNS):
        x, _ = view.centre(Square(column, 0))
        yield Text(x, HIGH - 8, "abcdefgh"[column], 19, "felt-ink", "middle")


def _strips(view: View, strips: Sequence[str]) -> Iterator[Shape]:
    """Each strip of Red's half, and the same on Green's."""
    for place in range(len(strips)):
        start = Square(STRIP * (place % 2), place // 2)
        end = Square(start.column + STRIP - 1, start.row)
        for one, other in ((start, end), (start.opposite, end.opposite)):
            x = min(view.corner(one)[0], view.corner(other)[0])
            _, y = view.corner(one)
            paint = Paint("strip-goal" if goal_of(one) else "strip", "strip-edge", 1.5)
            yield Rect(Box(x + 2, y + 2.5, STRIP * CELL - 4, CELL - 5), paint, 9)
            bars = "".join(f"M{x + n * CELL:g} {y + 16:g}v{CELL - 32:g}" for n in range(1, STRIP))
            yield Path(bars, Paint("", "strip-edge", 1))


def _letters(view: View, strips: Sequence[str]) -> Iterator[Shape]:
    """Upright for whoever looks; in the goals, what a pawn there is worth."""
    for square in SQUARES:
        written = letter(strips, square)
        if not written:
            continue
        x, y = view.centre(square)
        yield Text(x, y + 14, written, 40, "letter", "middle", serif=True)
        goal = goal_of(square)
        if goal:
            yield Text(x + 27, y + 31, str(goal[1]), 17, "value", "middle")


def threads(view: View, crossing: Crossing) -> tuple[Shape, ...]:
    """The two trajectories of a move: the pawn's in full, the support's dotted."""
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
