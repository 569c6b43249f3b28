"""How each mode of Plus 4 is solved, and at which stage of it a position is."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from ludotheque.core.reason import Reason, because
from ludotheque.core.series import SeriesState
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import State
from ludotheque.games.plus4.solving import elementary
from ludotheque.games.plus4.solving.endless import EndlessSolver, roles
from ludotheque.games.plus4.solving.file import EndlessFile
from ludotheque.games.plus4.solving.gpu import GpuSweeper
from ludotheque.games.plus4.solving.numbering import Blocks, all_blocks
from ludotheque.games.plus4.solving.retrograde import MOST_LEVELS
from ludotheque.games.plus4.solving.rounds import DRAWN_ROUNDS, MatchSolver
from ludotheque.games.plus4.solving.stage import Stage, census, farthest


class Mode(Protocol):
    """The solution of one mode: read from its files, or solved where something is missing."""

    until: str

    @property
    def blocks(self) -> Blocks:
        """The numbering of positions."""
        ...

    @property
    def solved(self) -> bool:
        """Whether everything is stored, so that answers come at once."""
        ...

    def prepare(self, progress: Progress | None) -> None:
        """Solves and stores what is missing."""
        ...

    def use_gpu(self) -> None:
        """Solves on the graphics card from now on, if it is worth it."""
        ...

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """The stage of a round being played, and the role in it of the player to move."""
        ...

    def measured(self, match: SeriesState[State]) -> bool:
        """Whether distances are stored for the stage of this position."""
        ...

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """The stored distance of the position with that number, if it has one."""
        ...

    def facts(self) -> tuple[Reason, ...]:
        """Sentences about the game as a whole."""
        ...


class ElementaryMode:
    """The elementary game: every position with its distance from the end."""

    until = "end"

    def __init__(self, options: Plus4Options) -> None:
        """Needs none of the options, but is made like the others."""
        del options

    @cached_property
    def blocks(self) -> Blocks:
        """The numbering without bonus pawns."""
        return all_blocks(bonus=False)

    @cached_property
    def solution(self) -> elementary.Solution:
        """What is stored, or solved now if nothing is."""
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
        """Does nothing: the game is solved before a card would be ready."""

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """The only stage, in which both sides are alike."""
        del match
        return self.solution.stage(), 0

    def measured(self, match: SeriesState[State]) -> bool:
        """True: every position has its distance stored."""
        del match
        return True

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """The plies to the end of a won or lost game."""
        del match
        level = int(self.solution.distances[number])
        return None if level == MOST_LEVELS else level

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn, and how far the end can be."""
        counts = census(self.blocks, self.solution.stage())
        far = farthest(self.solution.distances)
        return (because("facts.elementary", "", **counts, far=far),)


class EndlessMode:
    """The endless grid, from one file of all scores."""

    until = "points"

    def __init__(self, options: Plus4Options) -> None:
        """Solves and reads nothing yet."""
        self.target = options.target

    @cached_property
    def blocks(self) -> Blocks:
        """The numbering with bonus pawns."""
        return all_blocks(bonus=True)

    @cached_property
    def solver(self) -> EndlessSolver:
        """Solves and reads the scores up to this target."""
        return EndlessSolver(self.blocks, self.target, EndlessFile(int(self.blocks.base[-1])))

    @property
    def solved(self) -> bool:
        """Whether the file reaches this target."""
        return self.solver.solved

    def prepare(self, progress: Progress | None) -> None:
        """Goes on with the file where it ends."""
        if not self.solver.solved:
            self.solver.solve(progress)

    @cached_property
    def _prepared(self) -> EndlessSolver:
        self.prepare(None)
        return self.solver

    def use_gpu(self) -> None:
        """Solves scores on the card from now on."""
        self.solver.sweeper = GpuSweeper

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """The stage of the score; role 0 is the side that needs more points."""
        own, other = self._needs(match)
        needs = max(own, other), min(own, other)
        return self._prepared.stage(needs), roles(needs).index((own, other))

    def measured(self, match: SeriesState[State]) -> bool:
        """Whether the distances at this score are stored; those at the first score always are."""
        return self._prepared.distance(self._needs(match), 0) is not None

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """The plies to the next points or the end, at scores whose distances are stored."""
        level = self._prepared.distance(self._needs(match), number)
        return None if level == MOST_LEVELS else level

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn at the first score, and how far points are."""
        first = self.target, self.target
        counts = census(self.blocks, self._prepared.stage(first))
        return (
            because("facts.endless", "", **counts, far=farthest(self._prepared.distances(first))),
        )

    def _needs(self, match: SeriesState[State]) -> tuple[int, int]:
        assert match.round is not None
        scores, mover = match.round.scores, match.round.mover
        return self.target - scores[mover], self.target - scores[1 - mover]


class RoundsMode:
    """The match of rounds, each round by what its ends mean."""

    until = "points"

    def __init__(self, options: Plus4Options) -> None:
        """Solves and reads nothing yet."""
        self.options = options

    @cached_property
    def blocks(self) -> Blocks:
        """The numbering with bonus pawns."""
        return all_blocks(bonus=True)

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
        self.solver.sweeper = GpuSweeper

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
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

    def measured(self, match: SeriesState[State]) -> bool:
        """False: no distances are stored for rounds."""
        del match
        return False

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """None: no distances are stored for rounds."""
        del match, number
        return None

    def facts(self) -> tuple[Reason, ...]:
        """How many situations there are, and how few rounds they come to."""
        every = self.solver.situations()
        rounds = len({self.solver.meaning(situation) for situation in every})
        return (because("facts.rounds", situations=len(every), rounds=rounds),)
