"""How each mode of Plus 4 is solved, and which stage a position belongs to."""

from __future__ import annotations

from functools import cached_property

from ludotheque.core.reason import Reason, because
from ludotheque.core.series import pointless
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.solving import elementary
from ludotheque.games.plus4.solving.endless import EndlessMode
from ludotheque.games.plus4.solving.gpu import GpuSweeper, graphics_card
from ludotheque.games.plus4.solving.mode import (
    MOST_LEVELS,
    MatchState,
    Spot,
)
from ludotheque.games.plus4.solving.packed import PackedMode
from ludotheque.games.plus4.solving.rounds import MatchSolver
from ludotheque.games.plus4.solving.stage import Stage, census, farthest


class ElementaryMode(PackedMode):
    """The elementary game: every position with its distance from the end."""

    until = "end"
    bonus = False
    solved = True  # or solved in less than a second

    @cached_property
    def solution(self) -> elementary.Solution:
        """The stored solution; solved now if it is not stored."""
        return elementary.read(self.positions) or elementary.solve(self.blocks)

    def prepare(self, progress: Progress | None) -> None:
        """Stores the solution if it is not stored."""
        if elementary.read(self.positions) is None:
            elementary.write(self.solution)
        if progress:
            progress(1.0)

    def use_gpu(self) -> None:
        """Raises `Unsolvable` without a card, but does not use it: solving takes under a second."""
        graphics_card()

    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The only stage, in which both sides are alike."""
        del match
        return self.solution.stage(self.blocks), 0

    def measured(self, match: MatchState) -> bool:
        """True: every position has its distance stored."""
        del match
        return True

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """The plies to the end of a won or lost game."""
        del match
        level = int(self.solution.distances[self.number(spot)])
        return None if level == MOST_LEVELS else level

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn, and how far the end can be."""
        counts = census(self.solution.stage(self.blocks))
        far = farthest(self.solution.distances)
        return (because("facts.elementary", "", **counts, far=far),)


class RoundsMode(PackedMode):
    """The match of rounds; rounds whose ends are worth the same are solved once."""

    @cached_property
    def solver(self) -> MatchSolver:
        """Solves and reads the rounds of the match."""
        return MatchSolver(self.blocks, self.options)

    @property
    def solved(self) -> bool:
        """Whether every round that can come up is stored."""
        return self.solver.solved

    def prepare(self, progress: Progress | None) -> None:
        """Solves the rounds that are not stored."""
        self.solver.solve(progress)

    def use_gpu(self) -> None:
        """Solves rounds on the card from now on."""
        graphics_card()
        self.solver.sweeper = GpuSweeper

    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The round in its situation; role 0 is the player who began it."""
        assert match.first is not None
        assert match.round is not None
        totals = [sum(result.points[seat] for result in match.results) for seat in (0, 1)]
        own, other = totals[match.first], totals[1 - match.first]
        situation = self.solver.situation(own, other, len(match.results), pointless(match.results))
        return self.solver.stage(situation), int(match.round.mover != match.first)

    def measured(self, match: MatchState) -> bool:
        """False: no distances are stored for rounds."""
        del match
        return False

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """None: no distances are stored for rounds."""
        del match, spot
        return None

    def facts(self) -> tuple[Reason, ...]:
        """How many situations there are, and how many different rounds these are."""
        every = self.solver.situations()
        rounds = len({self.solver.meaning(situation) for situation in every})
        return (because("facts.rounds", situations=len(every), rounds=rounds),)


Mode = ElementaryMode | EndlessMode | RoundsMode


def mode_of(options: Plus4Options) -> Mode:
    """The mode under these options."""
    modes: dict[str, type[Mode]] = {
        "elementary": ElementaryMode,
        "endless": EndlessMode,
        "rounds": RoundsMode,
    }
    return modes[options.mode](options)
