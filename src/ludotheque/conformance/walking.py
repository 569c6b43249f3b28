"""The options under which a game is tested, and random walks through it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from ludotheque.core.caching import cache_of_large
from ludotheque.core.game import Game
from ludotheque.core.kit import Box
from ludotheque.core.player import draw
from ludotheque.core.reason import SpecError
from ludotheque.core.spec import Options, write_spec
from ludotheque.games import load


def specs_of(box: Box, defaults: bool = False) -> list[str]:
    """The specs of a game: the default, the named variants, and these with one option changed.

    With `defaults`, only the first of these; in Pyodide, without the changed options.
    """
    found: dict[str, None] = {box.name: None}
    for preset in () if defaults else (box.options(), *box.variants.values()):
        found[write_spec(box.name, preset)] = None
        for options in () if sys.platform == "emscripten" else _one_changed(preset):
            found[write_spec(box.name, options)] = None
    return list(found)


def _one_changed(preset: Options) -> Iterator[Options]:
    """The preset with one option changed, to its lowest or highest value or to each choice."""
    for name, domain in preset.domains().items():
        values: list[Any] = list(domain.choices) or [domain.low, domain.high]
        if domain.several[1]:
            values = [(2,), (2, 3), (2, 2, 2, 2, 2, 2)]
        for value in values:
            with suppress(SpecError):
                yield replace(preset, **{name: value})


def walk(game: Game[Any, Any], rng: Random, first: int | None = None) -> Iterator[tuple[Any, Any]]:
    """The states of one random game, each with the action taken in it; the last with None."""
    for state, _, action in walk_with_actions(game, rng, first):
        yield state, action


def walk_with_actions(
    game: Game[Any, Any], rng: Random, first: int | None = None
) -> Iterator[tuple[Any, Sequence[Any], Any]]:
    """Like `walk`, with all actions of each state, which are slow to find in games with words."""
    state = game.initial(first)
    while actions := game.actions(state):
        action = draw(game, state, rng) if game.turn(state) is None else rng.choice(actions)
        yield state, actions, action
        state = game.apply(state, action)
    yield state, (), None


@cache_of_large(4)  # the walks that the tests of one kit share
def walked(spec: str, seed: int | str, most: int | None = None) -> list[tuple[Any, Any]]:
    """A random game under that spec, or its first `most` states, shared by several tests."""
    return list(islice(walk(load(spec).game.rules, Random(seed)), most))
