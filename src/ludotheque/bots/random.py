"""A bot for any game that knows only the rules."""

from __future__ import annotations

from random import Random

from ludotheque.core.game import A, Game, S


class RandomPlayer:
    """Chooses a random legal action."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """One of the actions, all equally likely."""
        return rng.choice(game.actions(state))
