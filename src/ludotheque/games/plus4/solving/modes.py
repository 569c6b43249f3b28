"""How each mode of Plus 4 is solved, and which stage a position belongs to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.kernel import pack
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import SIZE, Columns, Push
from ludotheque.games.plus4.solving import elementary
from ludotheque.games.plus4.solving.endless import EndlessSolver, roles
from ludotheque.games.plus4.solving.file import EndlessFile
from ludotheque.games.plus4.solving.forcing import Force, forced
from ludotheque.games.plus4.solving.gpu import GpuSweeper, graphics_card
from ludotheque.games.plus4.solving.mode import (
    MOST_LEVELS,
    Ended,
    MatchState,
    Spot,
    board_of,
)
from ludotheque.games.plus4.solving.numbering import Blocks, all_blocks, number_of
from ludotheque.games.plus4.solving.rounds import DRAWN_ROUNDS, MatchSolver
from ludotheque.games.plus4.solving.stage import Stage, census, farthest


class PackedMode(ABC):
    """What all modes share: packed positions, in stages that hold all their values."""

    until = "points"
    bonus = True

    def __init__(self, options: Plus4Options) -> None:
        self.options = options

    @cached_property
    def blocks(self) -> Blocks:
        """The numbering of positions."""
        return all_blocks(self.bonus)

    @abstractmethod
    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The stage of the round being played, and in it the role of the player to move."""

    def spot(self, match: MatchState) -> Spot:
        """The position of the round that is being played."""
        return Spot(*self.stage(match), pack(*board_of(match).position))

    def beside(self, spot: Spot, columns: Columns, mover: int, same: bool) -> Spot:
        """Another position of that stage; `same` says whether the same player is to move."""
        return Spot(spot.stage, spot.role if same else _other(spot), pack(columns, mover))

    def value(self, spot: Spot) -> int:
        """The value for the player to move, as if there were no past."""
        return int(spot.stage.value(spot.role, self.number(spot)))

    def endless(self, spot: Spot) -> int:
        """What endless play is worth to the player to move."""
        return int(spot.stage.endless[spot.role])

    def number(self, spot: Spot) -> int:
        """The number of the position."""
        return int(number_of(self.blocks, spot.position))

    def forced(self, spot: Spot, ended: Sequence[Ended]) -> int:
        """The value for the player to move, given the ended positions."""
        values = self.value(spot), self.endless(spot)
        return forced(spot.stage, spot.role, spot.position, values, ended)

    def levels(
        self, spot: Spot, ask: int, forcing: bool, ended: Sequence[Ended]
    ) -> Callable[[Push], int]:
        """Returns a function of a push: the plies until the gain `ask` is certain, or `FAR`."""
        role = spot.role if forcing else _other(spot)
        force = Force(spot.stage, role, ask, spot.position, forcing, ended)
        return lambda push: force.level_after(push.column + SIZE * push.bonus)


def _other(spot: Spot) -> int:
    """The role of the player who is not to move."""
    return len(spot.stage.starts) - 1 - spot.role


class ElementaryMode(PackedMode):
    """The elementary game: every position with its distance from the end."""

    until = "end"
    bonus = False

    @cached_property
    def solution(self) -> elementary.Solution:
        """The stored solution; solved now if it is not stored."""
        return elementary.read(int(self.blocks.base[-1])) or elementary.solve(self.blocks)

    @property
    def solved(self) -> bool:
        """True: solving takes less than a second."""
        return True

    def prepare(self, progress: Progress | None) -> None:
        """Stores the solution if it is not stored."""
        if elementary.read(int(self.blocks.base[-1])) is None:
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


class EndlessMode(PackedMode):
    """The endless grid, from one file of all scores."""

    @cached_property
    def solver(self) -> EndlessSolver:
        """Solves and reads the scores up to this target."""
        stored = EndlessFile(int(self.blocks.base[-1]))
        return EndlessSolver(self.blocks, self.options.target, stored)

    @property
    def solved(self) -> bool:
        """Whether the file reaches this target."""
        return self.solver.solved

    def prepare(self, progress: Progress | None) -> None:
        """Solves the scores that are missing in the file."""
        if not self.solver.solved:
            self.solver.solve(progress)

    @cached_property
    def _prepared(self) -> EndlessSolver:
        self.prepare(None)
        return self.solver

    def use_gpu(self) -> None:
        """Solves scores on the card from now on."""
        graphics_card()
        self.solver.sweeper = GpuSweeper

    def stage(self, match: MatchState) -> tuple[Stage, int]:
        """The stage of the score; role 0 is the side that needs more points."""
        own, other = self._needs(match)
        needs = max(own, other), min(own, other)
        return self._prepared.stage(needs), roles(needs).index((own, other))

    def measured(self, match: MatchState) -> bool:
        """Whether the distances at this score are stored; those at the first score always are."""
        return self._prepared.distance(self._needs(match), 0) is not None

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """The plies to the next points or the end, at scores whose distances are stored."""
        level = self._prepared.distance(self._needs(match), self.number(spot))
        return None if level == MOST_LEVELS else level

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn at the first score; the greatest distance."""
        first = self.options.target, self.options.target
        counts = census(self._prepared.stage(first))
        return (
            because("facts.endless", "", **counts, far=farthest(self._prepared.distances(first))),
        )

    def _needs(self, match: MatchState) -> tuple[int, int]:
        assert match.round is not None
        scores, mover, target = match.round.scores, match.round.mover, self.options.target
        return target - scores[mover], target - scores[1 - mover]


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
        drawn = 0
        for result in reversed(match.results[-DRAWN_ROUNDS:]):
            if any(result.points):
                break
            drawn += 1
        own, other = totals[match.first], totals[1 - match.first]
        situation = self.solver.situation(own, other, len(match.results), drawn)
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
