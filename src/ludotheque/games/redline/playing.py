"""What a position of Redline comes to when it is played on at random, many times."""

from __future__ import annotations

from ludotheque.core.estimate import share
from ludotheque.core.solver import Verdict
from ludotheque.games.redline.kernel import play_on
from ludotheque.games.redline.packing import pack
from ludotheque.games.redline.rules import Redline, State
from ludotheque.kernels.arrays import zeros
from ludotheque.kernels.chance import seeded


def played(game: Redline, state: State, times: int, seed: int) -> tuple[Verdict, ...]:
    """What that many random games came to for each seat, of any number of players."""
    start, wins = pack(game, state), zeros(game.seats)
    play_on(start.copy(), start, times, seeded(seed), wins)
    found = [share(int(won), times) for won in wins]
    return tuple(Verdict(e.value, odds=True, low=e.low, high=e.high) for e in found)
