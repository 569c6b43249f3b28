"""The rules of Babylone: pile onto pile, same height or same colour on top."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from ludotheque.core.game import Game, Outcome, Seat, win
from ludotheque.core.reason import Reason, SpecError, because
from ludotheque.core.spec import Options, option

COLOURS = "vnrblo"
LETTERS = "abcdefghijklmnopqrstuvwx"
MOST_TABLETS = len(LETTERS)
SEATS = "first", "second"


@dataclass(frozen=True)
class BabyloneOptions(Options):
    """How many tablets of each colour, how many rounds win the match, and who is the youngest."""

    start: tuple[int, ...] = option((3, 3, 3, 3), low=1, high=24, several=(1, 6))
    to_win: int = option(1, 1, 3)
    chooser: str = option("lot", "lot", "first", "second")

    @property
    def youngest(self) -> Seat | None:
        """The seat that chooses who begins (1.4); None if lots are drawn for that."""
        return None if self.chooser == "lot" else SEATS.index(self.chooser)

    def for_swapped_seats(self) -> BabyloneOptions:
        """The same options, with the youngest player on the other seat."""
        seat = self.youngest
        return self if seat is None else replace(self, chooser=SEATS[1 - seat])

    def check(self) -> None:
        """Refuses fewer than 2 or more than 24 tablets (4.3)."""
        if not 2 <= sum(self.start) <= MOST_TABLETS:
            raise SpecError(because("wrong_total", "4.3", most=MOST_TABLETS))


@dataclass(frozen=True, slots=True)
class Move:
    """Pile `source` onto pile `target`, both by their place on the table."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class State:
    """The piles by place, each from top to bottom (an empty string if it is gone)."""

    piles: tuple[str, ...]
    mover: Seat = 0


class Babylone(Game[State, Move]):
    """One round."""

    name = "babylone"
    seats = 2

    def __init__(self, options: BabyloneOptions | None = None) -> None:
        self.options = options or BabyloneOptions()

    def initial(self, first: Seat | None = None) -> State:
        """Every tablet is a pile of one, in the order of the colours (1.1)."""
        counts = zip(COLOURS, self.options.start, strict=False)
        return State(tuple(colour for colour, count in counts for _ in range(count)), first or 0)

    def turn(self, state: State) -> Seat | None:
        """The players move in turn (2.3); None once the player to move is stuck."""
        return None if stuck(state.piles) else state.mover

    def actions(self, state: State) -> Sequence[Move]:
        """Every pile onto every other that it matches (2.2)."""
        places = [place for place, pile in enumerate(state.piles) if pile]
        return [
            Move(source, target)
            for source in places
            for target in places
            if source != target and alike(state.piles[source], state.piles[target])
        ]

    def refusal(self, state: State, action: Move) -> Reason | None:
        """Why the one pile cannot go onto the other, or None if it can."""
        source, target = (self._pile(state, place) for place in (action.source, action.target))
        if stuck(state.piles):
            return because("over", "3.1")
        if not (source and target):
            return because("no_pile", "2.1")
        if action.source == action.target:
            return because("same_pile", "2.1", pile=letter(action.source))
        if not alike(source, target):
            tops = {"c": f"@colour.{source[0]}", "d": f"@colour.{target[0]}"}
            return because("unlike", "2.2", a=len(source), b=len(target), **tops)
        return None

    def apply(self, state: State, action: Move) -> State:
        """The pile goes on top, its order kept, and takes the lower one's place (2.1, 1.3)."""
        piles = list(state.piles)
        piles[action.target] = piles[action.source] + piles[action.target]
        piles[action.source] = ""
        return State(tuple(piles), 1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        """The player who cannot move loses (3.1)."""
        if not stuck(state.piles):
            return None
        return win(1 - state.mover, because("blocked", "3.1", seat=f"@seat.{state.mover}"))

    def key(self, state: State) -> Hashable:
        """Only heights and colours on top matter, wherever the piles stand."""
        return state.mover, tuple(sorted((len(pile), pile[0]) for pile in state.piles if pile))

    def future(self, state: State) -> Hashable:
        """The same as `key`: what can still happen does not depend on the past."""
        return self.key(state)

    def _pile(self, state: State, place: int) -> str:
        return state.piles[place] if 0 <= place < len(state.piles) else ""


def alike(source: str, target: str) -> bool:
    """The same height, or the same colour on top (2.2)."""
    return len(source) == len(target) or source[0] == target[0]


def stuck(piles: Sequence[str]) -> bool:
    """Whether no pile can go onto another: all heights differ, and all colours on top (3.1)."""
    left = [pile for pile in piles if pile]
    return len(left) == len({len(pile) for pile in left}) == len({pile[0] for pile in left})


def letter(place: int) -> str:
    """The letter of a place, or `?` if the place does not exist."""
    return LETTERS[place] if 0 <= place < len(LETTERS) else "?"
