"""The table of Croisements: the board with one's own side below, pawns, and a word to type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import (
    SEAT_SIGNS,
    Area,
    Gesture,
    Ink,
    Mark,
    Painter,
    Part,
    Rectangle,
    Scene,
    Typed,
    Viewpoint,
    judged,
    result,
)
from ludotheque.core.series.scene import button
from ludotheque.core.texts import Texts
from ludotheque.games.croisements import art
from ludotheque.games.croisements.board import (
    COLUMNS,
    ROWS,
    SQUARES,
    STRIP,
    STRIPS,
    Crossing,
    Square,
    letter,
    strip_at,
)
from ludotheque.games.croisements.notation import named_square, write_crossing
from ludotheque.games.croisements.rules import Croisements
from ludotheque.games.croisements.state import (
    GREEN,
    PAWNS,
    RED,
    Action,
    Announce,
    Lay,
    Pass,
    Place,
    Side,
    State,
    arrived,
    free_first_row,
    goal_of,
    score,
)

PASS = "button-pass"
# The pawn's way, then the support's, by their place among the presses.
_THREADS = ((0, 1), (2, 1))
_BARE = ("",) * STRIP

After = tuple[State, Action] | None
Owners = tuple[str, str]
_NOBODY: Owners = ("", "")
_GOAL_PLACES = frozenset(
    place for place in range(STRIPS) for squares in strip_at(place) if any(map(goal_of, squares))
)


class CroisementsPainter(Painter[State, Action]):
    """The board as each player sees it, the letters upright for both."""

    def __init__(self, game: Croisements) -> None:
        """Shows the crossings of that game."""
        self.game = game

    def scene(self, state: State, viewpoint: Viewpoint[State, Action]) -> Scene:
        """The board from that seat's side; an onlooker sees it from Red's."""
        words, seat, after = viewpoint.words, viewpoint.seat, viewpoint.after
        view = art.View(GREEN if seat == state.seat(GREEN) else RED)
        tried = _target(viewpoint.refused)
        parts = self._squares(state, view, words, tried)
        parts += self._pawns(state, view, words, after, tried)
        box = Rectangle(0, 0, art.WIDE, art.HIGH)
        board = Area(
            "board",
            words("board"),
            box,
            tuple(parts),
            art.felt(view),
            captions=_captions(view),
            scenery=tuple(art.letters(view, self.game.laid(state), _crossed(after))),
        )
        areas = (board, *self._beside(state, words))
        gestures = self.gestures(state, seat) if viewpoint.offers else ()
        note = self.note(state, words)
        status = f"{note} · {self._waits_for(state, words)}"
        return Scene(
            words("title"), status, words.lang, areas, gestures, palette=art.PALETTE, note=note
        )

    def gestures(self, state: State, seat: Seat | None) -> tuple[Gesture, ...]:
        """Every crossing that the board allows: gestures never tell whether a word exists."""
        turn = self.game.turn(state)
        if turn is None or seat not in (None, turn):
            return ()
        if state.placed < 2 * PAWNS:
            free = free_first_row(state)
            return tuple([Gesture((f"square-{square}",), str(square)) for square in free])
        crossings = [self._crossing(state, crossing) for crossing in self.game.crossings(state)]
        return (*crossings, Gesture((PASS,), "pass"))

    def note(self, state: State, words: Texts) -> str:
        """The word list, how the pawns stand, and whether it is the last turn."""
        said = [words(f"list.{self.game.options.language}")]
        points = [score(state, side) for side in (RED, GREEN)]
        if any(points):
            seats = [words.seat(state.seat(side)) for side in (RED, GREEN)]
            said.append(f"{seats[RED]} {points[RED]} – {points[GREEN]} {seats[GREEN]}")
        if arrived(state, RED) and self.game.turn(state) is not None:
            said.append(words("last_turn"))
        return " · ".join(said)

    def tell(self, state: State, action: Action, words: Texts) -> str:
        """Who did what, with which word, and whether all their pawns have arrived."""
        who = words.seat(state.seat(state.side))
        match action:
            case Lay(strip):
                return words("tell_strip", number=strip, letters=self.game.strips[strip - 1])
            case Place(square):
                return words("tell_place", seat=who, square=str(square))
            case Pass():
                return words("tell_pass", seat=who)
        names = dict(zip(("pawn", "square", "support"), map(str, action.crossing), strict=True))
        key = "tell_lost" if action.lost else "tell_move"
        told = words(key, seat=who, word=action.word, **names)
        home = arrived(self.game.apply(state, action), state.side)
        return f"{told} {words('tell_home', seat=who)}" if home and not action.lost else told

    def instruct(self, state: State, action: Action, words: Texts) -> str:
        """Where to put a pawn or which way to send it; the word comes with the reason."""
        del state
        match action:
            case Place(square):
                return words("do_place", square=str(square))
            case Announce(crossing):
                names = dict(zip(("pawn", "square", "support"), map(str, crossing), strict=True))
                return words("do_move", **names)
        return words("do_pass")

    def meaning(self, state: State, presses: Sequence[str]) -> Action | Reason | None:
        """A square of the first row; a pawn, a square and a support, then a word; or a pass."""
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
        """Why these squares make no crossing; None if they do, or still can."""
        if squares[0] not in state.pawns[state.side]:
            return because("no_own_pawn", "2.1", square=str(squares[0]))
        if len(squares) == 1:
            return None
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

    def _beside(self, state: State, words: Texts) -> Iterator[Area]:
        """The pawns that are still to be placed; afterwards, the button to pass."""
        if self.game.turn(state) is None:
            return
        if state.placed == 2 * PAWNS:
            part = button(PASS, words("pass"), 0)
            box = Rectangle(part.box.x - 94, 0, part.box.w + 188, part.box.h + 20)
            yield Area("hand", words("choices"), box, (part,))
            return
        parts = tuple(
            _waiting(state, side, number, words)
            for side in (RED, GREEN)
            for number in range(PAWNS - len(state.pawns[side]))
        )
        yield Area("hand", words("waiting"), Rectangle(0, 0, 7 * art.CELL, art.CELL + 10), parts)

    def _crossing(self, state: State, crossing: Crossing) -> Gesture:
        pawn, square, support = crossing
        owed = self.game.owed(state, crossing)
        presses = (f"pawn-{pawn}", f"square-{square}", f"pawn-{support}")
        typed = Typed(owed[0], owed, _THREADS, self.game.options.language)
        return Gesture(presses, f"{write_crossing(crossing)} ", typed)

    def _squares(
        self, state: State, view: art.View, words: Texts, tried: Square | None
    ) -> list[Part]:
        """The squares where no pawn stands."""
        laid = self.game.laid(state)
        owners = (words.seat(state.seat(RED)), words.seat(state.seat(GREEN)))
        parts: dict[Square, Part] = {}
        for place in range(STRIPS):
            strip = laid[place] if place < len(laid) else _BARE
            own = owners if place in _GOAL_PLACES else _NOBODY
            parts |= _strip(place, strip, view, own, words.nameless)
        if tried in parts:
            parts[tried] = replace(parts[tried], marks=("refused",))
        pawns = {*state.pawns[RED], *state.pawns[GREEN]}
        return [parts[square] for square in SQUARES if square not in pawns]

    def _pawns(
        self, state: State, view: art.View, words: Texts, after: After, tried: Square | None
    ) -> Iterator[Part]:
        moved = after[1] if after else None
        for side in (RED, GREEN):
            for square in state.pawns[side]:
                marks: tuple[Mark, ...] = ("last",) if square == _target(moved) else ()
                marks = ("refused",) if square == tried else marks
                was = _came_from(square, after, side)
                yield self._pawn(square, side, state, view, words, marks, was)

    def _pawn(
        self,
        square: Square,
        side: Side,
        state: State,
        view: art.View,
        words: Texts,
        marks: tuple[Mark, ...],
        was: str | None,
    ) -> Part:
        seat, written = state.seat(side), letter(self.game.laid(state), square)
        key = "red_pawn" if side == RED else "green_pawn"
        label = words(key, seat=words.seat(seat), square=str(square), letter=written)
        box = view.box(square)
        column, row = view.cell(square)
        ink = Ink(column - 1, row, (SEAT_SIGNS[seat] + written,))
        drawn = art.pawn(seat, side, written)
        name, half = f"pawn-{square}", box.w / 2
        return Part(name, label, box, drawn, ink, "piece", marks, was, half, "letter")

    def _waits_for(self, state: State, words: Texts) -> str:
        end = self.game.outcome(state)
        if end is not None:
            return result(end, words)
        turn = self.game.turn(state)
        if turn is None:
            return words("laying_now")
        if state.placed < 2 * PAWNS:
            return words("to_place", seat=words.seat(turn))
        return words("to_move", seat=words.seat(turn))


# The same strips lie on every table; only those of the goals speak of their owners by name.
@lru_cache(maxsize=4096)
def _strip(
    place: int, strip: Sequence[str], view: art.View, owners: Owners, words: Texts
) -> Mapping[Square, Part]:
    """The squares of a strip's place, on both halves."""
    return {
        square: _square(square, written, view, owners, words)
        for squares in strip_at(place)
        for square, written in zip(squares, strip, strict=True)
    }


