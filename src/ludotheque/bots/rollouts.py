"""Estimates for any game, by playing on from a position many times."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludotheque.core.estimate import share
from ludotheque.core.game import Game
from ludotheque.core.player import settle
from ludotheque.core.solver import Verdict
from ludotheque.core.teacher import finished

Policy = Callable[[Game[Any, Any], Any, Random], Any]
"""Chooses the action of the player to move while a game is played on."""


def anything(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """One of the actions, each as likely as any other."""
    return rng.choice(game.actions(state))


def rollouts(
    game: Game[Any, Any], state: Any, times: int, rng: Random, policy: Policy = anything
) -> tuple[Verdict, ...]:
    """Each seat's mean share of that many games, with its 95 % interval."""
    sums = [0.0] * game.seats
    for _ in range(times):
        for seat, verdict in enumerate(_played_on(game, state, rng, policy)):
            sums[seat] += verdict.share
    found = [share(total, times) for total in sums]
    return tuple(Verdict(e.value, odds=True, low=e.low, high=e.high) for e in found)


def _played_on(
    game: Game[Any, Any], state: Any, rng: Random, policy: Policy
) -> tuple[Verdict, ...]:
    state = settle(game, state, rng)
    while (end := game.outcome(state)) is None:
        state = settle(game, game.apply(state, policy(game, state, rng)), rng)
    return finished(end)
