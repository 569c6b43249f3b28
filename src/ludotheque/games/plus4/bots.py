"""Players of Plus 4: levels differ in how many pushes ahead they look, and how often they slip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, cast

from ludotheque.bots.random import RandomPlayer
from ludotheque.core.caching import cache_of_large
from ludotheque.core.game import A, Game, S
from ludotheque.core.player import Player, has_kernels
from ludotheque.core.series import on_table
from ludotheque.games.plus4 import outlook
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.outlook import Looking
from ludotheque.games.plus4.plain_search import PlainSearch
from ludotheque.games.plus4.rules import Plus4, State
from ludotheque.games.plus4.solving.paths import is_read_plainly, is_stored
from ludotheque.kernels.compiling import PLAIN

if TYPE_CHECKING:
    from ludotheque.games.plus4.solver import Solver

# Ten pushes take up to 1.6 s without Numba (docs/evidence/ladders.md, "In the browser").
_MOST_PLAIN_DEPTH = 8


@dataclass(frozen=True, slots=True)
class LookingPlayer:
    """Looks `depth` pushes ahead, but with probability `slip_chance` only `slip_depth`."""

    rules: Plus4
    depth: int
    slip_chance: float = 0.0
    slip_depth: int = 0

    @property
    def needs_kernels(self) -> bool:
        """Whether it looks farther ahead than plain Python can in time."""
        return self.depth > _MOST_PLAIN_DEPTH

    def prepare(self) -> None:
        """Searches once, so that the search is compiled."""
        _looking(self.rules)(self.rules, State(), 1, outlook.INFINITE)

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """A random one of the best pushes; any push if it does not look ahead (depth 0)."""
        depth = self.slip_depth if rng.random() < self.slip_chance else self.depth
        if depth == 0:
            return rng.choice(game.actions(state))
        looking = _looking(self.rules)
        return cast(A, rng.choice(outlook.best(self.rules, on_table(state), depth, looking)))


class PerfectPlayer:
    """Plays by the solved files: never gives away a win or a draw, and brings wins nearer."""

    def __init__(self, options: Plus4Options) -> None:
        """Does not open the files yet: that happens at the first move."""
        self.options = options

    def prepare(self) -> None:
        """Opens the files and compiles the code that reads them."""
        _solver(self.options).best(State())

    def choose(self, game: Game[S, A], state: S, rng: Random) -> A:
        """A random one of the best pushes."""
        del game
        return cast(A, rng.choice(_solver(self.options).best(cast(State, state))))


def bots(options: Plus4Options) -> Mapping[str, Player]:
    """The levels, weakest first; `perfect` only if `ludotheque solve` has stored its files.

    Each level scores at least 60 % against the one below it (docs/evidence/ladders.md).
    """
    rules = Plus4(options)
    players: dict[str, Player] = {
        "random": RandomPlayer(),
        "beginner": LookingPlayer(rules, 1, slip_chance=0.4),
        "casual": LookingPlayer(rules, 2, slip_chance=0.6, slip_depth=1),
        "regular": LookingPlayer(rules, 2, slip_chance=0.2, slip_depth=1),
        "strong": LookingPlayer(rules, 5, slip_chance=0.4, slip_depth=2),
        "expert": LookingPlayer(rules, 6, slip_chance=0.1, slip_depth=2),
        "champion": LookingPlayer(rules, 10 if rules.has_bonus else 8),
    }
    if is_read_plainly(options) or (has_kernels() and is_stored(options)):
        players["perfect"] = PerfectPlayer(options)
    return players


@cache_of_large(4)
def _solver(options: Plus4Options) -> Solver:
    """The solver of these options, created once in each process; may load Numba."""
    return cast("Solver", import_module("ludotheque.games.plus4.solver").Solver(options))


def _looking(rules: Plus4) -> Looking:
    """The compiled search, or without Numba the plain one; both find the same values."""
    if has_kernels() and not PLAIN:
        return cast(Looking, import_module("ludotheque.games.plus4.search").packed)
    return PlainSearch(rules)
