"""Players of Croisements: levels differ in the words they know; the best looks at answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from ludotheque.core.game import A, Game, S, Seat
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

_ANSWERED_MOVES = 6  # whose answers are looked at: each takes as long as a move of its own
# In rows: what a point counts for, and having all pawns in the goal. A won game outweighs all.
# No measurement chose them; docs/bots.md says how the levels that use them compare.
POINT_ROWS, ARRIVED_ROWS, WON_ROWS = 2.0, 6.0, 1000.0
PAWNS_APART_COLUMNS = 2  # the distance at which a first row of three pawns is placed


def outlook(state: State, seat: Seat) -> float:
    """How far a player's pawns have come and what they score, less the other's, in rows."""
    side = RED if state.seat(RED) == seat else GREEN
    return _standing(state, side) - _standing(state, 1 - side)


def _standing(state: State, side: Side) -> float:
    """The rows of all pawns, those of the last pawn twice; points; having arrived."""
    rows = [abs(pawn.row - first_row(side)) for pawn in state.pawns[side]]
    home = ARRIVED_ROWS if arrived(state, side) else 0.0
    return sum(rows) + min(rows, default=0) + POINT_ROWS * score(state, side) + home


def spacing_error(columns: Sequence[int]) -> int:
    """How far neighbouring pawns, from left to right, are from standing two columns apart."""
    return sum(abs(right - left - PAWNS_APART_COLUMNS) for left, right in pairwise(columns))


class Speaker:
    """Knows the words that are common and short enough.

    The game offers the most common word for a crossing; where that is none of them, the crossing
    is overlooked.
    """

    def __init__(
        self, words: HouseWords, least_zipf: float, most_letters: int = MOST_LETTERS
    ) -> None:
        """Knows the words from that frequency on (Zipf's scale: 3 is once in a million words)."""
        self.words = words
        self.least_zipf = least_zipf
        self.most_letters = most_letters

    def known(self, game: Game[S, A], state: S) -> list[A]:
        """The actions for which it has the words; a pass is always among them."""
        return [action for action in game.actions(state) if self._knows(action)]

    def _knows(self, action: object) -> bool:
        """Whether the action takes no word, or one of those."""
        return not isinstance(action, Announce) or self.says(action.word)

    def says(self, word: str) -> bool:
        """Whether the word is one of those that it knows."""
        return len(word) <= self.most_letters and self.words.frequency(word) >= self.least_zipf


class Wanderer(Speaker):
    """Goes anywhere with the words it knows."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """One of the actions for which it has the words, each as likely as any other."""
        return rng.choice(self.known(game, state))


class WordPlayer(Speaker):
    """Goes where the outlook is best; with `replies`, it looks at what the other may answer."""

    def __init__(
        self,
        words: HouseWords,
        least_zipf: float,
        most_letters: int = MOST_LETTERS,
        *,
        replies: bool = False,
    ) -> None:
        super().__init__(words, least_zipf, most_letters)
        self.replies = replies

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The move with the best outlook among the words it knows; a pass if it knows none."""
        known = self.known(game, state)
        if isinstance(known[0], Place):
            return min(known, key=lambda place: (self._apart(game, state, place), rng.random()))
        seat = game.turn(state)
        assert seat is not None
        rated = [(self._after(game, state, action, seat), rng.random(), action) for action in known]
        rated.sort(key=lambda rate: rate[:2], reverse=True)
        if not self.replies:
            return rated[0][2]
        best = [
            (self._worst(game, state, rate, seat), *rate[1:]) for rate in rated[:_ANSWERED_MOVES]
        ]
        return max(best, key=lambda rate: rate[:2])[2]

    def _apart(self, game: Game[Any, Any], state: Any, place: Any) -> float:
        """How badly the mover's pawns would be spaced."""
        board: State = on_table(game.apply(state, place))
        return spacing_error([pawn.column for pawn in board.pawns[1 - board.side]])

    def _after(self, game: Game[Any, Any], state: Any, action: Any, seat: Seat) -> float:
        after = game.apply(state, action)
        end = game.outcome(after)
        return WON_ROWS * end.returns[seat] if end else outlook(on_table(after), seat)

    def _worst(
        self, game: Game[Any, Any], state: Any, rate: tuple[float, float, Any], seat: Seat
    ) -> float:
        """The outlook after the other's best answer with the same vocabulary."""
        value, _, action = rate
        after = game.apply(state, action)
        answers = self.known(game, after)
        return min((self._after(game, after, a, seat) for a in answers), default=value)


def bots(options: CroisementsOptions) -> Mapping[str, Player]:
    """The levels, weakest first.

    Each level is kept for scoring 60 % or more against the one below it (docs/bots.md).
    """
    words = HouseWords(options.language)
    # Few letters mean short jumps. With six `random` passed up to twice as often as with seven; it
    # won no game with six, seven or eight. Of the few pairs tried for each level, these went best.
    return {
        "random": Wanderer(words, 4.8, 7),
        "beginner": WordPlayer(words, 5.0, 9),
        "casual": WordPlayer(words, 4.8, 10),
        "regular": WordPlayer(words, 4.4),
        "strong": WordPlayer(words, 4.0),
        "expert": WordPlayer(words, 3.3),
        "champion": WordPlayer(words, 2.0, replies=True),
    }
