"""Who wins Babylone: a search that remembers canonical positions.

Only the height of a pile and the colour on its top matter, and colours can be renamed: a position
is, for each colour, the sorted heights of the piles it tops, and these lists sorted. The plain
memory here is fast enough for the games that are sold; from 15 tablets on the kernel's is used if
Numba is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

from ludotheque.core.caching import cache_of_large
from ludotheque.core.player import has_kernels
from ludotheque.core.solver import Analysis, Progress, Verdict, alternating
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, Move, State

Canonical = tuple[tuple[int, ...], ...]
# Up to 14 tablets at most 3,098 positions are looked at (docs/solved.md): plain Python is done
# before Numba is loaded.
KERNEL_FROM_TABLETS = 15
# From a greater start plain Python values this many piles in time (docs/bots.md, "In the browser").
MOST_PLAIN_PILES = 10


class Solver:
    """Exact answers for one start; remembers what it has looked at."""

    def __init__(self, options: BabyloneOptions) -> None:
        self.game = Babylone(options)

    @cached_property
    def memory(self) -> Memory:
        """The memory, made when first needed, since Numba may be loaded for it."""
        return _memory(self.game.options.start)

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        return self.memory.looked_at

    def wins(self, state: State) -> bool:
        """Whether the player to move wins under perfect play."""
        return self.memory.wins(canonical(state))

    def best(self, state: State) -> Sequence[Move]:
        """The moves after which the other loses; empty in a lost position."""
        apply = self.game.apply
        return [m for m in self.game.actions(state) if not self.wins(apply(state, m))]

    def prepare(self, progress: Progress | None = None) -> None:
        """Does nothing: positions are valued as they are asked for."""

    def verdict(self, state: State) -> Verdict:
        """A win or a loss; there are no draws."""
        return Verdict(1.0 if self.wins(state) else 0.0)

    def analyse(self, state: State) -> Analysis[Move]:
        """The position and each of its moves."""
        return alternating(self.game, state, self.verdict, lambda: self.looked_at)


@cache_of_large(8)
def shared_solver(options: BabyloneOptions) -> Solver:
    """One solver, with its memory, for all who play under these options."""
    return Solver(options)


def is_small(options: BabyloneOptions) -> bool:
    """Whether plain Python solves the whole start in time."""
    return sum(options.start) < KERNEL_FROM_TABLETS


class Memory(Protocol):
    """Says who wins a position, and remembers what it found."""

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        ...

    def wins(self, position: Canonical) -> bool:
        """Whether the player to move wins."""
        ...


def _memory(start: tuple[int, ...]) -> Memory:
    """The kernel's memory where it pays: loading Numba takes longer than solving a small game."""
    if sum(start) < KERNEL_FROM_TABLETS or not has_kernels():
        return PlainMemory()
    from ludotheque.games.babylone import kernel  # noqa: PLC0415  # loads Numba

    return kernel.Memory(start)


class PlainMemory:
    """The memory in plain Python."""

    def __init__(self) -> None:
        self._wins: dict[Canonical, bool] = {}

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        return len(self._wins)

    def wins(self, position: Canonical) -> bool:
        """Whether some move leads to a position that the other loses."""
        known = self._wins.get(position)
        if known is None:
            known = any(not self.wins(after) for after in _after(position))
            self._wins[position] = known
        return known


def canonical(state: State) -> Canonical:
    """The position without places and without the names of the colours."""
    tops: dict[str, list[int]] = {}
    for pile in filter(None, state.piles):
        tops.setdefault(pile[0], []).append(len(pile))
    return _sorted(tops.values())


def _after(position: Canonical) -> Iterator[Canonical]:
    """Every position one move away, one for each pair of kinds of piles."""
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
