"""Players of Babylone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import cast

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import A, Game, S
from ludotheque.core.player import Player
from ludotheque.core.series import Choice, SeriesState
from ludotheque.games.babylone.rules import BabyloneOptions, State
from ludotheque.games.babylone.solver import shared_solver


class PerfectPlayer:
    """Wins whenever the position can be won; otherwise moves at random."""

    def __init__(self, options: BabyloneOptions) -> None:
        """Thinks with what it knows of that start already."""
        self.solver = shared_solver(options)

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """A winning action if there is one."""
        if isinstance(state, SeriesState) and state.chooser is not None:
            return cast(A, Choice(self.solver.wins(self.solver.game.initial())))
        board = cast(State, state.round if isinstance(state, SeriesState) else state)
        winning = cast("list[A]", self.solver.best(board))
        return rng.choice(winning or list(game.actions(state)))


def bots(options: BabyloneOptions) -> Mapping[str, Player]:
    """Weakest first."""
    return {"random": RandomPlayer(), "perfect": PerfectPlayer(options)}
