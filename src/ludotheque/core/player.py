"""Players that are programs, and the actions of chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from ludotheque.core.game import A, Game, S


class Level(NamedTuple):
    """The name of a bot's level, and what it feels like to play against it."""

    name: str
    feels: str


class Player(Protocol):
    """A bot: the same position and the same random generator give the same action.

    A bot that is too slow in plain Python has a true attribute `needs_kernels`, and is offered only
    if kernels can be compiled. All other bots play the same with and without kernels.
    """

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """An action for the player to move."""


@runtime_checkable
class Prepared(Protocol):
    """A bot that has to load or compile something before it can choose."""

    def prepare(self) -> None:
        """Loads or compiles it; returns at once if that is already done."""


_elsewhere = ContextVar("elsewhere", default=False)


def has_kernels() -> bool:
    """Whether kernels can be compiled, that is, `ludotheque[kernels]` is installed."""
    return not _elsewhere.get() and find_spec("numba") is not None


@contextmanager
def without_kernels() -> Iterator[None]:
    """Makes `has_kernels` return False, to build pages for places where there are no kernels."""
    before = _elsewhere.set(True)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def playable(players: Mapping[str, Player]) -> Mapping[str, Player]:
    """The players that are fast enough here: all of them if kernels can be compiled."""
    compiled = has_kernels()
    return {
        name: player
        for name, player in players.items()
        if compiled or not getattr(player, "needs_kernels", False)
    }


def draw(game: Game[S, A], state: S, rng: Random) -> A:
    """A random action of chance, drawn with the odds of the game."""
    return rng.choices(game.actions(state), weights=game.weights(state))[0]


def settle(game: Game[S, A], state: S, rng: Random) -> S:
    """Lets chance act until it is a player's turn or the game is over."""
    while game.turn(state) is None and game.actions(state):
        state = game.apply(state, draw(game, state, rng))
    return state
