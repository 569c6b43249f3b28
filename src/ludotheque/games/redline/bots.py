"""Players of Redline: the first look ahead by the rules, the others search by the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, cast

from ludotheque.bots.alphabeta import AlphaBetaPlayer
from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import A, Game, S, Seat
from ludotheque.core.player import Player
from ludotheque.core.series import on_table
from ludotheque.games.redline.rules import Redline, RedlineOptions, State

AMONG_MANY = ("random", "beginner", "regular", "champion")


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


class TreePlayer:
    """Searches a tree of what may come, so many times; small endgames of two it solves.

    All is open in Redline but what will be drawn, and that the search draws anew each time.
    """

    def __init__(self, options: RedlineOptions, iterations: int, most: int = 0) -> None:
        """Looks that often, and at `most` positions of an endgame to solve it."""
        self.rules = Redline(options)
        self.iterations = iterations
        self.most = most if options.players == 2 else 0

    def prepare(self) -> None:
        """Compiles, or loads what was compiled before; once a process."""
        _thinking().prepare(self.rules.options, bool(self.most))

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The only action, or the one it decides on."""
        actions = game.actions(state)
        if len(actions) == 1:
            return actions[0]
        self.prepare()
        board = on_table(state)
        found = _thinking().decide(self.rules, board, self.iterations, self.most, rng)
        return cast(A, found)


def _thinking() -> Any:
    """What needs Numba, when it is first needed."""
    return import_module("ludotheque.games.redline.thinking")


def bots(options: RedlineOptions) -> Mapping[str, Player]:
    """Weakest first; those that need the kernel where Numba is installed.

    Among many one player decides less, so that only levels further apart can be told apart.
    """
    outlook = Outlook(options)
    players: dict[str, Player] = {
        "random": RandomPlayer(),
        "beginner": AlphaBetaPlayer(1, 150, outlook),
        "casual": AlphaBetaPlayer(2, 600, outlook),
    }
    if find_spec("numba"):
        players["regular"] = TreePlayer(options, 50)
        players["strong"] = TreePlayer(options, 200)
        players["expert"] = TreePlayer(options, 900)
        players["champion"] = TreePlayer(options, 12_000, 4_000)
    if options.players > 2:
        return {level: bot for level, bot in players.items() if level in AMONG_MANY}
    return players
