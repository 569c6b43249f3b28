"""How many decisions a game can take at most, by what its rules bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ludotheque.games import AnyKit
from ludotheque.games.babylone.rules import BabyloneOptions
from ludotheque.games.croisements.rules import MOST_TURNS
from ludotheque.games.croisements.state import PAWNS
from ludotheque.games.redline.rules import RedlineOptions
from ludotheque.games.redline.tiles import TILES

# Only the third same position ends a round of Plus 4 that brings no point: there is a bound, but
# it is beyond the numbers that OpenSpiel keeps it in.
_NO_BOUND = 2**31 - 1


def longest_game(kit: AnyKit) -> int:
    """A number of decisions that no game exceeds, chance not counted."""
    return _GAMES[kit.name](kit)


def _babylone(kit: AnyKit) -> int:
    """A move leaves a pile fewer; a round is won by one of two, and the choice begins it."""
    options = cast(BabyloneOptions, kit.options)
    return (2 * options.to_win - 1) * sum(options.start)


def _croisements(kit: AnyKit) -> int:
    del kit
    return 2 * PAWNS + MOST_TURNS


def _redline(kit: AnyKit) -> int:
    """After each placement the others return a tile, and then up to two each, before the next."""
    options = cast(RedlineOptions, kit.options)
    return options.rounds * len(TILES) * (1 + 3 * (options.players - 1))


_GAMES: dict[str, Callable[[AnyKit], int]] = {
    "babylone": _babylone,
    "plus4": lambda _: _NO_BOUND,
    "croisements": _croisements,
    "redline": _redline,
}
