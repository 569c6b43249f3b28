"""The table of Redline: square tiles, thick red lines that join, hands on a wooden rack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import (
    SEAT_PALETTE,
    Area,
    Family,
    Part,
    Scene,
    Viewpoint,
    judged,
    last_made,
)
from ludotheque.core.texts import Texts
from ludotheque.games.redline import art
from ludotheque.games.redline.board import Board, Demand, ends_of, new_alignments
from ludotheque.games.redline.hands import RESERVE, OtherHand, others, rack
from ludotheque.games.redline.notation import read_placed, read_tile, write_placed
from ludotheque.games.redline.rules import (
    CENTRE,
    Action,
    Place,
    Return,
    State,
    in_reserve,
)
from ludotheque.games.redline.speech import RedlineSpeech
from ludotheque.games.redline.tiles import STEPS, Square, Tile, eighth, turns, unturned

_NONE: frozenset[Tile] = frozenset()
# Spokes to an eastern corner, the spokes that meet them there, and the step to the north.
_CORNERS = (("1", "5", 1), ("3", "7", -1))
# Refusals by how well they explain why no rotation of a tile fits: the closest to fitting first.
_NEAREST = ("contrast", "colour", "own_dead_end", "dead_end", "no_prolonging", "no_line_here")

After = tuple[State, Action] | None


class _Table(NamedTuple):
    """What looks the same from all seats: the board with tiles and free squares, and the status.

    `came` is, for each seat, the tiles that its hand has just drawn.
    """

    board: Area
    status: str
    came: tuple[frozenset[Tile], ...]


class RedlinePainter(RedlineSpeech):
    """Draws an endless table, one hand large on the rack, the other hands above."""

    symbols = art.SYMBOLS
    palette = art.PALETTE | SEAT_PALETTE

    def scene(self, state: State, viewpoint: Viewpoint[State, Action]) -> Scene:
        """The table; an onlooker sees the hand of the player to move on the rack."""
        words, seat = viewpoint.words, viewpoint.seat
        shared = self._table(state, words, viewpoint.after, viewpoint.refused)
        mine = state.acting if seat is None else seat  # whose hand is shown large
        held = self._others(state, mine, shared.came, viewpoint)
        own = self._rack(state, mine, shared.came[mine], viewpoint)
        ghosts = _ghosts(self.allowed(state, seat), words.nameless) if viewpoint.offers else {}
        areas = held, shared.board, own
        return self._pictured(state, viewpoint, shared.status, *areas, ghosts=ghosts)

    def offers(self, state: State, seat: Seat | None) -> tuple[Family, ...]:
        """The tile as it is held, the square, then the tile as it will lie; or tiles to return.

        A player never places and returns tiles at the same time.
        """
        actions = self.allowed(state, seat)
        placing: dict[str, dict[str, list[str]]] = {}
        for action in actions:
            if isinstance(action, Place):
                squares = placing.setdefault(str(unturned(action.tile)), {})
                lying = write_placed(action.tile, action.square)
                squares.setdefault(art.at(action.square), []).append(lying)
        if placing:
            return (Family(("hand-", "square-", "ghost-"), "{2}", placing),)
        returned = [str(action.tile) for action in actions]
        return (Family(("hand-",), "-{0}", returned),) if returned else ()

    def meaning(self, state: State, presses: Sequence[str]) -> Action | Reason | None:
        """The placement (tile, square, rotation) or return that the presses make, or why not.

        None if a press is missing.
        """
        kinds = [press.partition("-") for press in presses]
        if not kinds or kinds[0][0] != "hand":
            return self._astray(state, presses[0]) if presses else None
        tile = read_tile(kinds[0][2])
        if state.owing or self.turn(state) is None:
            return judged(self.game, state, Return(tile))
        if len(kinds) < 2 or kinds[1][0] not in ("square", "at"):
            return None if self._fits_somewhere(state, tile) else because("no_tile", "2.1")
        if len(kinds) > 2 and kinds[2][0] == "ghost":
            lying, square = read_placed(kinds[2][2])
            return judged(self.game, state, Place(lying, square))
        _, square = read_placed(f"{tile}@{kinds[1][2]}")
        return self._why_not(state, tile, square)

    def _astray(self, state: State, press: str) -> Reason | None:
        """Why a press elsewhere than on a tile in hand begins no gesture; None if unknown."""
        head, _, rest = press.partition("-")
        if head == RESERVE:
            return because("reserve_press", "3.3")
        if head in ("square", "at"):
            return because("must_return" if state.owing else "choose_tile", "2.1")
        owners = [n for n, hand in enumerate(state.hands) if rest in map(str, hand)]
        held = head == "held" and owners
        return because("not_yours", "1.3", seat=f"@seat.{owners[0]}") if held else None

    def _fits_somewhere(self, state: State, tile: Tile) -> bool:
        """Whether the tile is held by the player to move and can be placed."""
        return any(unturned(action.tile) == tile for action in self.actions(state))

    def _why_not(self, state: State, tile: Tile, square: Square) -> Reason | None:
        """Why no rotation of the tile fits there; None if one does."""
        reasons = [self.game.refusal(state, Place(lying, square)) for lying in turns(tile)]
        if None in reasons:
            return None
        known = [reason for reason in reasons if reason is not None]
        return min(known, key=lambda r: _NEAREST.index(r.key) if r.key in _NEAREST else 99)

    def _status(self, state: State, words: Texts) -> str:
        """How many tiles are left, and what happens next or who has won."""
        seat = state.acting if state.winner is None else state.winner
        if state.winner is not None:
            key = "won"
        elif self.turn(state) is None:
            key = "drawing" if state.drawing else "dealing"
        else:
            key = "to_return" if state.owing else "to_place"
        return f"{words('reserve', n=in_reserve(state))} · {words(key, seat=words.seat(seat))}"

    @last_made
    def _table(self, state: State, words: Texts, after: After, refused: Action | None) -> _Table:
        """Draws what looks the same from all seats."""
        tiles, demands = state.board.tiles, state.board.demands or {CENTRE: Demand()}
        squares = sorted(demands)
        bounds = art.bounds(squares)
        last = after[1].square if after and isinstance(after[1], Place) else None
        plain = words.nameless
        parts = [_laid(tile, square, tiles, last, plain) for square, tile in sorted(tiles.items())]
        parts += [art.free(square, demands[square].needed, plain) for square in squares]
        if isinstance(refused, Place):
            parts.append(_refused(state, refused, words))
            squares = [*squares, refused.square]
        joints = tuple([art.joint(square, spoke) for square, spoke in _corner_joins(state.board)])
        if last:
            made = new_alignments(state.board, last)
            joints += tuple([art.alignment(*ends_of(each, last)) for each in made])
        frame, label = art.frame(*art.bounds(squares)), words("board")
        came = tuple([_came(state, seat, after) for seat in range(self.game.seats)])
        captions = art.captions(*bounds, plain)
        board = Area("board", label, frame, tuple(parts), (), joints, captions, endless=True)
        return _Table(board, self._status(state, words), came)

    def _rack(
        self,
        state: State,
        mine: Seat,
        came: frozenset[Tile],
        viewpoint: Viewpoint[State, Action],
    ) -> Area:
        emblem, words = self.emblems(state)[mine], viewpoint.words
        name = words("your_hand") if viewpoint.own else words.seat(mine)
        label = name if viewpoint.own else words("hand_of", seat=name)
        left = in_reserve(state)
        return rack(state.hands[mine], came, emblem, name, label, left, words.nameless)

    def _others(
        self,
        state: State,
        mine: Seat,
        came: Sequence[frozenset[Tile]],
        viewpoint: Viewpoint[State, Action],
    ) -> Area:
        words, standing = viewpoint.words, viewpoint.standing
        hands = []
        for step in range(1, self.game.seats):
            seat = (mine + step) % self.game.seats
            score = f" · {standing[seat]}" if any(standing) else ""
            emblem, name = self.emblems(state)[seat], words.seat(seat)
            hands.append(OtherHand(emblem, name, score, state.hands[seat], came[seat]))
        return others(tuple(hands), words.nameless)


def _refused(state: State, placed: Place, words: Texts) -> Part:
    """A refused tile; if it is a held tile turned by 45°, it is drawn askew."""
    tile, (x, y) = placed.tile, placed.square
    lines = [STEPS[int(spoke)] for spoke in tile.spokes]
    met = [step for step in lines if (x + step[0], y + step[1]) in state.board.tiles]
    for held in state.hands[state.mover]:
        for lying in turns(held):
            if eighth(lying) == tile and met:
                return art.askew(lying, placed.square, met[0], words)
    return art.tried(tile, placed.square, words)


def _laid(
    tile: Tile, square: Square, tiles: Mapping[Square, Tile], last: Square | None, words: Texts
) -> Part:
    """A tile on the table; the last one placed is marked, and comes from the hand."""
    part = art.laid(tile, square, _open_ends(tile, square, tiles), words)
    if square != last:
        return part
    return replace(part, marks=("last",), was=f"hand-{unturned(tile)}")


def _ghosts(actions: Sequence[Action], words: Texts) -> dict[str, Part]:
    """The previews of all placements, by their ids."""
    placements = [action for action in actions if isinstance(action, Place)]
    ghosts = [art.ghost(action.tile, action.square, words) for action in placements]
    return {ghost.id: ghost for ghost in ghosts}


def _open_ends(tile: Tile, square: Square, tiles: Mapping[Square, Tile]) -> str:
    """The spokes of a tile beyond which no tile lies."""
    x, y = square
    ends = [s for s, dx, dy in _reaches(tile.spokes) if (x + dx, y + dy) not in tiles]
    return "".join(ends)


@cache
def _reaches(spokes: str) -> tuple[tuple[str, int, int], ...]:
    """Each spoke with the step that it points to."""
    return tuple((spoke, *STEPS[int(spoke)]) for spoke in spokes)


def _came(state: State, seat: Seat, after: After) -> frozenset[Tile]:
    """The tiles that have just come to this hand from the reserve."""
    if after is None or after[0].hands[seat] is state.hands[seat]:
        return _NONE
    return frozenset(state.hands[seat]).difference(after[0].hands[seat])


def _corner_joins(board: Board) -> Iterator[tuple[Square, int]]:
    """Every place where two lines meet across a corner, seen from the western tile."""
    for (x, y), tile in board.tiles.items():
        for spoke, across, step in _CORNERS:
            if spoke in tile.spokes:
                other = board.tiles.get((x + 1, y + step))
                if other and across in other.spokes:
                    yield (x, y), int(spoke)
