"""Players of Babylone: levels differ in how early they see who wins."""

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
from ludotheque.games.babylone.solver import MOST_PLAIN_PILES, is_small, shared_solver

# How many piles are left when a level begins to see who wins. Each level scores at least 60 %
# against the one below it (docs/evidence/ladders.md).
SIGHT_PILES = {"beginner": 5, "casual": 6, "regular": 7, "strong": 8, "expert": 9, "champion": 10}


@dataclass(frozen=True, slots=True)
class SeeingPlayer:
    """Plays perfectly once no more than `sees` piles are left, and at random before that."""

    options: BabyloneOptions
    sees: int

    @property
    def needs_kernels(self) -> bool:
        """Whether it solves positions that take too long without kernels."""
        return self.sees > MOST_PLAIN_PILES and not is_small(self.options)

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """A random winning action if it sees one, otherwise any random action."""
        winning = cast("Sequence[A]", self._winning(state))
        return rng.choice(winning or game.actions(state))

    def _winning(self, state: object) -> Sequence[Move | Choice]:
        """The winning moves, or the winning choice of who begins; empty before it sees who wins."""
        solver = shared_solver(self.options)
        choosing = isinstance(state, SeriesState) and state.chooser is not None
        board = solver.game.initial() if choosing else cast(State, on_table(state))
        if sum(map(bool, board.piles)) > self.sees:
            return ()
        return [Choice(solver.wins(board))] if choosing else solver.best(board)


def bots(options: BabyloneOptions) -> Mapping[str, Player]:
    """The levels, weakest first."""
    seeing = {level: SeeingPlayer(options, sees) for level, sees in SIGHT_PILES.items()}
    return {"random": RandomPlayer(), **seeing, "perfect": SeeingPlayer(options, MOST_TABLETS)}
