"""Games that go on as long as a record may, since no action of theirs scores."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ludotheque.core.player import draw
from ludotheque.core.record import MAX_ACTIONS


def endless(game: Any, rng: Random) -> Iterator[Any]:
    """Yields actions, those of chance too, that neither score nor end the game if there are any."""
    state = game.initial()
    for _ in range(MAX_ACTIONS):
        if game.outcome(state) is not None:
            return
        action = draw(game, state, rng) if game.turn(state) is None else quiet(game, state, rng)
        yield action
        state = game.apply(state, action)


def quiet(game: Any, state: Any, rng: Random) -> Any:
    """An action that neither scores nor ends the game, or any if there is none."""
    actions = rng.sample(list(game.actions(state)), len(game.actions(state)))
    for action in actions:
        after = game.apply(state, action)
        if game.outcome(after) is None and after.round.scores == state.round.scores:
            return action
    return actions[0]
