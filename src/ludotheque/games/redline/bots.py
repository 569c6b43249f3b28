"""Players of Redline: the weaker ones look ahead by the rules, the others use the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any, cast

from ludotheque.bots.alphabeta import AlphaBetaPlayer
from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import A, Game, S, Seat
from ludotheque.core.player import Player
from ludotheque.core.series import on_table
from ludotheque.games.redline.rules import Redline, RedlineOptions, State

# With more than two players only these levels could be told apart (docs/evidence/ladders.md).
LEVELS_AMONG_MANY = ("random", "beginner", "regular", "champion")
# What a colour that can still be placed is worth, in tiles; not tuned by measurement.
FITTING_COLOUR_TILES = 2.0
# Each takes half a millisecond without Numba, or one with six players (docs/evidence/ladders.md,
# "In the browser").
_MOST_PLAIN_ITERATIONS = 200


class HandStrength:
    """Tiles in hand, and colours that can still be placed, compared with the best other hand."""

    def __init__(self, options: RedlineOptions) -> None:
        self.game = Redline(options)

    def __call__(self, state: State, seat: Seat) -> float:
        """What the position seems worth to that seat, in tiles."""
        others = [other for other in state.still_in if other != seat]
        best = max((self.of(state, other) for other in others), default=0.0)
        return self.of(state, seat) - best

    def of(self, state: State, seat: Seat) -> float:
        """The tiles of a seat, plus a bonus for each colour of which a tile fits somewhere."""
        hand = state.hands[seat]
        fitting = {action.tile.colour for action in self.game.placements(state.board, hand)}
        return len(hand) + FITTING_COLOUR_TILES * len(fitting)


class TreePlayer:
    """Searches a tree with a fixed number of iterations; solves small endgames of two players.

    Only future draws are hidden in Redline; the search draws them anew in each iteration.
    """

    def __init__(self, options: RedlineOptions, iterations: int, most: int = 0) -> None:
        """Uses that many iterations, and up to `most` positions to solve an endgame (0: none)."""
        self.rules = Redline(options)
        self.iterations = iterations
        self.most = most if options.players == 2 else 0
        self.needs_kernels = iterations > _MOST_PLAIN_ITERATIONS

    def prepare(self) -> None:
        """Compiles the kernels or loads them compiled; only once in each process."""
        _thinking().prepare(self.rules.options, bool(self.most))

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """The only action, or the one that the search finds."""
        actions = game.actions(state)
        if len(actions) == 1:
            return actions[0]
        self.prepare()
        board = on_table(state)
        found = _thinking().decide(self.rules, board, self.iterations, self.most, rng)
        return cast(A, found)


def _thinking() -> Any:
    """The module that loads Numba if it is installed; imported when first needed."""
    return import_module("ludotheque.games.redline.thinking")


def bots(options: RedlineOptions) -> Mapping[str, Player]:
    """The levels, weakest first.

    Each level scores at least 60 % against the one below it (docs/evidence/ladders.md).
    """
    strength = HandStrength(options)
    players: dict[str, Player] = {
        "random": RandomPlayer(),
        "beginner": AlphaBetaPlayer(1, 150, strength),
        "casual": AlphaBetaPlayer(2, 600, strength),
        "regular": TreePlayer(options, 50),
        "strong": TreePlayer(options, 200),
        "expert": TreePlayer(options, 900),
        "champion": TreePlayer(options, 12_000, 4_000),
    }
    if options.players > 2:
        return {level: bot for level, bot in players.items() if level in LEVELS_AMONG_MANY}
    return players
