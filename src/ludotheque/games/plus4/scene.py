"""The table of Plus 4: a deep frame with four notched columns, cursors at its sides."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene import (
    Area,
    Gesture,
    Ink,
    Mark,
    Painter,
    Part,
    Rectangle,
    Role,
    Scene,
    Text,
    Viewpoint,
    actions_offered,
    judged,
    result,
)
from ludotheque.core.texts import Texts
from ludotheque.games.plus4 import art
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


class Plus4Painter(Painter[State, Push]):
    """The grid between two cursors, and the pawns of the player to move."""

    def __init__(self, game: Plus4) -> None:
        """Leaves room for cursors only where there are points to show."""
        self.game = game
        self.side = art.RAIL if game.has_bonus else 0.0

    def scene(self, state: State, viewpoint: Viewpoint[State, Push]) -> Scene:
        """The frame with its pawns, the cursors, and the hand of the player to push."""
        words, seat, standing = viewpoint.words, viewpoint.seat, viewpoint.standing
        totals = [own + (standing[s] if standing else 0) for s, own in enumerate(state.scores)]
        box = Rectangle(0, 0, art.FRAME_W + 2 * self.side, art.FRAME_H)
        parts = [*self._lines(state, words), *self._pawns(state, words, viewpoint.after)]
        parts += [self._column(column, state, viewpoint) for column in range(SIZE)]
        if self.game.has_bonus:
            parts += [self._cursor(s, totals[s], words) for s in (0, 1)]
        captions = (Ink(1, 0, ("1   2   3   4",)),)
        board = Area(
            "board", words("board"), box, tuple(parts), art.frame(self.side), captions=captions
        )
        mine = state.mover if seat is None else seat
        return Scene(
            words("title"),
            self._status(state, words),
            words.lang,
            (board, self._hand(state, mine, words)),
            self.gestures(state, seat) if viewpoint.offers else (),
            palette=art.PALETTE,
        )

    def gestures(self, state: State, seat: Seat | None) -> tuple[Gesture, ...]:
        """A column, for a bonus pawn after that pawn in the hand."""
        return tuple(map(_gesture, actions_offered(self.game, state, seat)))

    def tell(self, state: State, action: Push, words: Texts) -> str:
        """Who pushed where, what fell out, and the points it made."""
        key = "tell_bonus" if action.bonus else "tell"
        told = [words(key, seat=words.seat(state.mover), column=action.column + 1)]
        column = state.columns[action.column]
        if len(column) == SIZE:
            told.append(words("tell_fallen", pawn=words(f"pawn.{column[-1]}")))
        after = self.game.apply(state, action)
        for seat in (0, 1):
            gained = after.scores[seat] - state.scores[seat]
            if gained and self.game.has_bonus:
                told.append(words("tell_points", seat=words.seat(seat), n=gained))
        return " ".join(told)

    def instruct(self, state: State, action: Push, words: Texts) -> str:
        """Which column to push, and with which pawn."""
        del state
        return words("do_bonus" if action.bonus else "do", column=action.column + 1)

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
            return f"{mode} · " + words("to_move", seat=words.seat(state.mover))
        return f"{mode} · {result(end, words)}"

    def _pawns(self, state: State, words: Texts, after: tuple[State, Push] | None) -> list[Part]:
        pushed = after[1] if after else None
        return [
            self._pawn(letter, column, row, words, pushed)
            for column, pawns in enumerate(state.columns)
            for row, letter in enumerate(pawns)
        ]

    def _pawn(self, letter: str, column: int, row: int, words: Texts, pushed: Push | None) -> Part:
        """A pawn; in the column just pushed, it was one level higher, or in the hand."""
        was = None
        if pushed and pushed.column == column:
            hand = "hand-bonus" if pushed.bonus else "hand-plain"
            was = f"pawn-{column + 1}-{row}" if row else hand
        marks: tuple[Mark, ...] = ("last",) if was and not row else ()
        label = words("cell", pawn=words(f"pawn.{letter}"), column=column + 1, row=row + 1)
        x, y = art.cell(self.side, column, row)
        box = Rectangle(x - art.R, y - art.R, 2 * art.R, 2 * art.R)
        ink = Ink(column * 4 + 1, row + 1, (art.SIGNS[letter],))
        name = f"pawn-{column + 1}-{row + 1}"
        return Part(name, label, box, art.pawn(letter, art.R), ink, "piece", marks, was, art.R)

    def _lines(self, state: State, words: Texts) -> list[Part]:
        """A bright ribbon under every complete line."""
        return [self._line(line, owner, words) for line, owner in complete(state.columns).items()]

    def _line(self, line: Line, owner: Seat, words: Texts) -> Part:
        box, ribbon = art.ribbon([art.cell(self.side, column, row) for column, row in line])
        name = "-".join(str(n + 1) for n in (*line[0], *line[-1]))
        label = words("line_of", seat=words.seat(owner))
        return Part(f"line-{name}", label, box, ribbon, role="trace")

    def _column(self, column: int, state: State, viewpoint: Viewpoint[State, Push]) -> Part:
        words, refused = viewpoint.words, viewpoint.refused
        pawns = ", ".join(words(f"pawn.{letter}") for letter in state.columns[column])
        label = words("column", column=column + 1, pawns=pawns or words("empty"))
        marks: tuple[Mark, ...] = ("refused",) if refused and refused.column == column else ()
        filled = len(state.columns[column])
        empty = Ink(column * 4 + 1, 1 + filled, ("·",) * (SIZE - filled))
        box = art.column(self.side, column)
        return Part(
            f"column-{column + 1}", label, box, (), empty, "place", marks, radius=8, ring="line"
        )

    def _cursor(self, seat: Seat, points: int, words: Texts) -> Part:
        goal = None if self.game.options.rounds else self.game.options.target
        label = words("cursor", seat=words.seat(seat), n=points)
        ink = Ink(21, 1 + 2 * seat, (f"{art.SIGNS[PAWNS[seat]]} {label}",))
        box, shapes = art.cursor(seat, points, goal)
        return Part(f"cursor-{seat}", label, box, shapes, ink, "counter")

    def _hand(self, state: State, seat: Seat, words: Texts) -> Area:
        """The plain pawn, and the bonus pawn unless it is in the grid."""
        title = words("hand")
        parts = [_in_hand("hand-plain", PAWNS[seat], words)]
        if self.game.has_bonus and in_hand(state.columns, seat):
            parts.append(_in_hand("hand-bonus", BONUS[seat], words))
        writing = Text(170, 55, title, 21, "muted", "end")
        captions = (Ink(0, 0, (title,)),)
        box = Rectangle(0, 0, 400, 96)
        return Area("hand", title, box, tuple(parts), (writing,), captions=captions)


def _in_hand(name: str, letter: str, words: Texts) -> Part:
    bonus = letter in BONUS
    box = Rectangle(286.0 if bonus else 190.0, 10, 76, 76)
    ink = Ink(len(words("hand")) + (6 if bonus else 1), 0, (art.SIGNS[letter] + " *" * bonus,))
    label = words("in_hand", pawn=words(f"pawn.{letter}"))
    role: Role = "piece" if bonus else "counter"
    return Part(name, label, box, art.pawn(letter, 38), ink, role, radius=38)


def _gesture(push: Push) -> Gesture:
    number = str(push.column + 1)
    column = f"column-{number}"
    if push.bonus:
        return Gesture(("hand-bonus", column), f"{number}*")
    return Gesture((column,), number)
