"""The table of Croisements: the board with the viewer's side below, pawns, and a word to type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import (
    Area,
    Emblem,
    Family,
    Mark,
    Part,
    Rectangle,
    Scene,
    Typed,
    Viewpoint,
    judged,
    last_made,
    result,
)
from ludotheque.core.series.scene import button
from ludotheque.core.texts import Texts
from ludotheque.games.croisements import art
from ludotheque.games.croisements.board import (
    SQUARES,
    Crossing,
    Square,
    letters_on,
)
from ludotheque.games.croisements.notation import named_square
from ludotheque.games.croisements.rules import Croisements
from ludotheque.games.croisements.speech import CroisementsSpeech
from ludotheque.games.croisements.state import (
    GREEN,
    PAWNS,
    RED,
    Action,
    Announce,
    Pass,
    Place,
    Side,
    State,
    arrived,
    free_first_row,
)

PASS = "button-pass"
# The lines to draw while a word is typed, from press to press: the pawn's, then the support's.
_THREADS = tuple(((0, 1, colour), (2, 1, art.LEAN)) for colour in art.COLOURS)
_PASSING = Family(("button-",), "{0}", ("pass",))
_PLACES = {square: place for place, square in enumerate(SQUARES)}
_BOARD = Rectangle(0, 0, art.WIDE, art.HIGH)

After = tuple[State, Action] | None


class CroisementsPainter(CroisementsSpeech):
    """Draws the board as each player sees it, the letters upright for both."""

    palette = art.PALETTE
    symbols = art.SYMBOLS

    def __init__(self, game: Croisements) -> None:
        super().__init__(game)
        words = [Typed(threads=threads, lang=game.options.language) for threads in _THREADS]
        steps = ("pawn-", "square-", "pawn-")
        self._moving = [Family(steps, "{0}-{1}/{2} ", {}, word) for word in words]

    def scene(self, state: State, viewpoint: Viewpoint[State, Action]) -> Scene:
        """The board from that seat's side; an onlooker sees it from Red's."""
        view = art.VIEWS[GREEN if viewpoint.seat == state.seat(GREEN) else RED]
        status, beside = self._around(state, viewpoint.words)
        board = self._board(state, view, viewpoint)
        return self._pictured(state, viewpoint, status, board, *beside)

    def offers(self, state: State, seat: Seat | None) -> tuple[Family, ...]:
        """Every crossing on the board: gestures must not reveal whether a word exists."""
        if not self._acts(state, seat):
            return ()
        if state.placed < 2 * PAWNS:
            return (Family(("square-",), "{0}", list(map(str, free_first_row(state)))),)
        ways = self.ways(state)
        return (self._moving[state.side]._replace(tree=ways), _PASSING) if ways else (_PASSING,)

    def meaning(self, state: State, presses: Sequence[str]) -> Action | Reason | None:
        """The placement or pass that the presses make, or why none; None if incomplete."""
        if not presses:
            return None
        if presses[0] == PASS:
            return judged(self.game, state, Pass())
        kinds = [press.partition("-")[0] for press in presses]
        squares = [s for press in presses if (s := named_square(press.partition("-")[2]))]
        if not set(kinds) <= {"pawn", "square"} or len(squares) < len(presses):
            return None
        if state.placed < 2 * PAWNS:
            return judged(self.game, state, Place(squares[0]))
        not_now = self.game.refusal(state, Pass())
        if not_now or kinds[0] == "square":
            return not_now or because("choose_pawn", "2.1")
        return self._why_not(state, squares)

    def _why_not(self, state: State, squares: Sequence[Square]) -> Reason | None:
        """Why these squares make no crossing; None if they do, or if squares are missing."""
        if squares[0] in state.pawns[1 - state.side]:
            return because("theirs", "2.1", seat=f"@seat.{state.seat(1 - state.side)}")
        if squares[0] not in state.pawns[state.side]:
            return because("no_own_pawn", "2.1", square=str(squares[0]))
        if len(squares) == 1:
            goes = str(squares[0]) in self.ways(state)
            return None if goes else because("idle_pawn", "2.1")
        if len(squares) > 2:
            return self.game.no_crossing(state, Crossing(*squares[:3]))
        pawns = (*state.pawns[RED], *state.pawns[GREEN])
        supports = [pawn for pawn in pawns if pawn != squares[0]]
        pawn, square = squares
        reasons = [self.game.no_crossing(state, Crossing(pawn, square, s)) for s in supports]
        if None in reasons:
            return None
        own = next((r for r in reasons if r and r.rule in ("2.1", "2.2")), None)
        return own or because("no_support_there", "2.3", square=str(square))

    def emblems(self, state: State) -> tuple[Emblem, ...]:
        """The pawn of each seat: red for the player who begins."""
        return art.EMBLEMS if state.red == 0 else art.EMBLEMS[::-1]

    @last_made
    def _around(self, state: State, words: Texts) -> tuple[str, tuple[Area, ...]]:
        """What looks the same to both players: the status, and what lies beside the board."""
        status = f"{self._standing(state, words)} · {self._waits_for(state, words)}"
        return status, self._beside(state, words)

    def _standing(self, state: State, words: Texts) -> str:
        """The word list, and the points as the pawns stand."""
        said, points = words(f"list.{self.game.options.language}"), self.points(state)
        if points is None:
            return said
        red, green = state.seat(RED), state.seat(GREEN)
        score = f"{words.seat(red)} {points[red]} – {points[green]} {words.seat(green)}"
        return f"{said} · {score}"

    def _beside(self, state: State, words: Texts) -> tuple[Area, ...]:
        """The pawns that are still to be placed; afterwards, the button to pass."""
        if self.turn(state) is None:
            return ()
        if state.placed == 2 * PAWNS:
            return (_passing(words.nameless),)
        parts = []
        for side in (RED, GREEN):
            left, name = PAWNS - len(state.pawns[side]), words.seat(state.seat(side))
            parts += [art.waiting(side, number, name, words.nameless) for number in range(left)]
        box = Rectangle(0, 0, 7 * art.CELL, art.CELL + 10)
        return (Area("hand", words("waiting"), box, tuple(parts)),)

    def _board(self, state: State, view: art.View, viewpoint: Viewpoint[State, Action]) -> Area:
        words, after = viewpoint.words, viewpoint.after
        laid = self.game.laid(state)
        parts = self._squares(state, view, words, _target(viewpoint.refused))
        parts += self._pawns(state, view, viewpoint)
        return Area(
            "board",
            words("board"),
            _BOARD,
            tuple(parts),
            art.felt(view),
            captions=art.captions(view),
            scenery=art.letters(view, laid, _crossed(after)),
            sideways=True,
        )

    def _squares(
        self, state: State, view: art.View, words: Texts, tried: Square | None
    ) -> list[Part]:
        """The squares where no pawn stands."""
        owners = (words.seat(state.seat(RED)), words.seat(state.seat(GREEN)))
        parts = list(art.squares(view, self.game.laid(state), owners, words.nameless))
        if tried:
            parts[_PLACES[tried]] = replace(parts[_PLACES[tried]], marks=("refused",))
        for place in sorted([_PLACES[pawn] for pawn in chain(*state.pawns)], reverse=True):
            del parts[place]
        return parts

    def _pawns(
        self, state: State, view: art.View, viewpoint: Viewpoint[State, Action]
    ) -> Iterator[Part]:
        words, after, letters = viewpoint.words, viewpoint.after, letters_on(self.game.laid(state))
        last, tried = _target(after[1] if after else None), _target(viewpoint.refused)
        for side in (RED, GREEN):
            said = words.seat(state.seat(side)), view, words.nameless
            for square in state.pawns[side]:
                part = art.pawn(square, side, letters[square], *said)
                if square in (last, tried):
                    mark: Mark = "refused" if square == tried else "last"
                    part = replace(part, marks=(mark,), was=_came_from(square, after, side))
                yield part

    def _waits_for(self, state: State, words: Texts) -> str:
        end = self.game.outcome(state)
        if end is not None:
            return result(end, words)
        turn = self.turn(state)
        if turn is None:
            return words("laying_now")
        if state.placed < 2 * PAWNS:
            return words("to_place", seat=words.seat(turn))
        key = "to_end" if arrived(state, RED) else "to_move"
        return words(key, seat=words.seat(turn))


@cache
def _passing(words: Texts) -> Area:
    """The button to pass."""
    part = button(PASS, words("pass"), 0)
    box = Rectangle(part.box.x - 94, 0, part.box.w + 188, part.box.h + 20)
    return Area("hand", words("choices"), box, (part,))


def _target(action: Action | None) -> Square | None:
    """Where an action puts a pawn, or tries to; otherwise None."""
    match action:
        case Place(square):
            return square
        case Announce(crossing):
            return crossing.square
    return None


def _came_from(square: Square, after: After, side: Side) -> str | None:
    """The part that a pawn was before, on the board or beside it; None if it did not move."""
    match after:
        case (_, Announce(crossing, _, lost=False)) if crossing.square == square:
            return f"pawn-{crossing.pawn}"
        case (before, Place(placed)) if placed == square:
            return f"hand-{side}-{PAWNS - 1 - len(before.pawns[side])}"
    return None


def _crossed(after: After) -> art.Move | None:
    """The side and the crossing of the move just made, or None."""
    if after is None or not isinstance(after[1], Announce) or after[1].lost:
        return None
    return after[0].side, after[1].crossing
