"""The table of Babylone: piles of tablets, every layer in view."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene import (
    Area,
    Gesture,
    Group,
    Ink,
    Mark,
    Paint,
    Painter,
    Part,
    Rect,
    Rectangle,
    Scene,
    Text,
    Viewpoint,
    actions_offered,
    judged,
    result,
)
from ludotheque.core.texts import Texts
from ludotheque.games.babylone.art import DEEP, PALETTE, WIDE, tablets, thickness
from ludotheque.games.babylone.rules import LETTERS, Babylone, Move, State, letter

# The room of a place: a tablet with its letter and its count beside it, under the tallest pile.
_CELL_W, _CELL_H = 190.0, 206.0


class BabylonePainter(Painter[State, Move]):
    """Piles stand in rows on a mat, in the order of their letters."""

    def __init__(self, game: Babylone) -> None:
        """Lays out one place for each tablet, in rows of at most 4, or 6 where there are many."""
        self.game = game
        places = sum(game.options.start)
        self.columns = 4 if places <= 12 else 6
        self.rows = -(-places // self.columns)
        self.columns = min(self.columns, places)

    def scene(self, state: State, viewpoint: Viewpoint[State, Move]) -> Scene:
        """The mat with its piles; both players see the same."""
        words = viewpoint.words
        parts = self._parts(state, viewpoint)
        box = Rectangle(0, 0, self.columns * _CELL_W + 40, self.rows * _CELL_H + 40)
        mat = Rect(Rectangle(2, 2, box.w - 4, box.h - 4), Paint("mat", "mat-edge", 3), 90)
        board = Area("board", words("board"), box, tuple(parts), (Group((mat,), "soft"),))
        return Scene(
            words("title"),
            self._status(state, words),
            words.lang,
            (board,),
            self.gestures(state, viewpoint.seat) if viewpoint.offers else (),
            palette=PALETTE,
        )

    def gestures(self, state: State, seat: Seat | None) -> tuple[Gesture, ...]:
        """A pile, then the pile it goes onto."""
        return tuple(map(_gesture, actions_offered(self.game, state, seat)))

    def tell(self, state: State, action: Move, words: Texts) -> str:
        """Which pile goes where, and how high that makes it."""
        piles = state.piles[action.source], state.piles[action.target]
        return words(
            "tell",
            seat=words.seat(state.mover),
            source=letter(action.source),
            target=letter(action.target),
            height=len(piles[0]) + len(piles[1]),
        )

    def instruct(self, state: State, action: Move, words: Texts) -> str:
        """Which pile goes where."""
        del state
        return words("do", source=letter(action.source), target=letter(action.target))

    def meaning(self, state: State, presses: Sequence[str]) -> Move | Reason | None:
        """Two piles (or places) make a move."""
        if len(presses) < 2:
            return None
        places = [LETTERS.find(press.rpartition("-")[2]) for press in presses[:2]]
        return judged(self.game, state, Move(places[0], places[1]))

    def _status(self, state: State, words: Texts) -> str:
        end = self.game.outcome(state)
        if end is None:
            return words("to_move", seat=words.seat(state.mover))
        return result(end, words)

    def _parts(self, state: State, viewpoint: Viewpoint[State, Move]) -> list[Part]:
        after, refused = viewpoint.after, viewpoint.refused
        moved = after[1] if after else None
        tops = self._row_tops(state)
        parts = []
        for place, pile in enumerate(state.piles):
            row = tops[place // self.columns]
            marks: tuple[Mark, ...] = ("last",) if moved and place == moved.target else ()
            if refused and place == refused.target:
                marks = ("refused",)
            whole = self._pile(place, pile, viewpoint.words, marks, row)
            parts.append(whole)
            if after and moved and place == moved.target:
                parts.append(
                    _trace(whole, pile[: len(after[0].piles[moved.source])], len(pile), moved)
                )
        return parts

    def _pile(self, place: int, pile: str, words: Texts, marks: tuple[Mark, ...], row: int) -> Part:
        name = letter(place)
        x = 20 + place % self.columns * _CELL_W + (_CELL_W - WIDE) / 2 + _jitter(place)
        foot = 20 + (place // self.columns + 1) * _CELL_H - 34 + _jitter(place + 5) / 2
        column = place % self.columns * 7 + 1
        if not pile:
            box = Rectangle(x, foot - DEEP, WIDE, DEEP)
            label = words("empty_place", pile=name)
            writing = (Text(WIDE / 2, DEEP / 2 + 7, name, 19, "mat-ink", "middle", serif=True),)
            ink = Ink(column, row, (f" {name}",))
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
        return Part(
            f"pile-{name}", label, box, art, Ink(column, row, lines), "piece", marks, radius=16
        )

    def _row_tops(self, state: State) -> list[int]:
        """The text line at which each row of places begins."""
        tops, line = [], 0
        for row in range(self.rows):
            piles = state.piles[row * self.columns : (row + 1) * self.columns]
            tops.append(line)
            line += max(map(len, piles), default=0) + 2
        return tops


def _trace(whole: Part, came: str, height: int, move: Move) -> Part:
    """The layers that have just been moved, drawn where they lie now; they come from the source."""
    thick = thickness(height)
    high = DEEP + len(came) * thick
    box = Rectangle(whole.box.x, whole.box.y, WIDE, high)
    art = (Group(tablets(came, high, thick), "soft"),)
    name, was = f"moved-{letter(move.target)}", f"pile-{letter(move.source)}"
    return Part(name, whole.label, box, art, role="trace", was=was)


def _jitter(place: int) -> float:
    """A small offset, the same every time, so that the piles look laid by hand."""
    return (place * 37 + place // 4 * 13) % 11 - 5.0


def _gesture(move: Move) -> Gesture:
    source, target = letter(move.source), letter(move.target)
    return Gesture((f"pile-{source}", f"pile-{target}"), f"{source}>{target}")
