"""Players of Redline."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.bots.alphabeta import AlphaBetaPlayer
from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import Seat
from ludotheque.core.player import Player
from ludotheque.games.redline.rules import Redline, RedlineOptions, State


class Outlook:
    """Tiles in hand, and how many of them can still be placed, against the others'."""

    def __init__(self, options: RedlineOptions) -> None:
        """Judges by the rules under those options."""
        self.game = Redline(options)

    def __call__(self, state: State, seat: Seat) -> float:
        """What the position seems worth for that seat."""
        others = [other for other in state.still_in if other != seat]
        worst = max((self.strength(state, other) for other in others), default=0.0)
        return self.strength(state, seat) - worst

    def strength(self, state: State, seat: Seat) -> float:
        """More tiles are better, and tiles that fit somewhere better still."""
        hand = state.hands[seat]
        fitting = {action.tile.colour for action in self.game.placements(state.board, hand)}
        return len(hand) + 2.0 * len(fitting)


def bots(options: RedlineOptions) -> Mapping[str, Player]:
    """Weakest first."""
    outlook = Outlook(options)
    return {
        "random": RandomPlayer(),
        "easy": AlphaBetaPlayer(1, 150, outlook),
        "medium": AlphaBetaPlayer(2, 600, outlook),
        "hard": AlphaBetaPlayer(3, 2500, outlook),
    }
