"""Who wins Babylone: memory over canonical positions.

Only the height of a pile and the colour on its top matter, and colours can be renamed: a position
is, for each colour, the sorted heights of the piles it tops, and these lists sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ludotheque.core.solver import Analysis, Progress, Verdict, alternating
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, Move, State

Canonical = tuple[tuple[int, ...], ...]


class Solver:
    """Exact answers for one start; remembers what it has looked at."""

    def __init__(self, options: BabyloneOptions) -> None:
        """Starts with an empty memory."""
        self.game = Babylone(options)
        self._wins: dict[Canonical, bool] = {}

    @property
    def looked_at(self) -> int:
        """How many canonical positions have been valued."""
        return len(self._wins)

    def wins(self, state: State) -> bool:
        """Whether the player to move wins under perfect play."""
        return self._value(canonical(state))

    def best(self, state: State) -> Sequence[Move]:
        """The moves after which the other loses; empty in a lost position."""
        apply = self.game.apply
        return [m for m in self.game.actions(state) if not self.wins(apply(state, m))]

    def prepare(self, progress: Progress | None = None) -> None:
        """Nothing: positions are valued as they are asked for."""

    def verdict(self, state: State) -> Verdict:
        """A win or a loss; there are no draws."""
        return Verdict(1.0 if self.wins(state) else 0.0)

    def analyse(self, state: State) -> Analysis[Move]:
        """The position and each of its moves."""
        return alternating(self.game, state, self.verdict, lambda: self.looked_at)

    def _value(self, position: Canonical) -> bool:
        known = self._wins.get(position)
        if known is None:
            known = any(not self._value(after) for after in _after(position))
            self._wins[position] = known
        return known


def canonical(state: State) -> Canonical:
    """The position without places and without the names of the colours."""
    tops: dict[str, list[int]] = {}
    for pile in filter(None, state.piles):
        tops.setdefault(pile[0], []).append(len(pile))
    return _sorted(tops.values())


def _after(position: Canonical) -> Iterator[Canonical]:
    """Every position one move away, each once a pair of kinds of piles."""
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
