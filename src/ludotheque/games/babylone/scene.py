"""The table of Babylone: piles of tablets, every layer in view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

from ludotheque.core.caching import bounded_cache
from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import (
    Area,
    Family,
    Group,
    Ink,
    Mark,
    Paint,
    Part,
    Rect,
    Rectangle,
    Text,
    judged,
    last_made,
)
from ludotheque.core.texts import Texts
from ludotheque.games.babylone.art import DEEP, PALETTE, WIDE, symbols, tablets, thickness
from ludotheque.games.babylone.notation import BabyloneNotation
from ludotheque.games.babylone.rules import COLOURS, LETTERS, Babylone, Move, State, letter
from ludotheque.games.babylone.speech import BabyloneSpeech

# The size of a place: a tablet with its letter and its count beside it, below the tallest pile.
_CELL_W, _CELL_H = 190.0, 206.0

After = tuple[State, Move] | None


class BabylonePainter(BabyloneSpeech):
    """Draws the piles in rows on a mat, in the order of their letters."""

    palette = PALETTE

    def __init__(self, game: Babylone, notation: BabyloneNotation) -> None:
        super().__init__(game, notation)
        places = sum(game.options.start)
        self.columns = 4 if places <= 12 else 6
        self.rows = -(-places // self.columns)
        self.columns = min(self.columns, places)
        self.box = Rectangle(0, 0, self.columns * _CELL_W + 40, self.rows * _CELL_H + 40)
        cloth = Rectangle(2, 2, self.box.w - 4, self.box.h - 4)
        self.backdrop = (Group((Rect(cloth, Paint("mat", "mat-edge", 3), 90),), "soft"),)
        self.symbols = symbols(places)

    def presses(self, state: State, action: Move) -> tuple[str, ...]:
        """A pile, then the pile it goes onto."""
        del state
        return f"pile-{letter(action.source)}", f"pile-{letter(action.target)}"

    def offers(self, state: State, seat: Seat | None) -> tuple[Family, ...]:
        """All moves as one family of gestures; none if there is no move."""
        tree: dict[str, list[str]] = {}
        for move in self.allowed(state, seat):
            tree.setdefault(LETTERS[move.source], []).append(LETTERS[move.target])
        return (Family(("pile-", "pile-"), "{0}>{1}", tree),) if tree else ()

    def meaning(self, state: State, presses: Sequence[str]) -> Move | Reason | None:
        """The move that two presses make, why they make none, or None if a press is missing."""
        places = [LETTERS.find(press.rpartition("-")[2]) for press in presses[:2]]
        if len(places) > 1:
            return judged(self.game, state, Move(places[0], places[1]))
        movable = {move.source for move in self.actions(state)}
        if not places or not movable or places[0] in movable:
            return None
        return because("alone" if presses[0].startswith("pile-") else "no_pile", "2.2")

    @last_made
    def board(
        self, state: State, words: Texts, after: After, refused: Move | None
    ) -> tuple[Area, str]:
        """Draws the board as the base class does, but caches piles with their marks, for speed."""
        parts = tuple(self.parts(state, words, after, refused))
        captions = (_letters(len(self.game.options.start), self.columns, words.nameless),)
        board = Area("board", words("board"), self.box, parts, self.backdrop, captions=captions)
        return board, self.status(state, words)

    def parts(
        self, state: State, words: Texts, after: After, refused: Move | None = None
    ) -> Iterator[Part]:
        """The piles, and the layers that have just been moved."""
        tops, plain = self._row_tops(state), words.nameless
        last = after[1].target if after else None
        tried = refused.target if refused else None
        for place, pile in enumerate(state.piles):
            row, column = divmod(place, self.columns)
            mark: Mark | None = "refused" if place == tried else "last" if place == last else None
            part = _pile(place, pile, row, column, tops[row], mark if pile else None, plain)
            yield part
            if after and place == last:
                came = pile[: len(after[0].piles[after[1].source])]
                yield _trace(part.box.x, part.box.y, came, len(pile), after[1])

    def _row_tops(self, state: State) -> list[int]:
        """The text line at which each row of places begins."""
        starts = range(0, len(state.piles), self.columns)
        rows = (state.piles[start : start + self.columns] for start in starts)
        return list(accumulate((max(map(len, row)) + 2 for row in rows), initial=0))


@cache
def _letters(colours: int, columns: int, words: Texts) -> Ink:
    """The legend of the colours, beside the board in text form."""
    lines = [f"{c.upper()} {c}  {words(f'colour.{c}')}" for c in COLOURS[:colours]]
    return Ink(columns * 7 + 4, 0, tuple(lines))


@bounded_cache
def _pile(
    place: int, pile: str, row: int, column: int, top: int, mark: Mark | None, words: Texts
) -> Part:
    """The pile at a place, or the empty place; its text form begins at line `top`."""
    name = letter(place)
    x = 20 + column * _CELL_W + (_CELL_W - WIDE) / 2 + _jitter(place)
    foot = 20 + (row + 1) * _CELL_H - 34 + _jitter(place + 5) / 2
    if not pile:
        box = Rectangle(x, foot - DEEP, WIDE, DEEP)
        label = words("empty_place", pile=name)
        writing = (Text(WIDE / 2, DEEP / 2 + 7, name, 19, "mat-ink", "middle", serif=True),)
        ink = Ink(column * 7 + 1, top, (f" {name}",))
        return Part(f"place-{name}", label, box, writing, ink, "place")
    thick = thickness(len(pile))
    high = DEEP + len(pile) * thick
    box = Rectangle(x, foot - high, WIDE, high)
    layers = ", ".join(words(f"colour.{tablet}") for tablet in pile)
    label = words("pile", pile=name, n=len(pile), layers=layers)
    art = (
        Group(tablets(pile, high, thick), "soft"),
        Text(-9, DEEP * 0.62, name, 21, "mat-ink", "end", serif=True),
        Text(WIDE + 9, DEEP * 0.62, str(len(pile)), 21, "mat-ink", serif=True),
    )
    lines = (f" {name}", f"[{pile[0].upper()}]", *(f" {tablet}" for tablet in pile[1:]))
    ink, marks = Ink(column * 7 + 1, top, lines), (mark,) if mark else ()
    return Part(f"pile-{name}", label, box, art, ink, "piece", marks, radius=16)


def _trace(x: float, y: float, came: str, height: int, move: Move) -> Part:
    """The layers that have just been moved, drawn on the target and animated from the source."""
    thick = thickness(height)
    high = DEEP + len(came) * thick
    box = Rectangle(x, y, WIDE, high)
    art = (Group(tablets(came, high, thick), "soft"),)
    name, was = f"moved-{letter(move.target)}", f"pile-{letter(move.source)}"
    return Part(name, "", box, art, role="trace", was=was)


def _jitter(place: int) -> float:
    """A small offset, the same every time, so that the piles look laid by hand."""
    return (place * 37 + place // 4 * 13) % 11 - 5.0
