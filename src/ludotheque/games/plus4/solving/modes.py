"""What each way to play Plus 4 has of its own: its tables, and which of them a position is in."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from ludotheque.core.reason import Reason, because
from ludotheque.core.series import SeriesState
from ludotheque.core.solver import Progress
from ludotheque.games.plus4.rules import Plus4Options, State
from ludotheque.games.plus4.solving import elementary
from ludotheque.games.plus4.solving.endless import Endless, roles
from ludotheque.games.plus4.solving.file import Table
from ludotheque.games.plus4.solving.gpu import GpuSweeper
from ludotheque.games.plus4.solving.numbering import Blocks, blocks
from ludotheque.games.plus4.solving.retrograde import MOST_LEVELS
from ludotheque.games.plus4.solving.rounds import DRAWN_ROUNDS, Match
from ludotheque.games.plus4.solving.stage import Stage, census, farthest


class Mode(Protocol):
    """A way to play: what is kept of it, and what is solved when something is missing."""

    until: str

    @property
    def blocks(self) -> Blocks:
        """The numbering of positions."""
        ...

    @property
    def solved(self) -> bool:
        """Whether everything is kept, so that answers come at once."""
        ...

    def prepare(self, progress: Progress | None) -> None:
        """Solves and keeps what is missing."""
        ...

    def use_gpu(self) -> None:
        """Solves on the graphics card from now on, if it is worth it."""
        ...

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """The stage of a round being played, and the role in it of who is to move."""
        ...

    def measured(self, match: SeriesState[State]) -> bool:
        """Whether distances are kept for the positions around this one."""
        ...

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """The distance that is kept for the position with that number."""
        ...

    def facts(self) -> tuple[Reason, ...]:
        """What there is to tell of the game as a whole."""
        ...


class ElementaryMode:
    """The elementary game: every position with its distance from the end."""

    until = "end"

    def __init__(self, options: Plus4Options) -> None:
        """Needs none of the options."""
        del options

    @cached_property
    def blocks(self) -> Blocks:
        """Without bonus pawns."""
        return blocks(bonus=False)

    @cached_property
    def table(self) -> elementary.Solved:
        """What is kept, or solved now if nothing is."""
        return elementary.kept(int(self.blocks.base[-1])) or elementary.solve(self.blocks)

    @property
    def solved(self) -> bool:
        """It always is: solving takes no time to speak of."""
        return True

    def prepare(self, progress: Progress | None) -> None:
        """Keeps it if it is not kept."""
        if elementary.kept(int(self.blocks.base[-1])) is None:
            elementary.keep(self.table)
        if progress:
            progress(1.0)

    def use_gpu(self) -> None:
        """Stays where it is: it is solved before a card would be ready."""

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """There is one, in which both sides are alike."""
        del match
        return self.table.stage(), 0

    def measured(self, match: SeriesState[State]) -> bool:
        """All are."""
        del match
        return True

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """The plies to the end of a won or lost game."""
        del match
        level = int(self.table.level[number])
        return None if level == MOST_LEVELS else level

    def facts(self) -> tuple[Reason, ...]:
        """How many positions are won, lost and drawn, and how long it can take."""
        counts = census(self.blocks, self.table.stage())
        return (because("facts.elementary", "", **counts, far=farthest(self.table.level)),)


class EndlessMode:
    """The endless grid, from one table of all scores."""

    until = "points"

    def __init__(self, options: Plus4Options) -> None:
        """Takes the target."""
        self.target = options.target

    @cached_property
    def blocks(self) -> Blocks:
        """With bonus pawns."""
        return blocks(bonus=True)

    @cached_property
    def endless(self) -> Endless:
        """The table up to this target."""
        return Endless(self.blocks, self.target, Table(int(self.blocks.base[-1])))

    @property
    def solved(self) -> bool:
        """Whether the table reaches this target."""
        return self.endless.solved

    def prepare(self, progress: Progress | None) -> None:
        """Goes on with the table where it ends."""
        if not self.endless.solved:
            self.endless.solve(progress)

    @cached_property
    def _opened(self) -> Endless:
        self.prepare(None)
        return self.endless

    def use_gpu(self) -> None:
        """Solves scores on the card."""
        self.endless.sweeper = GpuSweeper

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """The score; role 0 needs more points."""
        own, other = self._needs(match)
        needs = max(own, other), min(own, other)
        return self._opened.stage(needs), roles(needs).index((own, other))

    def measured(self, match: SeriesState[State]) -> bool:
        """Those at the first score, and wherever they were asked for."""
        return self._opened.distance(self._needs(match), 0) is not None

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """The plies to the next points or the end, at scores whose distances are kept."""
        level = self._opened.distance(self._needs(match), number)
        return None if level == MOST_LEVELS else level

    def facts(self) -> tuple[Reason, ...]:
        """The same at the first score, to the next points or the end."""
        first = self.target, self.target
        counts = census(self.blocks, self._opened.stage(first))
        return (
            because("facts.endless", "", **counts, far=farthest(self._opened.distances(first))),
        )

    def _needs(self, match: SeriesState[State]) -> tuple[int, int]:
        assert match.round is not None
        scores, mover = match.round.scores, match.round.mover
        return self.target - scores[mover], self.target - scores[1 - mover]


class RoundsMode:
    """The match of rounds, each round by what its ends mean."""

    until = "points"

    def __init__(self, options: Plus4Options) -> None:
        """Takes what the match is played to."""
        self.options = options

    @cached_property
    def blocks(self) -> Blocks:
        """With bonus pawns."""
        return blocks(bonus=True)

    @cached_property
    def match(self) -> Match:
        """The situations of the match."""
        return Match(self.blocks, self.options)

    @property
    def solved(self) -> bool:
        """Whether every round that can come up is kept."""
        return self.match.solved

    def prepare(self, progress: Progress | None) -> None:
        """Solves the rounds that are not kept."""
        self.match.solve(progress)

    def use_gpu(self) -> None:
        """Solves rounds on the card."""
        self.match.sweeper = GpuSweeper

    def stage(self, match: SeriesState[State]) -> tuple[Stage, int]:
        """The round in its situation; role 0 is who began it."""
        assert match.first is not None
        assert match.round is not None
        totals = [sum(result.points[seat] for result in match.results) for seat in (0, 1)]
        drawn = 0
        for result in reversed(match.results[-DRAWN_ROUNDS:]):
            if any(result.points):
                break
            drawn += 1
        own, other = totals[match.first], totals[1 - match.first]
        situation = self.match.situation(own, other, len(match.results), drawn)
        return self.match.stage(situation), int(match.round.mover != match.first)

    def measured(self, match: SeriesState[State]) -> bool:
        """None are."""
        del match
        return False

    def distance(self, match: SeriesState[State], number: int) -> int | None:
        """None is kept."""
        del match, number
        return None

    def facts(self) -> tuple[Reason, ...]:
        """How many situations there are, and how few rounds they come to."""
        every = self.match.situations()
        rounds = len({self.match.meaning(situation) for situation in every})
        return (because("facts.rounds", situations=len(every), rounds=rounds),)
