"""Players that are programs, and what chance does between their actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.util import find_spec
from random import Random
from typing import NamedTuple, Protocol, runtime_checkable

from ludotheque.core.game import A, Game, S


class Level(NamedTuple):
    """A level of play in words: its name, and what it feels like to play against it."""

    name: str
    feels: str


class Player(Protocol):
    """A bot: the same position and the same generator give the same action.

    One that thinks too long in plain Python has an attribute `needs_kernels` that is true; it is
    offered only where kernels can be compiled. All others play alike with and without them.
    """

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """An action for the player to move."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """A bot that has something to load or to compile before it can think."""

    def prepare(self) -> None:
        """Loads or compiles it; returns at once if that is done."""
        ...


_elsewhere = ContextVar("elsewhere", default=False)


def has_kernels() -> bool:
    """Whether kernels can be compiled: `ludotheque[kernels]` is installed."""
    return not _elsewhere.get() and find_spec("numba") is not None


@contextmanager
def without_kernels() -> Iterator[None]:
    """As where kernels cannot be compiled: for pages that are made here and read there."""
    before = _elsewhere.set(True)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def playable(players: Mapping[str, Player]) -> Mapping[str, Player]:
    """Those that are fast enough here: all of them where kernels can be compiled."""
    compiled = has_kernels()
    return {
        name: player
        for name, player in players.items()
        if compiled or not getattr(player, "needs_kernels", False)
    }


def draw(game: Game[S, A], state: S, rng: Random) -> A:
    """An action of chance, drawn by the odds of the game."""
    return rng.choices(game.actions(state), weights=game.weights(state))[0]


def settle(game: Game[S, A], state: S, rng: Random) -> S:
    """The position when it is a player's turn again or the game is over."""
    while game.turn(state) is None and game.actions(state):
        state = game.apply(state, draw(game, state, rng))
    return state
