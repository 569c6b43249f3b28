"""The interface of a game that represents its rounds as numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

from ludotheque.core.game import A, S
from ludotheque.core.notation import Notation

LOWEST = -47
"""The lowest number in any position: how far the last of 48 tiles in a row is from the first."""
HIGHEST = 999
"""The highest number in any position: the most points that a series can be read with."""

Labeller = Callable[[Any], str]


class Numbers(ABC, Generic[S, A]):
    """The actions and positions of a round as numbers, always the same under the same options.

    The number of an action is the index of its label. `labels` covers all actions of the players,
    `chance_labels` all actions of chance. `longest_match` is an upper limit on the decisions in a
    match, chance not counted; None if no limit is known.
    """

    labels: Sequence[str]
    chance_labels: Sequence[str] = ()
    longest_match: int | None = None

    def __init__(self, notation: Notation[S, A]) -> None:
        self.notation = notation

    def labeller(self, state: S) -> Labeller:
        """Returns the function that labels the actions of that position, even illegal ones.

        A game with an unlimited number of action texts labels pieces and places by order instead.
        """
        del state
        return self.notation.write_action

    @abstractmethod
    def vector(self, state: S) -> Iterable[int]:
        """The position as a fixed count of numbers from `LOWEST` to `HIGHEST`.

        The player to move and the points of finished rounds are added in `adapters/observations`.
        """


def one_of(count: int, chosen: int | None) -> list[int]:
    """`count` zeros, with a 1 at the chosen place if it is not None."""
    return [int(place == chosen) for place in range(count)]
