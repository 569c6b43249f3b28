"""Reads the solved elementary game without NumPy, on the columns of the rules.

The effect of past positions is found as in `forcing`: places ever farther away are listed, and
levels counted backwards from what is lasting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from ludotheque.core.reason import Reason, because
from ludotheque.core.solver import Progress, Unsolvable
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.proof.grids import elementary_scores
from ludotheque.games.plus4.proof.numbering import NO_DISTANCE, Numbering, Values
from ludotheque.games.plus4.rules import Columns, Plus4, Position, Push, State
from ludotheque.games.plus4.solving.mode import (
    DRAW,
    FAR,
    GAIN_OF,
    Ended,
    MatchState,
    Spot,
    board_of,
)

_SHUT, _LASTING = -1, -2
# Levels are counted again after this many plies, as in `forcing`.
_PLIES_PER_COUNT = 4

Place = tuple[Position, bool]
"""A position, and whether the forcer is to move there."""


class PlainElementary:
    """The elementary game from its file, which must exist."""

    until = "end"

    def __init__(self, folder: Path, options: Plus4Options) -> None:
        self.file = folder / options.elementary_file
        self.game = Plus4(options)

    @cached_property
    def numbering(self) -> Numbering:
        """The numbering without bonus pawns."""
        return Numbering(bonus=False)

    @cached_property
    def stored(self) -> Values:
        """The stored values; raises `Unsolvable` if the file is missing or damaged."""
        return elementary_scores(self.file, self.numbering.positions)[1, 1]

    def prepare(self, progress: Progress | None) -> None:
        """Opens the file."""
        self.stored.value(0)
        if progress:
            progress(1.0)

    def use_gpu(self) -> None:
        """Raises `Unsolvable`, because solving needs the kernels."""
        raise Unsolvable(because("kernels.missing", module="numba"))

    def spot(self, match: MatchState) -> Spot:
        """The grid and the player to move; both sides have the same role."""
        return Spot(None, 0, board_of(match).position)

    def beside(self, spot: Spot, columns: Columns, mover: int, same: bool) -> Spot:
        """Another position; roles do not matter here."""
        del same
        return spot._replace(position=(columns, mover))

    def value(self, spot: Spot) -> int:
        """The stored value."""
        return self._value(spot.position)

    def _value(self, position: Position) -> int:
        return self.stored.value(self.numbering.number(*position))

    def endless(self, spot: Spot) -> int:
        """A draw (3.3)."""
        del spot
        return DRAW

    def forced(self, spot: Spot, ended: Sequence[Ended]) -> int:
        """The stored value, or a draw if the ended positions keep the winner from winning."""
        value = self.value(spot)
        forcing = GAIN_OF[value] > GAIN_OF[DRAW]
        held = value == DRAW or _Web(self, spot.position, forcing, ended).level < FAR
        return value if held else DRAW

    def levels(
        self, spot: Spot, ask: int, forcing: bool, ended: Sequence[Ended]
    ) -> Callable[[Push], int]:
        """Returns a function of a push: the level after it. Only a win is more than a draw."""
        assert ask == max(GAIN_OF.values())
        return _Web(self, spot.position, forcing, ended).level_after

    def measured(self, match: MatchState) -> bool:
        """True: every position has its distance stored."""
        del match
        return True

    def distance(self, match: MatchState, spot: Spot) -> int | None:
        """The plies to the end of a won or lost game."""
        del match
        found = self.stored.distance(self.numbering.number(*spot.position))
        return None if found == NO_DISTANCE else found

    def facts(self) -> tuple[Reason, ...]:
        """Empty: counting over all positions needs NumPy."""
        return ()

    def leads(self, position: Position, push: Push) -> tuple[Position, int, bool]:
        """The position after a push, the gain of its player to move, and whether it is lasting."""
        columns, mover = position
        after = self.game.apply(State(columns, mover), push)
        if any(after.scores):
            own, other = after.scores[1 - mover], after.scores[mover]
            return after.position, 1 + (own > other) - (own < other), True
        grown = len(columns[push.column]) < len(after.columns[push.column])
        return after.position, GAIN_OF[self._value(after.position)], grown


class _Web:
    """The places that matter for a win from one position, and where their pushes lead."""

    def __init__(
        self, mode: PlainElementary, position: Position, forcing: bool, ended: Iterable[Ended]
    ) -> None:
        """Lists places until the first has its level, or all are listed."""
        self.mode = mode
        self.first: Place = position, forcing
        self.ended = {(other, same == forcing) for other, same in ended}
        self.then: dict[Place, list[Place | int]] = {}
        self._levels: dict[Place, int] = {}
        waiting, depth = [self.first], 0
        while waiting and self.level > depth:
            for _ in range(_PLIES_PER_COUNT):
                waiting = list(dict.fromkeys(self._listed(waiting)))
            depth += _PLIES_PER_COUNT
            self._count()

    @property
    def level(self) -> int:
        """The number of plies to something lasting; `FAR` if it cannot be forced."""
        return self._levels.get(self.first, FAR)

    def level_after(self, push: Push) -> int:
        """The number of plies after a push; `FAR` if the push gives it up."""
        then = self.then[self.first][push.column]
        if isinstance(then, int):
            return 0 if then == _LASTING else FAR
        return self._levels.get(then, FAR)

    def _listed(self, places: Iterable[Place]) -> Iterator[Place]:
        """Lists where the pushes of places lead; yields the new places."""
        for place in places:
            pushes = self.mode.game.actions(State(*place[0]))
            self.then[place] = [self._leading(place, push) for push in pushes]
            for then in self.then[place]:
                if not isinstance(then, int) and then not in self.ended and then not in self.then:
                    yield then

    def _leading(self, place: Place, push: Push) -> Place | int:
        position, forcing = place
        then, gain, lasting = self.mode.leads(position, push)
        if gain != (0 if forcing else 2):
            return _SHUT
        return _LASTING if lasting else (then, not forcing)

    def _count(self) -> None:
        """Counts the levels of the listed places until the first has one."""
        self._levels, left, level = {}, list(self.then), 1
        while self.first not in self._levels:
            reached = [place for place in left if self._is_reached(place)]
            if not reached:
                return
            self._levels |= dict.fromkeys(reached, level)
            left = [place for place in left if place not in self._levels]
            level += 1

    def _is_reached(self, place: Place) -> bool:
        """Whether a push of the forcer, or every push of the other, leads to a lower level."""
        lower = (then == _LASTING or then in self._levels for then in self.then[place])
        return any(lower) if place[1] else all(lower)
