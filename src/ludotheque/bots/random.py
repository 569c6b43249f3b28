"""Plays any legal action, all alike."""

from __future__ import annotations

from random import Random

from ludotheque.core.game import A, Game, S


class RandomPlayer:
    """Chooses uniformly."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """Any of the actions, with equal chances."""
        return rng.choice(game.actions(state))
