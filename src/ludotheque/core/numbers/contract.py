"""What a game says about its rounds as numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

from ludotheque.core.game import A, S
from ludotheque.core.notation import Notation

LOWEST = -47
"""No number of a position is lower: of 48 tiles in a row, the last lies so far from the first."""
HIGHEST = 999
"""No number of a position is higher: a series is read with as many points."""

Labeller = Callable[[Any], str]


class Numbers(ABC, Generic[S, A]):
    """The actions and positions of a round as numbers, always the same under the same options.

    The number of an action is the place of its label. `labels` are those of all that the players
    can ever do, `chance_labels` of all that chance can do. `longest_match` is a number of decisions
    that no match exceeds, chance not counted; None where no such number is known.
    """

    labels: Sequence[str]
    chance_labels: Sequence[str] = ()
    longest_match: int | None = None

    def __init__(self, notation: Notation[S, A]) -> None:
        self.notation = notation

    def labeller(self, state: S) -> Labeller:
        """What labels the actions of that position, also those that are not legal.

        A game whose texts have no bound names pieces and places by their order instead.
        """
        del state
        return self.notation.write_action

    @abstractmethod
    def vector(self, state: S) -> Iterable[int]:
        """The position as numbers from `LOWEST` to `HIGHEST`, always as many.

        Whose turn it is and the points of finished rounds are told with the match.
        """


def one_of(count: int, chosen: int | None) -> list[int]:
    """As many zeros, but for a 1 in the chosen place."""
    return [int(place == chosen) for place in range(count)]