def _square(square: Square, written: str, view: art.View, owners: Owners, words: Texts) -> Part:
    label = words("square" if written else "bare", square=str(square), letter=written)
    goal = goal_of(square)
    if goal:
        side, points = goal
        label += words("goal", seat=owners[side], n=points)
    ink = Ink(*view.cell(square), (written or "·",))
    box = view.box(square)
    return Part(f"square-{square}", label, box, (), ink, "place", radius=9, ring="letter")


def _target(action: Action | None) -> Square | None:
    """Where an action puts a pawn, or tries to."""
    match action:
        case Place(square):
            return square
        case Announce(crossing):
            return crossing.square
    return None


def _came_from(square: Square, after: After, side: Side) -> str | None:
    """The part that a pawn was before: elsewhere on the board, or waiting to be placed."""
    match after:
        case (_, Announce(crossing, _, lost=False)) if crossing.square == square:
            return f"pawn-{crossing.pawn}"
        case (before, Place(placed)) if placed == square:
            return f"hand-{side}-{PAWNS - 1 - len(before.pawns[side])}"
    return None


def _waiting(state: State, side: Side, number: int, words: Texts) -> Part:
    """A pawn beside the board."""
    seat = state.seat(side)
    key = "red_waiting" if side == RED else "green_waiting"
    label = words(key, seat=words.seat(seat), number=number + 1)
    size = art.CELL + 2 * art.REACH
    box = Rectangle((number + 4 * side) * art.CELL, 0, size, size)
    ink = Ink(5 + 3 * (number + 4 * side), 0, (SEAT_SIGNS[seat],))
    return Part(f"hand-{side}-{number}", label, box, art.pawn(seat, side, ""), ink)


def _crossed(after: After) -> Crossing | None:
    """The crossing of the move just made."""
    if after is None or not isinstance(after[1], Announce) or after[1].lost:
        return None
    return after[1].crossing


@lru_cache(maxsize=2)
def _captions(view: art.View) -> tuple[Ink, ...]:
    """Names of rows and columns, and what the rows of the goals are worth."""
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
