"""Players of Croisements: levels differ in the words they know; the best looks at replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from ludotheque.core.game import A, Game, S, Seat, mover
from ludotheque.core.player import Player
from ludotheque.core.series import on_table
from ludotheque.games.croisements.notation import MOST_LETTERS
from ludotheque.games.croisements.rules import CroisementsOptions
from ludotheque.games.croisements.state import (
    GREEN,
    RED,
    Announce,
    Place,
    Side,
    State,
    arrived,
    first_row,
    score,
)
from ludotheque.words import HouseWords

_ANSWERED_MOVES = 6  # whose replies are looked at: each takes as long as choosing a move
# In rows: the value of a point, of having all pawns in the goal, and of a won game, which outweighs
# everything. Not tuned by measurement; docs/evidence/ladders.md says how the levels that use them
# compare.
POINT_ROWS, ARRIVED_ROWS, WON_ROWS = 2.0, 6.0, 1000.0
PAWNS_APART_COLUMNS = 2  # the distance between pawns when they are placed on the first row


def outlook(state: State, seat: Seat) -> float:
    """How far a player's pawns have come and what they score, less the other's, in rows."""
    side = RED if state.seat(RED) == seat else GREEN
    return _standing(state, side) - _standing(state, 1 - side)


def _standing(state: State, side: Side) -> float:
    """The rows of all pawns, the last one counted twice; points; a bonus if all have arrived."""
    rows = [abs(pawn.row - first_row(side)) for pawn in state.pawns[side]]
    home = ARRIVED_ROWS if arrived(state, side) else 0.0
    return sum(rows) + min(rows, default=0) + POINT_ROWS * score(state, side) + home


def spacing_error(columns: Sequence[int]) -> int:
    """How far neighbouring pawns, from left to right, are from standing two columns apart."""
    return sum(abs(right - left - PAWNS_APART_COLUMNS) for left, right in pairwise(columns))


@dataclass(frozen=True, slots=True)
class Speaker:
    """Knows only words of at least that frequency (Zipf's scale: 3 is once in a million words).

    The game offers the most common word for a crossing; if the player does not know that one, or it
    is too long, it overlooks the crossing.
    """

    words: HouseWords
    least_zipf: float
    most_letters: int = MOST_LETTERS

    def known(self, game: Game[S, A], state: S) -> list[A]:
        """The actions that need no word, such as a pass, or a word that it knows."""
        actions = game.actions(state)
        return [a for a in actions if not isinstance(a, Announce) or self.says(a.word)]

    def says(self, word: str) -> bool:
        """Whether it knows the word."""
        return len(word) <= self.most_letters and self.words.frequency(word) >= self.least_zipf


class Wanderer(Speaker):
    """Plays at random with the words that it knows."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """A random one of the actions for which it knows the words."""
        return rng.choice(self.known(game, state))


@dataclass(frozen=True, slots=True)
class WordPlayer(Speaker):
    """Plays the move with the best outlook; with `replies`, it looks at the opponent's replies."""

    replies: bool = False

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The move with the best outlook among the words it knows; a pass if it knows none."""
        known = self.known(game, state)
        if isinstance(known[0], Place):
            return min(known, key=lambda place: (self._apart(game, state, place), rng.random()))
        seat = mover(game, state)
        rated = [(self._after(game, state, action, seat), rng.random(), action) for action in known]
        rated.sort(key=lambda rate: rate[:2], reverse=True)
        if not self.replies:
            return rated[0][2]
        best = [
            (self._worst(game, state, rate, seat), *rate[1:]) for rate in rated[:_ANSWERED_MOVES]
        ]
        return max(best, key=lambda rate: rate[:2])[2]

    def _apart(self, game: Game[Any, Any], state: Any, place: Any) -> float:
        """How badly the mover's pawns would be spaced after the placement."""
        board: State = on_table(game.apply(state, place))
        return spacing_error([pawn.column for pawn in board.pawns[1 - board.side]])

    def _after(self, game: Game[Any, Any], state: Any, action: Any, seat: Seat) -> float:
        after = game.apply(state, action)
        end = game.outcome(after)
        return WON_ROWS * end.returns[seat] if end else outlook(on_table(after), seat)

    def _worst(
        self, game: Game[Any, Any], state: Any, rate: tuple[float, float, Any], seat: Seat
    ) -> float:
        """The outlook after the opponent's best reply with the same vocabulary."""
        value, _, action = rate
        after = game.apply(state, action)
        answers = self.known(game, after)
        return min((self._after(game, after, a, seat) for a in answers), default=value)


def bots(options: CroisementsOptions) -> Mapping[str, Player]:
    """The levels, weakest first.

    Each level scores at least 60 % against the one below it (docs/evidence/ladders.md).
    """
    words = HouseWords(options.language)
    # Few letters mean short moves. With six letters `random` passed up to twice as often as with
    # seven; it won no game with six, seven or eight. These were the best of the few pairs tried.
    return {
        "random": Wanderer(words, 4.8, 7),
        "beginner": WordPlayer(words, 5.0, 9),
        "casual": WordPlayer(words, 4.8, 10),
        "regular": WordPlayer(words, 4.4),
        "strong": WordPlayer(words, 4.0),
        "expert": WordPlayer(words, 3.3),
        "champion": WordPlayer(words, 2.0, replies=True),
    }
