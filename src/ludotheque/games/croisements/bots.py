"""Players of Croisements: how far they see, and how many words they know."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import A, Game, S, Seat
from ludotheque.core.player import Player
from ludotheque.core.series import on_table
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

_REPLIES = 6


def outlook(state: State, seat: Seat) -> float:
    """How far one's pawns have come and what they score, against the other's."""
    side = RED if state.seat(RED) == seat else GREEN
    return _standing(state, side) - _standing(state, 1 - side)


def _standing(state: State, side: Side) -> float:
    """Rows gone, points, and being home; the pawn that lags counts twice."""
    gone = [abs(pawn.row - first_row(side)) for pawn in state.pawns[side]]
    home = 6.0 if arrived(state, side) else 0.0
    return sum(gone) + min(gone, default=0) + 2.0 * score(state, side) + home


class WordPlayer:
    """Knows the words that are at least so common, and goes where the outlook is best.

    With `replies`, it looks at what the other may answer to its best moves.
    """

    def __init__(self, words: HouseWords, least: float, *, replies: bool = False) -> None:
        """Takes the word list, how common a word it knows must be, and how far it looks."""
        self.words = words
        self.least = least
        self.replies = replies

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The move with the best outlook among the words it knows; a pass if it knows none."""
        known = [action for action in game.actions(state) if self._knows(action)]
        if isinstance(known[0], Place):
            return min(known, key=lambda place: (self._apart(game, state, place), rng.random()))
        seat = game.turn(state)
        assert seat is not None
        rated = [(self._after(game, state, action, seat), rng.random(), action) for action in known]
        rated.sort(key=lambda rate: rate[:2], reverse=True)
        if not self.replies:
            return rated[0][2]
        best = [(self._worst(game, state, rate, seat), *rate[1:]) for rate in rated[:_REPLIES]]
        return max(best, key=lambda rate: rate[:2])[2]

    def _knows(self, action: object) -> bool:
        """Anything but a word that is too rare for it."""
        rare = isinstance(action, Announce) and self.words.frequency(action.word) < self.least
        return not rare

    def _apart(self, game: Game[Any, Any], state: Any, place: Any) -> float:
        """How badly the pawns would stand apart from two columns' distance."""
        board: State = on_table(game.apply(state, place))
        own = [pawn.column for pawn in board.pawns[1 - board.side]]
        return sum(abs(right - left - 2) for left, right in pairwise(own))

    def _after(self, game: Game[Any, Any], state: Any, action: Any, seat: Seat) -> float:
        after = game.apply(state, action)
        end = game.outcome(after)
        return 1000.0 * end.returns[seat] if end else outlook(on_table(after), seat)

    def _worst(
        self, game: Game[Any, Any], state: Any, rate: tuple[float, float, Any], seat: Seat
    ) -> float:
        """The outlook once the other has answered as well as the same vocabulary allows."""
        value, _, action = rate
        after = game.apply(state, action)
        answers = [a for a in game.actions(after) if self._knows(a)]
        return min((self._after(game, after, a, seat) for a in answers), default=value)


def bots(options: CroisementsOptions) -> Mapping[str, Player]:
    """Weakest first."""
    words = HouseWords(options.language)
    return {
        "random": RandomPlayer(),
        "beginner": WordPlayer(words, 5.2),
        "casual": WordPlayer(words, 4.8),
        "regular": WordPlayer(words, 4.4),
        "strong": WordPlayer(words, 4.0),
        "expert": WordPlayer(words, 3.3),
        "champion": WordPlayer(words, 2.0, replies=True),
    }
