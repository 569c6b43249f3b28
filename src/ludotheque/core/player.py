"""Players that are programs, and what chance does between their actions."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from ludotheque.core.game import A, Game, S


class Level(NamedTuple):
    """A level of play in words: its name, and what it feels like to play against it."""

    name: str
    feels: str


class Player(Protocol):
    """A bot: the same position and the same generator give the same action."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """An action for the player to move."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """A bot that has something to load or to compile before it can think."""

    def prepare(self) -> None:
        """Loads or compiles it; returns at once if that is done."""
        ...


def draw(game: Game[S, A], state: S, rng: Random) -> A:
    """An action of chance, drawn by the odds of the game."""
    return rng.choices(game.actions(state), weights=game.weights(state))[0]


def settle(game: Game[S, A], state: S, rng: Random) -> S:
    """The position when it is a player's turn again or the game is over."""
    while game.turn(state) is None and game.actions(state):
        state = game.apply(state, draw(game, state, rng))
    return state
