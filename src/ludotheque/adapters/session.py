"""A match that is played by action numbers, shared by the environments."""

from __future__ import annotations

from random import Random
from typing import Any

from ludotheque.adapters.actions import Actions
from ludotheque.adapters.observations import Observations
from ludotheque.games import load
from ludotheque.play.match import Match


class EnvironmentSession:
    """The match of an environment; each reset starts a new one, with chance by the seed."""

    def __init__(self, spec: str) -> None:
        self.kit = load(spec)
        self.actions = Actions(self.kit)
        self.observations = Observations(self.kit)
        self.match = Match(self.kit)
        self.legal: dict[int, Any] = {}
        self.rng = Random()

    def reset(self, seed: int | None) -> None:
        """Starts a new match, up to its first decision; without a seed, keeps the generator."""
        if seed is not None:
            self.rng = Random(seed)
        self.match = Match(self.kit)
        self._settle()

    def play(self, number: int) -> None:
        """Plays the action of that number, then lets chance act; raises `ValueError` if illegal."""
        if number not in self.legal:
            raise ValueError(f"not legal here: {self._named(number)}")
        self.take(self.legal[number])

    def take(self, action: Any) -> None:
        """Plays an action of the rules, then lets chance act."""
        self.match.play(action)
        self._settle()

    @property
    def text(self) -> str:
        """The position in notation, which is the same for all seats."""
        return self.kit.game.notation.write_state(self.match.state)

    def _settle(self) -> None:
        self.match.settle(self.rng)
        self.legal = {} if self.match.outcome else self.actions.legal(self.match.state)

    def _named(self, number: int) -> str:
        known = 0 <= number < len(self.actions)
        return self.actions.labels[number] if known else f"there is no action {number}"
