"""Players of Babylone: how early they see how it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.game import A, Game, S
from ludotheque.core.player import Player
from ludotheque.core.series import Choice, SeriesState, on_table
from ludotheque.games.babylone.rules import MOST_TABLETS, BabyloneOptions, Move, State
from ludotheque.games.babylone.solver import shared_solver

SIGHT = {"beginner": 5, "casual": 6, "regular": 7, "strong": 8, "expert": 9, "champion": 10}


@dataclass(frozen=True, slots=True)
class SeeingPlayer:
    """Wins what can be won once no more than `sees` piles are left; before, it moves at random."""

    options: BabyloneOptions
    sees: int

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """A winning action if it sees one; any where it sees none."""
        winning = cast("Sequence[A]", self._winning(state))
        return rng.choice(winning or game.actions(state))

    def _winning(self, state: object) -> Sequence[Move | Choice]:
        """The moves that win, or the choice to begin or not; none that it does not see."""
        solver = shared_solver(self.options)
        choosing = isinstance(state, SeriesState) and state.chooser is not None
        board = solver.game.initial() if choosing else cast(State, on_table(state))
        if not self._is_in_sight(board):
            return ()
        return [Choice(solver.wins(board))] if choosing else solver.best(board)

    def _is_in_sight(self, board: State) -> bool:
        return sum(map(bool, board.piles)) <= self.sees


def bots(options: BabyloneOptions) -> Mapping[str, Player]:
    """Weakest first."""
    seeing = {level: SeeingPlayer(options, sees) for level, sees in SIGHT.items()}
    return {"random": RandomPlayer(), **seeing, "perfect": SeeingPlayer(options, MOST_TABLETS)}
