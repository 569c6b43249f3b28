"""Finds what a side can force from one position, and how, given the positions that came before.

The values of a stage say which player can get more than endless play is worth (the *forcer*), but
not how, and they ignore the past. Only a few positions matter for this: those that the forcer
reaches by pushes that keep what it asks for, and the other player by any push, up to something
*lasting*: points, the end, or one more pawn. They are listed, and their levels (plies to something
lasting) are counted backwards.

A position that occurred twice before is *ended*: when it comes back, the round ends as endless
play does, so the forcer cannot go there. So the answer is exact under threefold repetition:

- A position with a level is forced along falling levels, so no position comes back on the way.
- From a position without a level, the other player can stay among such positions or ended ones
  until the threefold repetition. If the forcer leaves them by a push that keeps less than it asks
  for, it gets less: ended positions take from a player who can get more than endless play is
  worth, and never give.
- Ended positions that are worth exactly what endless play is worth change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.plus4.kernel import Packed, bonus_in_hand, grows, scored, turned
from ludotheque.games.plus4.solving.mode import FAR, GAIN_OF, Ended
from ludotheque.games.plus4.solving.numbering import PUSHES, number_of
from ludotheque.games.plus4.solving.retrograde import value_in
from ludotheque.games.plus4.solving.stage import Stage
from ludotheque.kernels import kernel
from ludotheque.kernels.chance import following

_SHUT, _LASTING, _OPEN = -1, -2, -3
# Most questions need few places; the hardest found needed some hundred thousand
# (docs/explanation/solved.md).
_FIRST_ROOM_PLACES, _ROOM_GROWTH = 1 << 14, 8
# Levels are counted again after this many plies: fewer would mean more counting, more would mean
# listing places that are not needed.
_PLIES_PER_COUNT = 4


class Web(NamedTuple):
    """The *places* that matter and where their pushes lead; place 0 is the one asked about."""

    positions: NDArray[np.uint64]
    forcing: NDArray[np.bool_]  # whether the forcer is to move
    then: NDArray[np.int32]  # [place, push]: another place, _SHUT or _LASTING
    level: NDArray[np.int16]
    slots: NDArray[np.int32]  # by hash: a place + 1


@kernel
def gain_of(value: int) -> int:
    """The gain of a value: 2 for a win, 1 for a draw, 0 for a loss (as `GAIN_OF`)."""
    return 2 if value == 1 else value // 3


@kernel
def led(on: Stage, role: int, position: Packed, push: int) -> Any:
    """Where a push leads: the position, the gain of its player to move, whether it is lasting."""
    after, own, other = scored(position, push & 3, push > 3, on.form)
    then = turned(after)
    number = number_of(on.blocks, then)
    if own + other > 0:
        leads = on.exits[role, own * 16 + other]
        value = -leads if leads < 0 else value_in(on.values, leads, number)
        return then, gain_of(value), True
    start = on.starts[on.starts.size - 1 - role]
    return then, gain_of(value_in(on.values, start, number)), grows(position, push & 3)


@kernel
def place_of(web: Web, count: int, position: Packed, forcing: bool) -> int:
    """The place of a position; a new position is added as place `count`."""
    mixed = following(position)
    slot = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(0x7FFFFFFF))
    slot = (2 * slot + forcing) % web.slots.size
    while web.slots[slot]:
        place = np.int64(web.slots[slot]) - 1
        if web.positions[place] == position and web.forcing[place] == forcing:
            return int(place)
        slot = (slot + 1) % web.slots.size
    web.slots[slot] = count + 1
    web.positions[count] = position
    web.forcing[count] = forcing
    return count


@kernel
def expand(on: Stage, web: Web, place: int, count: int, role: int, ask: int) -> int:
    """Lists where the pushes of a place lead; returns the new number of places.

    `role` is the mover's. The forcer ignores pushes that keep less than it asks for, and needs no
    other push if one is lasting.
    """
    position, forcing = web.positions[place], web.forcing[place]
    pushes = 8 if on.form.bonus_pawns and bonus_in_hand(position) else 4
    leads = np.zeros(PUSHES, np.uint64)
    web.then[place] = _SHUT if forcing else _LASTING
    for push in range(pushes):
        leads[push], gain, lasting = led(on, role, position, push)
        kept = 2 - gain if forcing else gain
        web.then[place, push] = _SHUT if kept < ask else _LASTING if lasting else _OPEN
        if forcing and web.then[place, push] == _LASTING:
            return count
    for push in range(pushes):
        if web.then[place, push] == _OPEN:
            found = place_of(web, count, leads[push], not forcing)
            count += found == count
            web.then[place, push] = found
    return count


@kernel
def is_reached(web: Web, place: int, level: int) -> bool:
    """Whether a push of the forcer, or every push of the other, leads to a lower level."""
    forcing = web.forcing[place]
    for push in range(PUSHES):
        then = web.then[place, push]
        lower = then == _LASTING or (then >= 0 and web.level[then] < level)
        if lower == forcing:
            return bool(forcing)
    return not forcing


@kernel
def count_levels(web: Web, first: int, expanded: int) -> None:
    """Counts the levels of expanded places until place 0 has one; `FAR` if nothing is forced."""
    web.level[:] = FAR
    level, changed = 0, True
    while changed and web.level[0] == FAR:
        level, changed = level + 1, False
        for place in range(expanded):
            is_open = (place == 0 or place >= first) and web.level[place] == FAR
            if is_open and is_reached(web, place, level):
                web.level[place] = level
                changed = True


@kernel
def weave(on: Stage, web: Web, ended: int, role: int, ask: int) -> bool:
    """Lists places ever farther away until place 0 has its level, or all are listed.

    A level beyond the plies that are listed is not yet the least. Places 1 to `ended` are ended
    positions; `role` is the forcer's. Returns False if there is not enough room.
    """
    count, expanded, depth = ended + 1, 0, 0
    other = on.starts.size - 1 - role
    while web.level[0] > depth and expanded < count:
        for _ in range(_PLIES_PER_COUNT):
            for place in range(expanded, count):
                if count + PUSHES > web.level.size:
                    return False
                if place == 0 or place > ended:
                    mover = role if web.forcing[place] else other
                    count = expand(on, web, place, count, mover, ask)
                expanded = place + 1
        depth += _PLIES_PER_COUNT
        count_levels(web, ended + 1, expanded)
    return True


class Force:
    """Whether, and how soon, the forcer gets what it asks for from one position."""

    def __init__(
        self, on: Stage, role: int, ask: int, position: Packed, forcing: bool,
        ended: Iterable[Ended] = (),
    ) -> None:  # fmt: skip
        """Searches from the position; `forcing` says whether the forcer is to move there."""
        starts = [(position, forcing), *((one, same == forcing) for one, same in ended)]
        room = _FIRST_ROOM_PLACES
        self.web = _empty(room, starts)
        while not weave(on, self.web, len(starts) - 1, role, ask):
            room *= _ROOM_GROWTH
            self.web = _empty(room, starts)

    @property
    def level(self) -> int:
        """The number of plies to something lasting; `FAR` if it cannot be forced."""
        return int(self.web.level[0])

    def level_after(self, push: int) -> int:
        """The number of plies after a push; `FAR` if the push gives it up."""
        then = int(self.web.then[0, push])
        if then < 0:
            return 0 if then == _LASTING else FAR
        return int(self.web.level[then])


def _empty(room: int, starts: list[tuple[Packed, bool]]) -> Web:
    web = Web(
        np.zeros(room, np.uint64), np.zeros(room, np.bool_), np.zeros((room, PUSHES), np.int32),
        np.full(room, FAR, np.int16), np.zeros(2 * room, np.int32),
    )  # fmt: skip
    for count, (position, forcing) in enumerate(starts):
        place_of(web, count, position, forcing)
    return web


def forced(
    on: Stage, role: int, position: Packed, values: tuple[int, int], ended: Iterable[Ended]
) -> int:
    """The value of a position for its mover, given the ended positions.

    `values` are those of the position and of endless play for the mover, who has that role, as if
    there were no past.
    """
    gain, still = (GAIN_OF[value] for value in values)
    forcing = gain > still
    if not forcing:
        gain, still = 2 - gain, 2 - still
        role = on.starts.size - 1 - role
    while gain > still and Force(on, role, gain, position, forcing, ended).level == FAR:
        gain -= 1
    return {kept: value for value, kept in GAIN_OF.items()}[gain if forcing else 2 - gain]
