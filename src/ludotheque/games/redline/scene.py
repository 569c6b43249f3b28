"""The table of Redline: square tiles, thick red lines that join, hands on a wooden rack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.scene import (
    SEAT_SIGNS,
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
    Shape,
    Text,
    Use,
    Viewpoint,
    actions_offered,
    judged,
)
from ludotheque.core.texts import Texts
from ludotheque.games.redline.art import PALETTE, TILE, drawing, in_characters, joint
from ludotheque.games.redline.board import Board, new_alignments
from ludotheque.games.redline.notation import read_placed, read_tile, write_placed
from ludotheque.games.redline.rules import (
    CENTRE,
    Action,
    Draw,
    Place,
    Redline,
    Return,
    State,
    reserve,
)
from ludotheque.games.redline.tiles import STEPS, Square, Tile, turns, unturned

_SMALL = 0.4  # scale of the tiles in the others' hands
_RACK = 8  # tiles in a row of the rack
_PITCH = 103  # from one tile on the rack to the next: a tile and a narrow gap
# Which refusal explains best why no turn of a tile fits: the one closest to fitting.
_NEAREST = ("contrast", "colour", "own_dead_end", "dead_end", "no_prolonging")

After = tuple[State, Action] | None


class RedlinePainter(Painter[State, Action]):
    """An endless table, one's own hand large on the rack, the other hands above."""

    def __init__(self, game: Redline) -> None:
        """Shows the tiles and the gestures of that game."""
        self.game = game

    def scene(self, state: State, viewpoint: Viewpoint[State, Action]) -> Scene:
        """The table; an onlooker sees the hand of the player to move on the rack."""
        words, seat, refused = viewpoint.words, viewpoint.seat, viewpoint.refused
        acting = self.game.turn(state)
        mine = seat if seat is not None else acting if acting is not None else state.mover
        actions = actions_offered(self.game, state, seat) if viewpoint.offers else ()
        board = self._board(state, actions, viewpoint)
        areas = (
            self._others(state, mine, viewpoint),
            board,
            self._rack(state, mine, words, viewpoint.after),
        )
        used = set(state.board.tiles.values()) | {a.tile for a in actions}
        used |= {tile for hand in state.hands for tile in hand}
        used |= {refused.tile} if refused else set()
        return Scene(
            words("title"),
            self._status(state, words),
            words.lang,
            areas,
            tuple(map(_gesture, actions)),
            {f"t-{tile}": drawing(tile) for tile in sorted(used)},
            PALETTE,
        )

    def gestures(self, state: State, seat: Seat | None) -> tuple[Gesture, ...]:
        """A tile of the hand, then a square and how the tile will lie; or a tile to return."""
        return tuple(map(_gesture, actions_offered(self.game, state, seat)))

    def tell(self, state: State, action: Action, words: Texts) -> str:
        """Who placed, drew or returned what, and which alignments that made."""
        tile = spoken(action.tile, words)
        if isinstance(action, Draw):
            dealt = self.game.dealt_to(state)
            key, seat = ("tell_draw", state.mover) if dealt is None else ("tell_deal", dealt)
            return words(key, seat=words.seat(seat), tile=tile)
        if isinstance(action, Return):
            return words("tell_return", seat=words.seat(state.owing[0]), tile=tile)
        told = words(
            "tell_place", seat=words.seat(state.mover), tile=tile, square=at(action.square)
        )
        made = new_alignments(state.board.place(action.tile, action.square), action.square)
        kinds = sorted({kind for kind, *_ in made}, reverse=True)
        return " ".join([told, *(words(f"tell_{kind}") for kind in kinds)])

    def instruct(self, state: State, action: Action, words: Texts) -> str:
        """Which tile to place and where, or which to return."""
        del state
        if isinstance(action, Place):
            return words("do_place", tile=spoken(action.tile, words), square=at(action.square))
        return words("do_return", tile=spoken(action.tile, words))

    def meaning(self, state: State, presses: Sequence[str]) -> Action | Reason | None:
        """A tile of the hand, then a square, then a turn of the tile; or a tile to return."""
        kinds = [press.partition("-") for press in presses]
        if not kinds or kinds[0][0] != "hand":
            return None
        tile = read_tile(kinds[0][2])
        if state.owing or self.game.turn(state) is None:
            return judged(self.game, state, Return(tile))
        if len(kinds) < 2 or kinds[1][0] not in ("square", "at"):
            return None
        if len(kinds) > 2 and kinds[2][0] == "ghost":
            lying, square = read_placed(kinds[2][2])
            return judged(self.game, state, Place(lying, square))
        _, square = read_placed(f"{tile}@{kinds[1][2]}")
        return self._why_not(state, tile, square)

    def _why_not(self, state: State, tile: Tile, square: Square) -> Reason | None:
        """Why no turn of the tile fits there; None if one does."""
        reasons = [self.game.refusal(state, Place(lying, square)) for lying in turns(tile)]
        if None in reasons:
            return None
        known = [reason for reason in reasons if reason is not None]
        return min(known, key=lambda r: _NEAREST.index(r.key) if r.key in _NEAREST else 99)

    def _status(self, state: State, words: Texts) -> str:
        left = words("reserve", n=len(reserve(state)))
        acting = self.game.turn(state)
        if state.winner is not None:
            return f"{left} · " + words("won", seat=words.seat(state.winner))
        if acting is None:
            return f"{left} · " + words("drawing" if state.drawing else "dealing")
        key = "to_return" if state.owing else "to_place"
        return f"{left} · " + words(key, seat=words.seat(acting))

    def _board(
        self, state: State, actions: Sequence[Action], viewpoint: Viewpoint[State, Action]
    ) -> Area:
        board, words = state.board, viewpoint.words
        after, refused = viewpoint.after, viewpoint.refused
        last = after[1].square if after and isinstance(after[1], Place) else None
        squares = sorted(board.demands or [CENTRE])
        tried = refused if isinstance(refused, Place) else None
        parts = [self._laid(t, sq, board, words, last) for sq, t in sorted(board.tiles.items())]
        parts += [_square(square, board, words) for square in squares]
        parts += [_ghost(action, words) for action in actions if isinstance(action, Place)]
        if tried:
            parts.append(_refused(tried, words))
        box = _frame([*board.tiles, *squares, *([tried.square] if tried else [])])
        joints = tuple(joint(*pair) for pair in _corner_joins(board))
        captions = tuple(_axes(squares))
        return Area("board", words("board"), box, tuple(parts), (), joints, captions, endless=True)

    def _laid(
        self, tile: Tile, square: Square, board: Board, words: Texts, last: Square | None
    ) -> Part:
        was = f"hand-{unturned(tile)}" if square == last else None
        marks: tuple[Mark, ...] = ("last",) if square == last else ()
        leads = " · ".join(_follow(tile, square, board, words))
        label = words("laid", tile=spoken(tile, words), square=at(square), leads=leads)
        art, ink = (Use(f"t-{tile}"),), _ink(square, in_characters(tile))
        return Part(f"at-{at(square)}", label, _box(square), art, ink, "piece", marks, was)

    def _rack(self, state: State, seat: Seat, words: Texts, after: After) -> Area:
        hand = state.hands[seat]
        parts = []
        for index, tile in enumerate(hand):
            column, row = index % _RACK, index // _RACK
            box = Rectangle(14 + column * _PITCH, 46 + row * _PITCH, TILE, TILE)
            lines = (*in_characters(tile), str(tile).center(5))
            ink = Ink(column * 7 + 3, 1 + row * 5, lines)
            label = words("in_hand", tile=spoken(tile, words))
            was = _came_from(tile, seat, after)
            parts.append(
                Part(f"hand-{tile}", label, box, (Use(f"t-{tile}"),), ink, was=was, ring="on-wood")
            )
        rows = max(1, -(-len(hand) // _RACK))
        box = Rectangle(0, 0, _RACK * _PITCH + 25, rows * _PITCH + 58)
        name = _signed(seat, words)
        backdrop: tuple[Shape, ...] = (
            Group(
                (
                    Rect(box, Paint("wood"), 10),
                    Rect(Rectangle(0, 0, box.w, 6), Paint("wood-edge"), 3),
                ),
                "soft",
            ),
            Text(16, 34, name, 25, "on-wood", serif=True),
        )
        return Area(
            "hand",
            words("hand_of", seat=name),
            box,
            tuple(parts),
            backdrop,
            captions=(Ink(0, 0, (name,)),),
        )

    def _others(self, state: State, mine: Seat, viewpoint: Viewpoint[State, Action]) -> Area:
        words, standing = viewpoint.words, viewpoint.standing
        seats = [(mine + step) % self.game.seats for step in range(1, self.game.seats)]
        size, gap = TILE * _SMALL, 4.0
        columns = min(2, len(seats))
        wide = max(_RACK + 1, *(len(state.hands[seat]) for seat in seats)) * (size + gap)
        parts, backdrop, captions = [], [], []
        for index, seat in enumerate(seats):
            left, top = index % columns * (wide + 20), index // columns * (size + 36)
            score = f" · {standing[seat]}" if any(standing) else ""
            name = f"{_signed(seat, words)}{score}"
            backdrop.append(Text(left + 2, top + 21, name, 22, "ink", serif=True))
            names = " ".join(map(str, state.hands[seat])) or words("no_tiles")
            captions.append(Ink(0, index, (f"{name} : {names}",)))
            for place, tile in enumerate(state.hands[seat]):
                box = Rectangle(left + place * (size + gap), top + 29, size, size)
                parts.append(_held(tile, seat, box, words, viewpoint.after))
        rows = -(-len(seats) // columns)
        area = Rectangle(0, 0, columns * wide + (columns - 1) * 20, rows * (size + 36))
        parts.append(_reserve_part(state, area, words))
        label = words("others")
        return Area("others", label, area, tuple(parts), tuple(backdrop), captions=tuple(captions))


def _held(tile: Tile, seat: Seat, box: Rectangle, words: Texts, after: After) -> Part:
    """A tile in another player's hand."""
    label = words("held", seat=_signed(seat, words), tile=spoken(tile, words))
    art = (Use(f"t-{tile}", _SMALL),)
    return Part(f"held-{tile}", label, box, art, role="counter", was=_came_from(tile, seat, after))


def _signed(seat: Seat, words: Texts) -> str:
    """What a seat is called, with its sign."""
    return f"{words.seat(seat)} {SEAT_SIGNS[seat]}"


def _gesture(action: Action) -> Gesture:
    hand, text = f"hand-{unturned(action.tile)}", _text(action)
    if isinstance(action, Place):
        return Gesture((hand, f"square-{at(action.square)}", f"ghost-{text}"), text)
    return Gesture((hand,), text)


def spoken(tile: Tile, words: Texts) -> str:
    """The tile in words: its colour and where its lines go."""
    return _spoken(tile, words.nameless)


@lru_cache(maxsize=1024)  # the tiles in each way they can lie, in both languages
def _spoken(tile: Tile, words: Texts) -> str:
    ways = ", ".join(words(f"way.{spoke}") for spoke in tile.spokes)
    return words(f"tile.{tile.colour}", n=len(tile.spokes), ways=ways)


def at(square: Square) -> str:
    """The square as it is written."""
    return f"{square[0]},{square[1]}"


def _text(action: Action) -> str:
    if isinstance(action, Place):
        return write_placed(action.tile, action.square)
    return f"{'+' if isinstance(action, Draw) else '-'}{action.tile}"


def _follow(tile: Tile, square: Square, board: Board, words: Texts) -> Iterable[str]:
    """Where each line of a tile leads: to another tile, or to a free square."""
    for spoke in tile.spokes:
        step = STEPS[int(spoke)]
        beyond = (square[0] + step[0], square[1] + step[1])
        key = "goes_on" if beyond in board.tiles else "open_end"
        yield words(key, way=words(f"way.{spoke}"), square=at(beyond))


def _square(square: Square, board: Board, words: Texts) -> Part:
    demand = board.demands.get(square)
    ways = [words(f"from.{d}") for d in range(8) if demand and demand.needed >> d & 1]
    label = words("square", square=at(square), ways=", ".join(ways) or words("no_line"))
    ink = _ink(square, ("", "  ·", "")) if ways else None
    return Part(f"square-{at(square)}", label, _box(square), (), ink, "place")


def _ghost(action: Place, words: Texts) -> Part:
    """How a tile would lie; its square has been pressed before, so the label leaves it out."""
    label = spoken(action.tile, words)
    art = (Use(f"t-{action.tile}", faint=True),)
    return Part(f"ghost-{_text(action)}", label, _box(action.square), art, role="ghost")


def _refused(action: Place, words: Texts) -> Part:
    label = words("refused", tile=spoken(action.tile, words), square=at(action.square))
    art = (Use(f"t-{action.tile}", faint=True),)
    ink = _ink(action.square, in_characters(action.tile))
    return Part("refused", label, _box(action.square), art, ink, "counter", ("refused",))


def _reserve_part(state: State, box: Rectangle, words: Texts) -> Part:
    count = len(reserve(state))
    corner = Rectangle(box.w - 4, 4, 2, 2)
    return Part("reserve", words("reserve", n=count), corner, role="counter")


def _came_from(tile: Tile, seat: Seat, after: After) -> str | None:
    """The reserve, for a tile that has just come to this hand."""
    return "reserve" if after and tile not in after[0].hands[seat] else None


def _box(square: Square) -> Rectangle:
    return Rectangle(square[0] * TILE, -square[1] * TILE, TILE, TILE)


def _frame(squares: Sequence[Square]) -> Rectangle:
    """The smallest view that shows all these squares."""
    xs, ys = zip(*squares, strict=True)
    wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    return Rectangle(min(xs) * TILE, -max(ys) * TILE, wide * TILE, high * TILE)


def _ink(square: Square, lines: tuple[str, ...]) -> Ink:
    return Ink(square[0] * 6, -square[1] * 4, lines)


def _axes(squares: Sequence[Square]) -> Iterable[Ink]:
    """The coordinates along the left and the bottom."""
    xs, ys = {x for x, _ in squares}, {y for _, y in squares}
    for x in range(min(xs), max(xs) + 1):
        yield Ink(x * 6, -min(ys) * 4 + 4, (str(x).center(5),))
    for y in range(min(ys), max(ys) + 1):
        yield Ink(min(xs) * 6 - 5, -y * 4 + 1, (str(y).rjust(3),))


def _corner_joins(board: Board) -> Iterable[tuple[Square, int]]:
    """Every place where two lines meet across a corner, seen from the western tile."""
    for square, tile in board.tiles.items():
        for spoke in (1, 3):
            step = STEPS[spoke]
            other = board.tiles.get((square[0] + step[0], square[1] + step[1]))
            if other and str(spoke) in tile.spokes and str(spoke + 4) in other.spokes:
                yield square, spoke
