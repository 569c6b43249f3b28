"""A game small enough to be written down whole: a tree of positions with results at its ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ludotheque.core.game import Game, Outcome, Seat
from ludotheque.core.reason import Reason, because

CHANCE = -1


class Branches(Game[str, str]):
    """A position is the letters of the actions that led to it.

    `ends` says what each end brings to each seat; `turns` who is to move after so many actions,
    `odds` how likely the actions of chance are, in order.
    """

    name = "branches"

    def __init__(
        self, ends: Mapping[str, tuple[float, ...]], turns: Sequence[int] = (0, 1),
        odds: Sequence[int] = (1, 1),
    ) -> None:  # fmt: skip
        self.ends, self.turns, self.odds = ends, turns, odds
        self.seats = len(next(iter(ends.values())))
        self.looked_at = 0

    @cached_property
    def positions(self) -> set[str]:
        return {end[:length] for end in self.ends for length in range(len(end) + 1)}

    def initial(self, first: Seat | None = None) -> str:
        return ""

    def turn(self, state: str) -> Seat | None:
        seat = self.turns[len(state) % len(self.turns)]
        return None if state in self.ends or seat == CHANCE else seat

    def actions(self, state: str) -> Sequence[str]:
        return [letter for letter in "abcdef" if state + letter in self.positions]

    def refusal(self, state: str, action: str) -> Reason | None:
        return None if action in self.actions(state) else because("over")

    def apply(self, state: str, action: str) -> str:
        return state + action

    def outcome(self, state: str) -> Outcome | None:
        self.looked_at += 1
        if state not in self.ends:
            return None
        return Outcome(self.ends[state], (0,) * self.seats, because("over"))

    def weights(self, state: str) -> Sequence[int]:
        return self.odds


WIN, DRAW, LOSS = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)
