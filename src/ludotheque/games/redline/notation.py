"""Redline as text: `+Y04`, `Y26@3,-1`, `-Y04`, and positions.

A position reads `TILES / HAND | HAND / MOVER …`: the tiles on the table, the hands seat by seat,
the player to move; then, if they apply, `last=Y` (colour last placed), `placed=1` (by which seat),
`draw`, `owe=1,2` (which seats return tiles, in order), `out=0+3,2` (which are out, in order, with +
between those that went out together), `won=1`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ludotheque.core.game import Seat
from ludotheque.core.notation import Notation, read_number, unread
from ludotheque.core.reason import IllegalAction, because
from ludotheque.games.redline.board import Board
from ludotheque.games.redline.rules import (
    CENTRE,
    Action,
    Draw,
    Hand,
    Place,
    Redline,
    Return,
    State,
    reserve,
)
from ludotheque.games.redline.tiles import TILES, Square, Tile, unturned

_TILE = re.compile(r"([YB])([0-7]+)")
_FARTHEST = len(TILES) - 1  # squares from the centre, if all tiles lie in a row


class RedlineNotation(Notation[State, Action]):
    """A placed tile is written as it lies, a tile in hand in its smallest rotation."""

    def __init__(self, game: Redline) -> None:
        self.game = game

    def write_action(self, action: Action) -> str:
        """`+` drawn, `-` returned, `@` placed."""
        match action:
            case Draw(tile):
                return f"+{tile}"
            case Return(tile):
                return f"-{tile}"
            case Place(tile, square):
                return write_placed(tile, square)

    def read_action(self, text: str) -> Action:
        """A tile with its sign, or with its square."""
        text = text.strip()
        if text.startswith("+"):
            return Draw(unturned(read_tile(text[1:])))
        if text.startswith("-"):
            return Return(unturned(read_tile(text[1:])))
        return Place(*read_placed(text))

    def write_state(self, state: State) -> str:
        """The table, the hands, whose turn it is and what is still to be done in it."""
        laid = " ".join(write_placed(t, sq) for sq, t in sorted(state.board.tiles.items()))
        hands = " | ".join(" ".join(map(str, hand)) or "-" for hand in state.hands)
        words = [str(state.mover)]
        if state.placed_last is not None:
            words += [f"last={state.board.last}", f"placed={state.placed_last}"]
        if state.drawing:
            words.append("draw")
        if state.owing:
            words.append("owe=" + ",".join(map(str, state.owing)))
        if state.out:
            words.append("out=" + ",".join("+".join(map(str, group)) for group in state.out))
        if state.winner is not None:
            words.append(f"won={state.winner}")
        return f"{laid or '-'} / {hands} / {' '.join(words)}"

    def read_state(self, text: str) -> State:
        """The position; refuses one that no game can reach."""
        pieces = text.split("/")
        if len(pieces) != 3 or len(text) > 2000:
            unread("unread_state", text)
        laid, held, rest = pieces
        mover, *words = rest.split() or [""]
        last = [word.removeprefix("last=") for word in words if word.startswith("last=")]
        words = [word for word in words if not word.startswith("last=")]
        state = State(
            tuple(_read_hand(hand) for hand in held.split("|")),
            self._seat(mover),
            _read_board(laid, last),
            **self._phase(words),  # type: ignore[arg-type]  # keys are checked against State's
        )
        self._check_tiles(state)
        if not sound(self.game, state):
            raise IllegalAction(because("unsound", "5.1"))
        return state

    def _phase(self, words: list[str]) -> Mapping[str, object]:
        """The words after the mover, as fields of the state."""
        fields: dict[str, object] = {}
        for word in words:
            name, _, value = word.partition("=")
            if name in ("placed", "won"):
                fields["placed_last" if name == "placed" else "winner"] = self._seat(value)
            elif word == "draw":
                fields["drawing"] = True
            elif name == "owe":
                fields["owing"] = tuple(map(self._seat, value.split(",")))
            elif name == "out":
                groups = (group.split("+") for group in value.split(","))
                fields["out"] = tuple(tuple(map(self._seat, group)) for group in groups)
            else:
                unread("unread_state", word)
        return fields

    def _seat(self, text: str) -> Seat:
        return read_number(text, "unread_state", 0, self.game.seats - 1)

    def _check_tiles(self, state: State) -> None:
        """Refuses a tile that occurs twice, too many or few hands, tiles that are not connected."""
        tiles = [unturned(tile) for tile in state.board.tiles.values()]
        tiles += [tile for hand in state.hands for tile in hand]
        if len(set(tiles)) != len(tiles):
            raise IllegalAction(because("twice", "1.1"))
        if len(state.hands) != self.game.seats:
            raise IllegalAction(because("wrong_hands", "1.3", players=self.game.seats))
        squares = state.board.tiles
        if squares and not (CENTRE in squares and _hangs_together(squares)):
            raise IllegalAction(because("apart", "2.2"))


def sound(game: Redline, state: State) -> bool:
    """Whether a game can reach this turn with these hands, or this end."""
    still_in = state.still_in
    if len(set(state.gone)) != len(state.gone) or any(state.hands[s] for s in state.gone):
        return False
    if not state.board.tiles:
        return state == State(state.hands, state.mover) and _dealt_in_order(game, state)
    if state.placed_last is None:
        return False
    can_place = {seat: any(game.placements(state.board, state.hands[seat])) for seat in still_in}
    if state.winner is not None:
        by_block = not any(can_place.values()) and state.winner == state.placed_last
        return not (state.drawing or state.owing) and (by_block or still_in == (state.winner,))
    if state.mover not in still_in or len(still_in) < 2:
        return False
    if state.drawing:
        return not state.owing and state.mover == state.placed_last and bool(reserve(state))
    if state.owing and state.owing[0] != state.mover:
        others = [seat for seat in still_in if seat != state.mover]
        waiting = others[-len(state.owing) :]
        return list(state.owing) == waiting and all(state.hands[seat] for seat in waiting)
    if not all(state.hands[seat] for seat in still_in) or not any(can_place.values()):
        return False
    if can_place[state.mover]:
        return not state.owing
    owed = len(state.owing)
    return set(state.owing) == {state.mover} and owed <= min(2, len(state.hands[state.mover]))


def _dealt_in_order(game: Redline, state: State) -> bool:
    """Whether the hands are as a deal seat by seat leaves them."""
    seat = game.dealt_to(state)
    hands = [len(state.hands[(state.mover + step) % game.seats]) for step in range(game.seats)]
    if seat is None:
        return set(hands) == {game.options.hand}
    full = (seat - state.mover) % game.seats
    return set(hands[:full]) <= {game.options.hand} and not any(hands[full + 1 :])


def _hangs_together(squares: Mapping[Square, Tile]) -> bool:
    """Whether all tiles are connected with the centre by sides and corners."""
    reached, edge = {CENTRE}, [CENTRE]
    while edge:
        x, y = edge.pop()
        beside = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        new = (beside & squares.keys()) - reached
        reached |= new
        edge += new
    return len(reached) == len(squares)


def write_placed(tile: Tile, square: Square) -> str:
    """A placed tile as text: `Y26@3,-1`."""
    return f"{tile}@{square[0]},{square[1]}"


def read_placed(text: str) -> tuple[Tile, Square]:
    """The tile as it lies, and its square."""
    tile, at, place = text.partition("@")
    x, comma, y = place.partition(",")
    if not (at and comma):
        unread("unread", text)
    numbers = [read_number(n.strip(), "unread", -_FARTHEST, _FARTHEST) for n in (x, y)]
    return read_tile(tile), (numbers[0], numbers[1])


def read_tile(text: str) -> Tile:
    """A tile in any rotation; raises `IllegalAction` if no such tile exists."""
    match = _TILE.fullmatch(text.strip().upper())
    if match is None:
        unread("unread", text)
    tile = Tile(match[1], "".join(sorted(match[2])))
    if len(tile.spokes) > 3 or len(set(tile.spokes)) < len(tile.spokes):
        raise IllegalAction(because("no_such_tile", "1.1", tile=str(tile)[:12]))
    return tile


def _read_hand(text: str) -> Hand:
    words = [word for word in text.split() if word != "-"]
    return tuple(sorted(unturned(read_tile(word)) for word in words))


def _read_board(text: str, last: list[str]) -> Board:
    board = Board()
    for word in text.split():
        if word != "-":
            tile, square = read_placed(word)
            if square in board.tiles:
                raise IllegalAction(because("taken", "2.2"))
            board = board.place(tile, square)
    if not board.tiles and not last:
        return board
    if len(last) != 1 or last[0] not in {tile.colour for tile in board.tiles.values()}:
        unread("unread_state", " ".join(last) or text)
    return replace(board, last=last[0])
