"""How each mode of Plus 4 is solved, and which stage a position belongs to."""

from __future__ import annotations

from functools import cached_property

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.solving import elementary
from ludotheque.games.plus4.solving.endless import EndlessMode
from ludotheque.games.plus4.solving.file import Bytes
from ludotheque.games.plus4.solving.mode import MatchState
from ludotheque.games.plus4.solving.packed import PackedMode
from ludotheque.games.plus4.solving.rounds import RoundsMode
from ludotheque.games.plus4.solving.stage import Stage, census, farthest


class ElementaryMode(PackedMode):
    """The elementary game: every position with its distance from the end."""

    until = "end"
    bonus = False

    @cached_property
    def solution(self) -> elementary.Solution:
        """The stored solution; solved now if it is not stored."""
        stored = elementary.read(self.positions, self.options)
        return stored or elementary.solve(self.blocks, options=self.options)

    def prepare(self, progress: Progress | None) -> None:
        """Stores the solution if it is not stored."""
        if elementary.read(self.positions, self.options) is None:
            elementary.write(self.solution, self.options)
        if progress:
            progress(1.0)

    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The only stage, in which both sides are alike."""
        del match
        return self.solution.stage(self.blocks, self.options), 0

    def distances(self, match: MatchState) -> Bytes:
        """The plies to the end of every won or lost game."""
        del match
        return self.solution.distances

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn, and how far the end can be."""
        counts = census(self.solution.stage(self.blocks))
        far = (farthest(self.solution.distances) + 1) // 2
        return (because("facts.elementary", "", **counts, far=far),)


Mode = ElementaryMode | EndlessMode | RoundsMode


def mode_of(options: Plus4Options) -> Mode:
    """The mode under these options."""
    modes: dict[str, type[Mode]] = {
        "elementary": ElementaryMode,
        "endless": EndlessMode,
        "rounds": RoundsMode,
    }
    return modes[options.mode](options)
