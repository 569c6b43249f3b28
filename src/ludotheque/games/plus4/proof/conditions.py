"""Conditions that the value and the distance of a position must meet, given its pushes.

- A win has a push into a loss, and its distance is one more than the nearest of these;
- a loss has only pushes into wins, and its distance is one more than the farthest of these;
- a draw has no push into a loss, and at least one into a draw;
- only positions worth what endless play is worth (3.3, 4.7, 5.8) can be without a distance; a
  player who gets more comes nearer to it every turn, so values in a circle cannot justify each
  other.

Distances are counted to the next points or the end. Where none are stored, `is_forced` checks the
same for a single position: that the player who gets more than endless play is worth can force the
next pawn, the next points or the end, by pushes that keep the value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludotheque.core.game import Seat
from ludotheque.games.plus4.proof.numbering import NO_DISTANCE
from ludotheque.games.plus4.rules import Position, State

NOTHING, WIN, LOSS, DRAW = 0, 1, 2, 3
GAIN_OF = {LOSS: 0, DRAW: 1, WIN: 2}
FLIPPED = {WIN: LOSS, LOSS: WIN, DRAW: DRAW, NOTHING: NOTHING}
MOST_PLACES = 1 << 15  # more could decide more positions, but would take more time and memory
_FIRST_PLACES, _MORE_PLACES = 64, 8  # explored before the first check; factor for each next check

Ways = dict[Position, set[Position] | None]


@dataclass(frozen=True)
class Step:
    """Where a push leads: the value for the other player, and the distance (0: points or the end).

    `after` is the position if the push adds no pawn and no point: then earlier ones can come back.
    """

    value: int
    distance: int
    after: State | None = None


Steps = Callable[[State], list[Step]]


def worth(steps: list[Step]) -> int:
    """The best value that the steps allow; `NOTHING` if they do not determine one."""
    values = {step.value for step in steps}
    if LOSS in values:
        return WIN
    if DRAW in values:
        return DRAW
    return LOSS if values == {WIN} else NOTHING


def distance(value: int, steps: list[Step], leads: int) -> int:
    """The right distance for the value: one more than that of the step it rests on.

    `leads` is 1 if the mover has the higher score, -1 if the other has it, 0 if they are equal. The
    result is -1 if no distance would be right.
    """
    if value == DRAW and leads == 0:
        return NO_DISTANCE
    rests_on = FLIPPED[value]
    steps_there = [step.distance for step in steps if step.value == rests_on]
    hurries = value == WIN or (value == DRAW and leads < 0)
    last = min(steps_there) if hurries else max(steps_there)
    content = (value == WIN and leads > 0) or (value == LOSS and leads < 0)
    if last == NO_DISTANCE:
        return NO_DISTANCE if content else -1
    return last + 1


def is_forced(start: State, value: int, endless: int, steps: Steps) -> bool | None:
    """Whether the player who gets more than endless play is worth can force it.

    Both values are the mover's. True if neither player gets more; None if it takes too long.
    """
    ask, still = GAIN_OF[value], GAIN_OF[endless]
    if ask == still:
        return True
    forcer, ask = (start.mover, ask) if ask > still else (1 - start.mover, 2 - ask)
    ways: Ways = {}
    waiting, room = [start], _FIRST_PLACES
    while waiting:
        if len(ways) > MOST_PLACES:
            return None
        waiting = _explored(ways, waiting, room, lambda state: _way(state, forcer, ask, steps))
        if start.position in _reached(ways, forcer):
            return True
        room *= _MORE_PLACES
    return False


def _explored(
    ways: Ways,
    waiting: list[State],
    room: int,
    way: Callable[[State], dict[Position, State] | None],
) -> list[State]:
    """Adds reachable positions to `ways`, nearest first, up to `room`; returns those left over."""
    for number, state in enumerate(waiting):
        if len(ways) >= room:
            return waiting[number:]
        if state.position not in ways:
            then = way(state)
            ways[state.position] = None if then is None else set(then)
            waiting += (then or {}).values()
    return []


def _way(state: State, forcer: Seat, ask: int, steps: Steps) -> dict[Position, State] | None:
    """The positions to which useful pushes of the forcer, or all pushes of the other, lead.

    None if the forcer has a push to something lasting: a pawn, points or the end. A position where
    the other can leave the forcer less leads only to itself, so that nothing is reached from it.
    """
    own, then = state.mover == forcer, dict[Position, State]()
    for step in steps(state):
        left = 2 - GAIN_OF[step.value] if own else GAIN_OF[step.value]
        if left >= ask and step.after is not None:
            then[step.after.position] = replace(step.after, once=frozenset(), twice=frozenset())
        elif left >= ask and own:
            return None
        elif left < ask and not own:
            return {state.position: state}
    return then


def _reached(ways: Ways, forcer: Seat) -> set[Position]:
    """The positions from which the forcer can force something lasting."""
    reached, before = {place for place, then in ways.items() if then is None}, -1
    while len(reached) > before:
        before = len(reached)
        for place, then in ways.items():
            if place not in reached and then is not None:
                how = any if place[1] == forcer else all
                if how(after in reached for after in then):
                    reached.add(place)
    return reached
