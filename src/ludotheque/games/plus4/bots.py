"""Players of Plus 4."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, cast

from ludotheque.bots.alphabeta import AlphaBetaPlayer
from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import A, Game, S, Seat
from ludotheque.core.player import Player
from ludotheque.games.plus4.kept import last_file
from ludotheque.games.plus4.rules import LINES, PAWNS, Plus4Options, State

if TYPE_CHECKING:
    from ludotheque.games.plus4.solver import Solver


def outlook(state: State, seat: Seat) -> float:
    """Points, and lines on which only one colour stands."""
    grid = [column.lower() for column in state.columns]
    value = 20.0 * (state.scores[seat] - state.scores[1 - seat])
    for line in LINES:
        on_line = [grid[column][row] for column, row in line if row < len(grid[column])]
        if len(set(on_line)) == 1:
            own = on_line[0] == PAWNS[seat]
            value += len(on_line) ** 2 * (1 if own else -1)
    return value


class PerfectPlayer:
    """Never gives away a win or a draw, and brings wins nearer; by the solved tables."""

    def __init__(self, options: Plus4Options) -> None:
        """Opens the tables when it first moves."""
        self.options = options

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """One of the best pushes."""
        del game
        return cast(A, rng.choice(_solver(self.options).best(cast(State, state))))


@lru_cache(maxsize=4)
def _solver(options: Plus4Options) -> Solver:
    """The tables, opened once a process, and Numba with them."""
    return cast("Solver", import_module("ludotheque.games.plus4.solver").Solver(options))


def bots(options: Plus4Options) -> Mapping[str, Player]:
    """Weakest first; the perfect one where `ludotheque solve` has been before."""
    players: dict[str, Player] = {
        "random": RandomPlayer(),
        "easy": AlphaBetaPlayer(1, 100, outlook),
        "medium": AlphaBetaPlayer(3, 1500, outlook),
        "hard": AlphaBetaPlayer(5, 12000, outlook),
    }
    if find_spec("numba") and last_file(options).exists():
        players["perfect"] = PerfectPlayer(options)
    return players
