"""A player for any game that knows nothing but the rules."""

from __future__ import annotations

from random import Random

from ludotheque.core.game import A, Game, S


class RandomPlayer:
    """Chooses any legal action."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """One of the actions, each as likely as any other."""
        return rng.choice(game.actions(state))
