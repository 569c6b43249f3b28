"""The table of Plus 4: a deep frame with four notched columns, cursors at its sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from ludotheque.core.caching import bounded_cache
from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import (
    Area,
    Emblem,
    Family,
    Ink,
    Mark,
    Part,
    Rectangle,
    Role,
    Scene,
    Text,
    Viewpoint,
    judged,
    last_made,
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
from ludotheque.games.plus4.speech import Plus4Speech


class Plus4Painter(Plus4Speech):
    """Draws the grid between two cursors, and the pawns in hand."""

    palette = art.PALETTE
    symbols = art.SYMBOLS

    def __init__(self, game: Plus4) -> None:
        super().__init__(game)
        self.side = art.RAIL if game.has_bonus else 0.0
        self.box = Rectangle(0, 0, art.FRAME_W + 2 * self.side, art.FRAME_H)
        self.goal = None if game.options.rounds else game.options.target

    def scene(self, state: State, viewpoint: Viewpoint[State, Push]) -> Scene:
        """The frame with its pawns, the cursors, and the hand of the seat, or else of the mover."""
        words, seat = viewpoint.words, viewpoint.seat
        board, status = self._board(
            state, words, viewpoint.after, viewpoint.refused, viewpoint.standing
        )
        mine = state.mover if seat is None else seat
        bonus = self.game.has_bonus and in_hand(state.columns, mine)
        hand = _hand(mine, bonus, words.nameless)
        return self._pictured(state, viewpoint, status, board, hand)

    def offers(self, state: State, seat: Seat | None) -> tuple[Family, ...]:
        """A column, or the bonus pawn in the hand and then a column."""
        pushes = self.allowed(state, seat)
        plain = [str(push.column + 1) for push in pushes if not push.bonus]
        bonus = [str(push.column + 1) for push in pushes if push.bonus]
        both = (
            Family(("column-",), "{0}", plain),
            Family(("hand-", "column-"), "{1}*", {"bonus": bonus}),
        )
        return both[: 2 if bonus else 1] if plain else ()

    def meaning(self, state: State, presses: Sequence[str]) -> Push | Reason | None:
        """The push that the presses make, why they make none, or None if a press is missing."""
        bonus = bool(presses) and presses[0] == "hand-bonus"
        column = next((press for press in presses if press.startswith("column-")), None)
        if column is None or not column[7:].isdigit():
            return _no_column(presses[-1]) if presses else None
        return judged(self.game, state, Push(int(column[7:]) - 1, bonus))

    def emblems(self, state: State) -> tuple[Emblem, ...]:
        """The red pawn and the blue one."""
        del state
        return art.EMBLEMS

    def status(self, state: State, words: Texts) -> str:
        """The mode, then whose turn it is, or how it ended."""
        mode = words(f"mode.{self.game.mode}", target=self.game.options.target)
        return f"{mode} · {super().status(state, words)}"

    @last_made
    def _board(
        self,
        state: State,
        words: Texts,
        after: tuple[State, Push] | None,
        refused: Push | None,
        standing: tuple[int, ...],
    ) -> tuple[Area, str]:
        """The frame and the status, which are the same for both players."""
        lines = complete(state.columns).items()
        parts = [_line(self.side, line, owner, words) for line, owner in lines]
        for number, letters in enumerate(state.columns):
            pushed = _pushed_from(after[1] if after else None, number)
            parts += _pawns(self.side, number, letters, pushed, words.nameless)
        for number, letters in enumerate(state.columns):
            column = _column(self.side, number, letters, words.nameless)
            tried = refused and refused.column == number
            parts.append(replace(column, marks=("refused",)) if tried else column)
        if self.game.has_bonus:
            before = standing or (0, 0)
            parts += [_cursor(s, state.scores[s] + before[s], self.goal, words) for s in (0, 1)]
        captions = (Ink(1, 0, ("1   2   3   4",)),)
        board = Area(
            "board", words("board"), self.box, tuple(parts), art.frame(self.side), captions=captions
        )
        return board, self.status(state, words)


def _no_column(press: str) -> Reason | None:
    """Why a press that is no column is refused; None if a column can follow it."""
    if press.startswith("pawn-"):
        return because("in_grid", "2.1")
    return because("choose_column", "2.1") if press == "hand-plain" else None


@bounded_cache
def _column(side: float, number: int, letters: str, words: Texts) -> Part:
    """A column that can be pressed; its label lists the pawns."""
    spoken = ", ".join(words(f"pawn.{letter}") for letter in letters) or words("empty")
    label = words("column", column=number + 1, pawns=spoken)
    empty = Ink(number * 4 + 1, 1 + len(letters), ("·",) * (SIZE - len(letters)))
    box, name = art.column(side, number), f"column-{number + 1}"
    return Part(name, label, box, (), empty, "place", radius=8, ring="line")


@bounded_cache
def _pawns(side: float, column: int, letters: str, pushed: str, words: Texts) -> tuple[Part, ...]:
    """The pawns of a column; `pushed` is the part where the top one was before, if just pushed."""
    numbered = enumerate(letters)
    return tuple([_pawn(side, letter, column, row, pushed, words) for row, letter in numbered])


@cache  # every pawn in every cell
def _pawn(side: float, letter: str, column: int, row: int, pushed: str, words: Texts) -> Part:
    """A pawn; if its column was just pushed, it comes from one row above or from the hand."""
    was = pushed and (f"pawn-{column + 1}-{row}" if row else pushed)
    marks: tuple[Mark, ...] = ("last",) if pushed and not row else ()
    label = words("cell", pawn=words(f"pawn.{letter}"), column=column + 1, row=row + 1)
    x, y = art.cell(side, column, row)
    box = Rectangle(x - art.R, y - art.R, 2 * art.R, 2 * art.R)
    ink = Ink(column * 4 + 1, row + 1, (art.SIGNS[letter],))
    name, drawing = f"pawn-{column + 1}-{row + 1}", art.pawn(letter, art.R)
    return Part(name, label, box, drawing, ink, "piece", marks, was or None, art.R)


@bounded_cache
def _line(side: float, line: Line, owner: Seat, words: Texts) -> Part:
    """A bright ribbon under a complete line."""
    box, ribbon = art.ribbon([art.cell(side, column, row) for column, row in line])
    name = "-".join(str(n + 1) for n in (*line[0], *line[-1]))
    label = words("line_of", seat=words.seat(owner))
    return Part(f"line-{name}", label, box, ribbon, role="trace")


@bounded_cache
def _cursor(seat: Seat, points: int, goal: int | None, words: Texts) -> Part:
    label = words("cursor", seat=words.seat(seat), n=points)
    ink = Ink(21, 1 + 2 * seat, (f"{art.SIGNS[PAWNS[seat]]} {label}",))
    box, shapes = art.cursor(seat, points, goal)
    return Part(f"cursor-{seat}", label, box, shapes, ink, "counter")


@cache  # two seats, with and without the bonus pawn
def _hand(seat: Seat, bonus: bool, words: Texts) -> Area:
    """The plain pawn, and the bonus pawn unless it is in the grid."""
    title = words("hand")
    parts = [_in_hand("hand-plain", PAWNS[seat], words)]
    if bonus:
        parts.append(_in_hand("hand-bonus", BONUS[seat], words))
    writing = Text(170, 55, title, 21, "muted", "end")
    captions = (Ink(0, 0, (title,)),)
    box = Rectangle(0, 0, 400, 96)
    return Area("hand", title, box, tuple(parts), (writing,), captions=captions)


@cache  # four pawns
def _in_hand(name: str, letter: str, words: Texts) -> Part:
    bonus = letter in BONUS
    box = Rectangle(286.0 if bonus else 190.0, 10, 76, 76)
    ink = Ink(len(words("hand")) + (6 if bonus else 1), 0, (art.SIGNS[letter],))
    label = words("in_hand", pawn=words(f"pawn.{letter}"))
    role: Role = "piece" if bonus else "counter"
    return Part(name, label, box, art.pawn(letter, 38), ink, role, radius=38)


def _pushed_from(pushed: Push | None, column: int) -> str:
    """The part of the hand from which a pawn was just pushed into that column; empty if none."""
    if pushed is None or pushed.column != column:
        return ""
    return "hand-bonus" if pushed.bonus else "hand-plain"
