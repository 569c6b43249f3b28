"""Values positions of Redline for two: exactly in endgames, otherwise by estimates.

Exact chances come from a search over all placements, returns and draws. If it needs more positions
than its memory holds, its result is dropped and random games are played instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

import numpy as np

import ludotheque.games.redline.layout as at
from ludotheque.core.game import Seat
from ludotheque.core.reason import because
from ludotheque.core.solver import Analysis, Progress, Unsolvable, Verdict, final
from ludotheque.games.redline.packing import LYING, number_of, pack, played
from ludotheque.games.redline.rules import Action, Redline, RedlineOptions, State
from ludotheque.games.redline.thinking import search
from ludotheque.games.redline.tiles import COLOURS

PLAYED_GAMES = 100_000  # for an estimate: its 95 % interval is 0.3 % to either side
_share = attrgetter("share")
MOST_POSITIONS = search.SLOTS * 3 // 4  # in a fuller memory, finding a free slot takes long


class Solver:
    """Values bare rounds of two players."""

    def __init__(
        self, options: RedlineOptions, most: int = MOST_POSITIONS, games: int = PLAYED_GAMES
    ) -> None:
        """Searches no more than `most` positions for an answer, or plays that many games."""
        self.game = Redline(options)
        self.games = games
        self.most = min(most, MOST_POSITIONS)
        self.looked_at = 0

    def prepare(self, progress: Progress | None = None) -> None:
        """Raises `Unsolvable` for more than two players; otherwise there is nothing to prepare."""
        del progress
        if self.game.seats != 2:
            raise Unsolvable(because("solver.two", players=self.game.seats))

    def verdict(self, state: State) -> Verdict:
        """What the position is worth to the player to move, or to the mover if a tile is drawn."""
        return self.analyse(state).verdict

    def analyse(self, state: State) -> Analysis[Action]:
        """Every action, all proved or all estimated."""
        self.prepare()
        seat, end = state.acting, self.game.outcome(state)
        if end is not None:
            return Analysis(final(end, seat), (), 0)
        actions = self.game.actions(state)
        after = [self.game.apply(state, action) for action in actions]
        chances = self.exact(after)
        if chances is None:
            return self._estimate(state, actions, after)
        verdicts = [_proved(chance, seat) for chance in chances]
        found = _joined(verdicts, luck=self.game.turn(state) is None)
        return Analysis(found, tuple(zip(actions, verdicts, strict=True)), self.looked_at)

    def exact(self, states: Sequence[State]) -> list[float] | None:
        """The first seat's chances; None if a table is empty or the search grows too large."""
        if not all(state.board.tiles for state in states):
            return None
        work, bounds = self._workspace
        work[search.MEMORY :] = 0
        work[search.FILLED] = work[search.STOPPED] = 0
        work[search.LIMIT] = self.most
        found = []
        for state in states:
            self._put(state)
            found.append(float(search.chance(work, bounds, 0, 0.0, 1.0)))
            if work[search.STOPPED]:
                return None
        self.looked_at = int(work[search.FILLED])
        return found

    @cached_property
    def _workspace(self) -> tuple[at.Integers, search.Chances]:
        return search.workspace()

    def _put(self, state: State) -> None:
        """Writes the position and its key into the workspace."""
        work, _ = self._workspace
        work[: at.SIZE] = pack(self.game, state)
        lying = [
            search.lying_key(number_of(square), COLOURS.index(tile.colour), LYING[tile])
            for square, tile in state.board.tiles.items()
        ]
        search.set_key(work, np.array(lying, np.int64))

    def _estimate(
        self, state: State, actions: Sequence[Action], after: Sequence[State]
    ) -> Analysis[Action]:
        """Estimates by random games after each action, or from the position if a tile is drawn."""
        seat, luck = state.acting, self.game.turn(state) is None
        each = self.games // len(actions)
        verdicts = [played(self.game, then, each, n)[seat] for n, then in enumerate(after)]
        found = played(self.game, state, self.games, 0)[seat] if luck else max(verdicts, key=_share)
        fact = because("solver.played", n=self.games if luck else each)
        return Analysis(found, tuple(zip(actions, verdicts, strict=True)), facts=(fact,))


def _proved(chance: float, seat: Seat) -> Verdict:
    """The verdict for a seat, given the first seat's chance; certain if the chance is 0 or 1."""
    own = chance if seat == 0 else 1 - chance
    return Verdict(own, odds=0 < own < 1)


def _joined(verdicts: Sequence[Verdict], luck: bool) -> Verdict:
    """The best verdict, or their mean if chance acts."""
    if not luck:
        return max(verdicts, key=_share)
    shares = [verdict.share for verdict in verdicts]
    return Verdict(sum(shares) / len(shares), odds=set(shares) not in ({0.0}, {1.0}))
