"""What all modes of Plus 4 share: the values of positions, and how a position is named."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludotheque.core.series import SeriesState
from ludotheque.games.plus4.rules import State

OPEN, WIN, LOSS, DRAW, OVER = 0, 1, 2, 3, 4
"""What a position is worth to the player to move; OVER: the game has ended there."""
GAIN_OF = {LOSS: 0, DRAW: 1, WIN: 2}
MOST_LEVELS = 255  # what a byte holds; stands for "no distance"
FAR = 1 << 14  # beyond every level; fits 16 bits

MatchState = SeriesState[State]
Ended = tuple[Any, bool]
"""A position that ends the round when it comes back, and whether its mover is to move now."""


class Spot(NamedTuple):
    """A position in the form of its mode, its stage, and the role of the player to move."""

    stage: Any
    role: int
    position: Any


def board_of(match: MatchState) -> State:
    """The round that is being played."""
    assert match.round is not None
    return match.round
