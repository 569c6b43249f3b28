"""The table of Plus 4: a deep frame with four notched columns, cursors at its sides."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene import (
    Area,
    Box,
    Circle,
    Gesture,
    Group,
    Ink,
    Mark,
    Paint,
    Painter,
    Palette,
    Part,
    Path,
    Rect,
    Scene,
    Shape,
    Text,
    gestures_for,
    judged,
)
from ludotheque.core.texts import Texts, texts
from ludotheque.games.plus4.rules import (
    BONUS,
    PAWNS,
    SIZE,
    Line,
    Plus4,
    Push,
    State,
    complete,
    in_hand,
)

PACKAGE = "ludotheque.games.plus4"
PALETTE = Palette(
    {
        "frame": "#2B3E5E", "frame-edge": "#41597F", "slot": "#111C30", "notch": "#4A638C",
        "r": "#CB4331", "r-rim": "#8A2113", "r-light": "#F4AE9E",
        "b": "#3F7CC6", "b-rim": "#163D73", "b-light": "#B3D2F3",
        "gleam": "#FFFFFF", "rail": "#E3D5BC", "rail-edge": "#C0AB85", "line": "#FFF3C9",
    },
    {"frame": "#33486B", "frame-edge": "#54709C", "rail": "#4A3B2C", "rail-edge": "#7B6448"},
)  # fmt: skip

_CELL, _R = 112.0, 45.0
_LEFT, _TOP = 26.0, 24.0
_FRAME_W, _FRAME_H = SIZE * _CELL + 2 * _LEFT, SIZE * _CELL + _TOP + 58
_RAIL = 92.0
_STEP = 40.0
_SCALE = 11


class Plus4Painter(Painter[State, Push]):
    """The grid between two cursors, and the pawns of whoever is to push."""

    def __init__(self, game: Plus4) -> None:
        """Cursors only where there are points to show."""
        self.game = game
        self.side = _RAIL if game.has_bonus else 0.0

    def scene(
        self,
        state: State,
        seat: Seat | None = None,
        lang: str = "fr",
        after: tuple[State, Push] | None = None,
        refused: Push | None = None,
        standing: Sequence[int] = (),
    ) -> Scene:
        """The frame with its pawns, the cursors, and the hand of the player to push."""
        words = texts(PACKAGE, lang)
        totals = [own + (standing[s] if standing else 0) for s, own in enumerate(state.scores)]
        box = Box(0, 0, _FRAME_W + 2 * self.side, _FRAME_H)
        parts = [*self._lines(state, words), *self._pawns(state, words, after)]
        parts += [self._column(column, state, words, refused) for column in range(SIZE)]
        if self.game.has_bonus:
            parts += [self._cursor(s, totals[s], words) for s in (0, 1)]
        captions = (Ink(1, 0, ("1   2   3   4",)),)
        board = Area("board", words("board"), box, tuple(parts), self._frame(), captions=captions)
        mine = state.mover if seat is None else seat
        pushes = gestures_for(self.game, state, seat)
        return Scene(
            words("title"),
            self._status(state, words),
            lang,
            (board, self._hand(state, mine, words)),
            tuple(Gesture(_presses(push), _text(push)) for push in pushes),
            palette=PALETTE,
        )

    def tell(self, state: State, action: Push, lang: str) -> str:
        """Who pushed where, what fell out, and the points it made."""
        words = texts(PACKAGE, lang)
        key = "tell_bonus" if action.bonus else "tell"
        told = [words(key, seat=words(f"seat.{state.mover}"), column=action.column + 1)]
        column = state.columns[action.column]
        if len(column) == SIZE:
            told.append(words("tell_fallen", pawn=words(f"pawn.{column[-1]}")))
        after = self.game.apply(state, action)
        for seat in (0, 1):
            gained = after.scores[seat] - state.scores[seat]
            if gained and self.game.has_bonus:
                told.append(words("tell_points", seat=words(f"seat.{seat}"), n=gained))
        return " ".join(told)

    def meaning(self, state: State, presses: Sequence[str]) -> Push | Reason | None:
        """A column, perhaps after the bonus pawn."""
        bonus = bool(presses) and presses[0] == "hand-bonus"
        column = next((press for press in presses if press.startswith("column-")), None)
        if column is None or not column[7:].isdigit():
            return None
        return judged(self.game, state, Push(int(column[7:]) - 1, bonus))

    def _status(self, state: State, words: Texts) -> str:
        mode = words(f"mode.{self.game.mode}", target=self.game.options.target)
        end = self.game.outcome(state)
        if end is None:
            return f"{mode} · " + words("to_move", seat=words(f"seat.{state.mover}"))
        if not end.winners:
            return f"{mode} · " + words("drawn")
        return f"{mode} · " + words("won", seat=words(f"seat.{end.winners[0]}"))

    def _frame(self) -> tuple[Shape, ...]:
        x = self.side
        shape = Group(
            (
                Rect(
                    Box(x + 2, 0, _FRAME_W - 4, _FRAME_H - 14), Paint("frame", "frame-edge", 2), 18
                ),
            ),
            "lift",
        )
        slots: list[Shape] = []
        for column in range(SIZE):
            left = x + _LEFT + column * _CELL + 5
            slots.append(
                Rect(Box(left, _TOP - 6, _CELL - 10, SIZE * _CELL + 12), Paint("slot"), 12)
            )
            for row in range(1, SIZE):
                y = _TOP + row * _CELL
                slots.append(
                    Path(
                        f"M{left} {y - 8}l9 8-9 8ZM{left + _CELL - 10} {y - 8}l-9 8 9 8Z",
                        Paint("notch"),
                    )
                )
            slots.append(
                Text(
                    left + _CELL / 2 - 5,
                    _FRAME_H - 30,
                    str(column + 1),
                    20,
                    "line",
                    "middle",
                    serif=True,
                )
            )
        return (shape, *slots)

    def _at(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a cell."""
        return self.side + _LEFT + (column + 0.5) * _CELL, _TOP + (row + 0.5) * _CELL

    def _pawns(self, state: State, words: Texts, after: tuple[State, Push] | None) -> list[Part]:
        moved = after[1] if after else None
        parts = []
        for column, pawns in enumerate(state.columns):
            for row, letter in enumerate(pawns):
                x, y = self._at(column, row)
                was = None
                if moved and moved.column == column:
                    hand = "hand-bonus" if moved.bonus else "hand-plain"
                    was = hand if row == 0 else f"pawn-{column + 1}-{row}"
                label = words("cell", pawn=words(f"pawn.{letter}"), column=column + 1, row=row + 1)
                ink = Ink(column * 4 + 1, row + 1, (f"{_SIGNS[letter]}",))
                marks: tuple[Mark, ...] = ("last",) if was and row == 0 else ()
                box = Box(x - _R, y - _R, 2 * _R, 2 * _R)
                art = pawn(letter, _R)
                parts.append(
                    Part(
                        f"pawn-{column + 1}-{row + 1}",
                        label,
                        box,
                        art,
                        ink,
                        "piece",
                        marks,
                        was,
                        _R,
                    )
                )
        return parts

    def _lines(self, state: State, words: Texts) -> list[Part]:
        """A bright ribbon under every complete line."""
        return [self._bar(line, owner, words) for line, owner in complete(state.columns).items()]

    def _bar(self, line: Line, owner: Seat, words: Texts) -> Part:
        (x1, y1), (x2, y2) = self._at(*line[0]), self._at(*line[-1])
        box = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        d = f"M{x1 - box.x:.1f} {y1 - box.y:.1f}L{x2 - box.x:.1f} {y2 - box.y:.1f}"
        rings = [Circle(x - box.x, y - box.y, _R + 6, Paint("line")) for x, y in self._along(line)]
        art: tuple[Shape, ...] = (Path(d, Paint("", "line", 30)), *rings)
        name = "-".join(str(n + 1) for n in (*line[0], *line[-1]))
        return Part(
            f"line-{name}", words("line_of", seat=words(f"seat.{owner}")), box, art, role="trace"
        )

    def _along(self, line: Line) -> list[tuple[float, float]]:
        return [self._at(column, row) for column, row in line]

    def _column(self, column: int, state: State, words: Texts, refused: Push | None) -> Part:
        pawns = ", ".join(words(f"pawn.{letter}") for letter in state.columns[column])
        label = words("column", column=column + 1, pawns=pawns or words("empty"))
        x = self.side + _LEFT + column * _CELL
        box = Box(x, 4, _CELL, SIZE * _CELL + _TOP + 6)
        marks: tuple[Mark, ...] = ("refused",) if refused and refused.column == column else ()
        empty = Ink(
            column * 4 + 1,
            1 + len(state.columns[column]),
            ("·",) * (SIZE - len(state.columns[column])),
        )
        return Part(f"column-{column + 1}", label, box, (), empty, "place", marks, radius=12)

    def _cursor(self, seat: Seat, points: int, words: Texts) -> Part:
        x = 0.0 if seat == 0 else _RAIL + _FRAME_W
        centre = 54.0 if seat == 0 else _RAIL - 54
        foot = _FRAME_H - 40
        shapes: list[Shape] = [
            Rect(
                Box(centre - 9, foot - _SCALE * _STEP - 16, 18, _SCALE * _STEP + 32),
                Paint("rail", "rail-edge", 1.5),
                9,
            )
        ]
        for step in range(_SCALE + 1):
            out, anchor = (centre - 24, "end") if seat == 0 else (centre + 24, "start")
            y = foot - step * _STEP
            goal = self.game.options.rounds == 0 and step == self.game.options.target
            shapes.append(
                Text(
                    out,
                    y + 6,
                    str(step),
                    20 if goal else 15,
                    "ink" if goal else "muted",
                    "end" if anchor == "end" else "start",
                    serif=True,
                )
            )
        y = foot - min(points, _SCALE) * _STEP
        shapes.append(Group(pawn(PAWNS[seat], 21), at=(centre - 21, y - 21)))
        label = words("cursor", seat=words(f"seat.{seat}"), n=points)
        ink = Ink(21, 1 + 2 * seat, (f"{_SIGNS[PAWNS[seat]]} {label}",))
        return Part(
            f"cursor-{seat}", label, Box(x, 0, _RAIL, _FRAME_H), tuple(shapes), ink, "counter"
        )

    def _hand(self, state: State, seat: Seat, words: Texts) -> Area:
        """The plain pawn, and the bonus pawn unless it is in the grid."""
        kinds = [("hand-plain", PAWNS[seat], "piece")]
        if self.game.has_bonus and in_hand(state.columns, seat):
            kinds.append(("hand-bonus", BONUS[seat], "piece"))
        parts = []
        for index, (name, letter, _) in enumerate(kinds):
            box = Box(190.0 + index * 96, 10, 76, 76)
            ink = Ink(len(words("hand")) + 1 + index * 5, 0, (f"{_SIGNS[letter]}{' *' if letter in BONUS else ''}",))
            label = words("in_hand", pawn=words(f"pawn.{letter}"))
            parts.append(
                Part(
                    name,
                    label,
                    box,
                    pawn(letter, 38),
                    ink,
                    "counter" if index == 0 else "piece",
                    radius=38,
                )
            )
        title = words("hand")
        writing = Text(170, 55, title, 21, "muted", "end")
        return Area(
            "hand",
            title,
            Box(0, 0, 400, 96),
            tuple(parts),
            (writing,),
            captions=(Ink(0, 0, (title,)),),
        )


