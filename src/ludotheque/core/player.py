"""What sits on a seat: takes a position, gives an action."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from ludotheque.core.game import A, Game, S


class Level(NamedTuple):
    """A level of play in words: its name, and what it feels like to play against it."""

    name: str
    feels: str


class Player(Protocol):
    """A bot for any game or for one: deterministic given the generator."""

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """An action for the seat whose turn it is."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """A bot that has something to load or to compile before it can think."""

    def prepare(self) -> None:
        """Does so; at once if it has been done before."""
        ...


def draw(game: Game[S, A], state: S, rng: Random) -> A:
    """What chance does, by the odds that the game states."""
    return rng.choices(game.actions(state), weights=game.weights(state))[0]


def settle(game: Game[S, A], state: S, rng: Random) -> S:
    """The position once chance has acted as long as it is to act."""
    while game.turn(state) is None and game.actions(state):
        state = game.apply(state, draw(game, state, rng))
    return state
