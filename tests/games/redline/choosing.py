"""The choices of levels along random games, as text that can be compared between Pythons."""

from __future__ import annotations

from random import Random
from typing import Any

from ludotheque import load
from ludotheque.core.player import draw
from ludotheque.games import AnyKit

SPECS = ("redline", "redline(contrast=yes)", "redline(hand=10)", "redline(players=6)")
EVERY = 8  # decisions: a quarter of a second without Numba


def chosen() -> list[str]:
    """The choices of the levels that search, at intervals along a random game."""
    found = []
    for spec in SPECS:
        kit = load(spec)
        for number, state in enumerate(_decisions(kit)[1::EVERY]):
            for bot in ("regular", "strong"):
                if bot in kit.bots:
                    action = kit.bots[bot].choose(kit.round, state, Random(number))
                    found.append(f"{spec} {bot} {kit.round.notation.write_action(action)}")
    return found


def _decisions(kit: AnyKit) -> list[Any]:
    game, rng, found = kit.round, Random(kit.spec), []
    state = game.initial(0)
    while actions := game.actions(state):
        if game.turn(state) is not None and len(actions) > 1:
            found.append(state)
        lucky = game.turn(state) is None
        state = game.apply(state, draw(game, state, rng) if lucky else rng.choice(actions))
    return found
