"""The rules of Redline: prolong a red line, leave no dead end, alternate the colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludotheque.core.game import Game, Outcome, Seat, ranked
from ludotheque.core.reason import Reason, SpecError, because
from ludotheque.core.spec import Options, option
from ludotheque.games.redline.board import EMPTY, Board, Demand, fits, new_alignments
from ludotheque.games.redline.tiles import (
    COLOURS,
    LYING,
    TILES,
    Square,
    Tile,
    mask,
    turns,
    unturned,
)

CENTRE: Square = (0, 0)
Hand = tuple[Tile, ...]


@dataclass(frozen=True)
class RedlineOptions(Options):
    """The number of players, tiles in hand and rounds, the variant, and a reading of rule 2.6."""

    players: int = option(2, low=2, high=6)
    hand: int = option(8, 8, 10)
    contrast: bool = option(False, False, True)
    rounds: int = option(1, low=1, high=12)
    own_dead_end: bool = option(False, False, True)

    def check(self) -> None:
        """Refuses more tiles in hands than there are (7.2)."""
        if self.players * self.hand > len(TILES):
            raise SpecError(because("too_few_tiles", "7.2", players=self.players, hand=self.hand))


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: that tile is dealt, or drawn from the reserve."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Place:
    """A tile, as it will lie, on a square."""

    tile: Tile
    square: Square


@dataclass(frozen=True, slots=True)
class Return:
    """A tile goes back to the reserve."""

    tile: Tile


Action = Draw | Place | Return


@dataclass(frozen=True, slots=True)
class State:
    """Hands, board, whose turn it is, and what is left to do in that turn."""

    hands: tuple[Hand, ...]
    mover: Seat = 0
    board: Board = EMPTY
    drawing: bool = False
    owing: tuple[Seat, ...] = ()
    out: tuple[tuple[Seat, ...], ...] = ()
    placed_last: Seat | None = None
    winner: Seat | None = None

    @property
    def acting(self) -> Seat:
        """The player who returns a tile, or else the mover, who also draws."""
        return self.owing[0] if self.owing else self.mover

    @property
    def gone(self) -> list[Seat]:
        """The players who are out, in the order in which they went out."""
        return [seat for group in self.out for seat in group]

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """The players who are not out, clockwise from the one after the mover."""
        gone = set(self.gone)
        seats = len(self.hands)
        clockwise = ((self.mover + step) % seats for step in range(1, seats + 1))
        return tuple(seat for seat in clockwise if seat not in gone)


class Redline(Game[State, Action]):
    """One round."""

    name = "redline"

    def __init__(self, options: RedlineOptions | None = None) -> None:
        self.options = options or RedlineOptions()
        self.seats = self.options.players

    def initial(self, first: Seat | None = None) -> State:
        """Before the deal, which goes seat by seat from the player who begins (1.3)."""
        return State(((),) * self.seats, first or 0)

    def turn(self, state: State) -> Seat | None:
        """The player who returns a tile, else the mover; None at the end and when chance acts."""
        if state.winner is not None or state.drawing or self.dealt_to(state) is not None:
            return None
        return state.acting

    def actions(self, state: State) -> Sequence[Action]:
        """What can be drawn, returned or placed."""
        if state.winner is not None:
            return []
        if state.drawing or self.dealt_to(state) is not None:
            return [Draw(tile) for tile in reserve(state)]
        if state.owing:
            return [Return(tile) for tile in state.hands[state.owing[0]]]
        return list(self.placements(state.board, state.hands[state.mover]))

    def placements(self, board: Board, hand: Hand) -> Iterator[Place]:
        """Every way to place a tile of the hand (2.1)."""
        if not board.tiles:
            yield from (Place(lying, CENTRE) for tile in hand for lying in turns(tile))
            return
        open_squares = sorted(
            (square, demand, self.colours(board, demand))
            for square, demand in board.demands.items()
            if demand.needed
        )
        own = self.options.own_dead_end
        for tile in hand:
            lying = turns(tile)
            for square, demand, colours in open_squares:
                if tile.colour in colours:
                    yield from [Place(t, square) for t in lying if fits(t, demand, own)]

    def colours(self, board: Board, demand: Demand) -> str:
        """The colours that alternate with the lines prolonged (2.9, 2.10, 7.1)."""
        met = demand.colours
        if len(met) == 2:
            met = frozenset(board.last if self.options.contrast else "")
        return "".join(colour for colour in COLOURS if colour not in met)

    def refusal(self, state: State, action: Action) -> Reason | None:
        """Why the action cannot be taken now, or None if it can."""
        end = self.outcome(state)
        if end is not None:
            return because("over", end.reason.rule)
        if self.turn(state) is None:
            return self._not_drawn(state, action)
        if isinstance(action, Draw):
            return because("no_draw", "3.3")
        acting = state.acting
        if action.tile not in LYING or unturned(action.tile) not in state.hands[acting]:
            return because("not_in_hand", "1.2", tile=str(action.tile))
        if isinstance(action, Return):
            return self._not_returned(state, state.hands[acting], action)
        if state.owing:
            forced = acting == state.mover
            return because("cannot_place", "4.1") if forced else because("must_return", "3.4")
        return self.misfit(state.board, action)

    def misfit(self, board: Board, action: Place) -> Reason | None:
        """Why the tile does not fit the square (A, B and C), or None if it does."""
        tile, square = action.tile, action.square
        if not board.tiles:
            return None if square == CENTRE else because("not_centre", "1.6")
        if square in board.tiles:
            return because("taken", "2.2")
        demand = board.demands.get(square)
        if demand is None:
            return because("apart", "2.2")
        if not mask(tile.spokes) & demand.needed:
            return because("no_prolonging" if demand.needed else "no_line_here", "2.3")
        if demand.needed & ~mask(tile.spokes):
            return because("dead_end", "2.5")
        if demand.barred & mask(tile.spokes) and not self.options.own_dead_end:
            return because("own_dead_end", "2.6")
        colours = self.colours(board, demand)
        if tile.colour in colours:
            return None
        key, rule = ("contrast", "7.1") if len(demand.colours) == 2 else ("colour", "2.9")
        return because(key, rule, colour=f"@tile_colour.{colours}")

    def apply(self, state: State, action: Action) -> State:
        """The deal goes on, a tile is placed, drawn or returned; then the turn may be complete."""
        if isinstance(action, Draw):
            return self._draw(state, action.tile)
        if isinstance(action, Return):
            seat, *owing = state.owing
            hands = _without(state.hands, seat, action.tile)
            state = replace(state, hands=hands, owing=tuple(owing))
            return state if owing else self._complete(state)
        return self._place(state, action)

    def outcome(self, state: State) -> Outcome | None:
        """The winner scores the number of players, the others by when they went out (6.1-6.3)."""
        if state.winner is None:
            return None
        points = [0] * self.seats
        already = 0
        for group in (*state.out, state.still_in):
            others = [seat for seat in group if seat != state.winner]
            for seat in others:
                points[seat] = already + 1
            already += len(others)
        points[state.winner] = self.seats
        blocked = not any(self._can_place(state, seat) for seat in state.still_in)
        key, rule = ("nobody_places", "5.3") if blocked else ("last_one_in", "5.4")
        return ranked(points, because(key, rule, seat=f"@seat.{state.winner}"))

    def ends_turn(self, before: State, after: State) -> bool:
        """Whether the turn is over: a placement with its consequences, or a forced return."""
        return after.mover != before.mover or after.winner is not None

    def dealt_to(self, state: State) -> Seat | None:
        """The seat that gets the next tile of the deal; None once every hand is full (1.3)."""
        if state.board.tiles:
            return None
        seats = ((state.mover + step) % self.seats for step in range(self.seats))
        return next((s for s in seats if len(state.hands[s]) < self.options.hand), None)

    def _draw(self, state: State, tile: Tile) -> State:
        seat = self.dealt_to(state)
        to = state.mover if seat is None else seat
        hands = _with(state.hands, to, tile)
        if seat is not None:
            return replace(state, hands=hands)
        return self._complete(replace(state, hands=hands, drawing=False))

    def _place(self, state: State, action: Place) -> State:
        """Places the tile; a new alignment draws one, or makes the others return one (3.3, 3.4)."""
        state = replace(
            state,
            hands=_without(state.hands, state.mover, unturned(action.tile)),
            board=state.board.place(action.tile, action.square),
            placed_last=state.mover,
        )
        if not new_alignments(state.board, action.square):
            return self._complete(state)
        if reserve(state):
            return replace(state, drawing=True)
        return replace(state, owing=tuple(s for s in state.still_in if s != state.mover))

    def _complete(self, state: State) -> State:
        """Players without a tile are out (5.1, 5.2); then the round ends (5.3, 5.4) or goes on."""
        gone = tuple(seat for seat in state.still_in if not state.hands[seat])
        state = replace(state, out=(*state.out, gone) if gone else state.out)
        still_in = state.still_in
        placing = next((seat for seat in still_in if self._can_place(state, seat)), None)
        if placing is None:
            return replace(state, winner=state.placed_last)
        if len(still_in) == 1:
            return replace(state, winner=still_in[0])
        mover = still_in[0]
        owed = 0 if placing == mover else min(2, len(state.hands[mover]))
        return replace(state, mover=mover, owing=(mover,) * owed)

    def _can_place(self, state: State, seat: Seat) -> bool:
        return any(True for _ in self.placements(state.board, state.hands[seat]))

    def _not_returned(self, state: State, hand: Hand, action: Return) -> Reason | None:
        if not state.owing:
            return because("must_place", "2.1")
        return None if action.tile in hand else because("not_in_hand", "1.2", tile=str(action.tile))

    def _not_drawn(self, state: State, action: Action) -> Reason | None:
        if not isinstance(action, Draw):
            return because("chance", "3.3" if state.drawing else "1.3")
        return None if action.tile in reserve(state) else because("not_in_reserve", "3.10")


def reserve(state: State) -> list[Tile]:
    """The tiles that lie neither in a hand nor on the table (1.3)."""
    seen = {unturned(tile) for tile in state.board.tiles.values()}
    seen.update(*state.hands)
    return [tile for tile in TILES if tile not in seen]


def in_reserve(state: State) -> int:
    """How many tiles the reserve holds."""
    return len(TILES) - len(state.board.tiles) - sum(map(len, state.hands))


def _with(hands: tuple[Hand, ...], seat: Seat, tile: Tile) -> tuple[Hand, ...]:
    return (*hands[:seat], tuple(sorted((*hands[seat], tile))), *hands[seat + 1 :])


def _without(hands: tuple[Hand, ...], seat: Seat, tile: Tile) -> tuple[Hand, ...]:
    left = tuple(held for held in hands[seat] if held != tile)
    return (*hands[:seat], left, *hands[seat + 1 :])
