"""Solves Babylone with a search that remembers canonical positions.

Only the heights of piles and the colours on top matter, and colours are interchangeable. So a
canonical position is, for each colour, the sorted heights of the piles it tops, and these lists
sorted. The memory in plain Python is fast enough for the published games; from 15 tablets on, that
of the kernel is used if Numba is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from ludotheque.core.caching import cache_of_large
from ludotheque.core.player import has_kernels
from ludotheque.core.solver import Analysis, Progress, Verdict, alternating
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, Move, State

if TYPE_CHECKING:
    from ludotheque.games.babylone.kernel import Memory as KernelMemory

Canonical = tuple[tuple[int, ...], ...]
# With up to 14 tablets at most 3,098 positions are searched (docs/explanation/solved.md):
# plain Python is done before Numba is loaded.
KERNEL_FROM_TABLETS = 15
# With more tablets, plain Python is fast enough once at most this many piles are left
# (docs/evidence/ladders.md, "In the browser").
MOST_PLAIN_PILES = 10


class Solver:
    """Exact values for one start; remembers every position it has searched."""

    def __init__(self, options: BabyloneOptions) -> None:
        self.game = Babylone(options)

    @cached_property
    def memory(self) -> PlainMemory | KernelMemory:
        """The memory, created when it is first needed, because that may load Numba.

        Small games have the plain one: they are solved before Numba is loaded.
        """
        options = self.game.options
        if is_small(options) or not has_kernels():
            return PlainMemory()
        from ludotheque.games.babylone.kernel import Memory  # noqa: PLC0415  # loads Numba

        return Memory(options.start)

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        return self.memory.looked_at

    def wins(self, state: State) -> bool:
        """Whether the player to move wins under perfect play."""
        return self.memory.wins(canonical(state))

    def best(self, state: State) -> Sequence[Move]:
        """The winning moves; empty in a lost position."""
        apply = self.game.apply
        return [m for m in self.game.actions(state) if not self.wins(apply(state, m))]

    def prepare(self, progress: Progress | None = None) -> None:
        """Does nothing: positions are solved when they are asked for."""

    def verdict(self, state: State) -> Verdict:
        """A win or a loss; there are no draws."""
        return Verdict(1.0 if self.wins(state) else 0.0)

    def analyse(self, state: State) -> Analysis[Move]:
        """The values of the position and of each move."""
        return replace(alternating(self.game, state, self.verdict), looked_at=self.looked_at)


@cache_of_large(8)
def shared_solver(options: BabyloneOptions) -> Solver:
    """The solver of these options with its memory, shared by all players."""
    return Solver(options)


def is_small(options: BabyloneOptions) -> bool:
    """Whether plain Python solves the whole start in time."""
    return sum(options.start) < KERNEL_FROM_TABLETS


class PlainMemory:
    """The memory in plain Python."""

    def __init__(self) -> None:
        self._wins: dict[Canonical, bool] = {}

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        return len(self._wins)

    def wins(self, position: Canonical) -> bool:
        """Whether a move leads to a position that is lost for the other player."""
        known = self._wins.get(position)
        if known is None:
            known = self._wins[position] = any(not self.wins(after) for after in _after(position))
        return known


def canonical(state: State) -> Canonical:
    """The position without places and without the names of the colours."""
    tops: dict[str, list[int]] = {}
    for pile in filter(None, state.piles):
        tops.setdefault(pile[0], []).append(len(pile))
    return _sorted(tops.values())


def _after(position: Canonical) -> Iterator[Canonical]:
    """Yields the positions one move away, once for all piles of the same colour and height."""
    kinds = [(colour, height) for colour, hs in enumerate(position) for height in sorted(set(hs))]
    for colour, height in kinds:
        for onto, other in kinds:
            if colour != onto and height != other:
                continue
            if colour == onto and height == other and position[colour].count(height) < 2:
                continue
            groups = [list(heights) for heights in position]
            groups[colour].remove(height)
            groups[onto].remove(other)
            groups[colour].append(height + other)
            yield _sorted(groups)


def _sorted(groups: Iterable[list[int]]) -> Canonical:
    return tuple(sorted(tuple(sorted(heights)) for heights in groups if heights))