_SIGNS = {"r": "+", "b": "o", "R": "✚", "B": "◎"}


def pawn(letter: str, r: float) -> tuple[Shape, ...]:
    """A round pawn with a rim and its player's mark; a star as well on a bonus pawn."""
    own = letter.lower()
    light = letter in BONUS
    rim = f"{own}-rim"
    body = Group((Circle(r, r, r - 1.5, Paint(f"{own}-light" if light else own, rim, 3)),), "soft")
    ring = Circle(r, r, r * 0.78, Paint("", "gleam" if not light else rim, 1.6))
    if light:
        return (
            body,
            ring,
            Path(_star(r, r * 0.66), Paint(rim)),
            *_mark(own, r, 0.19, f"{own}-light"),
        )
    return (body, ring, *_mark(own, r, 0.34, rim))


def _mark(own: str, r: float, size: float, colour: str) -> tuple[Shape, ...]:
    """A cross for red, a ring for blue."""
    paint = Paint("", colour, r * size * 0.5)
    if own == "b":
        return (Circle(r, r, r * size * 0.8, paint),)
    arm = r * size
    return (
        Path(f"M{r - arm:.1f} {r:.1f}h{2 * arm:.1f}M{r:.1f} {r - arm:.1f}v{2 * arm:.1f}", paint),
    )


def _star(centre: float, size: float) -> str:
    points = []
    for corner in range(10):
        reach = size if corner % 2 == 0 else size * 0.52
        angle = corner * pi / 5
        points.append(f"{centre + sin(angle) * reach:.1f} {centre - cos(angle) * reach:.1f}")
    return "M" + "L".join(points) + "Z"


def _presses(push: Push) -> tuple[str, ...]:
    column = f"column-{push.column + 1}"
    return ("hand-bonus", column) if push.bonus else (column,)


def _text(push: Push) -> str:
    return f"{push.column + 1}{'*' if push.bonus else ''}"
