"""When somebody is told something: pure functions of a table after a change."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.game import Seat
from ludotheque.table.seats import PERSON
from ludotheque.table.table import Table
from ludotheque.table.words import can_act

TURN, JOINED, OFFERED, INVITED, DAILY = "turn", "joined", "rematch", "invited", "daily"
KINDS = (TURN, JOINED, OFFERED, INVITED, DAILY)
"""What a guest may ask for, each by itself; the daily one stands for the turns of slow games."""


class Occasion(NamedTuple):
    """Somebody who may be told of a table.

    Of the kinds, each device is told the first that it has asked for; `about` is who did it.
    """

    guest: str
    kinds: tuple[str, ...]
    table: Table
    about: Seat | None = None


def after_move(table: Table) -> list[Occasion]:
    """Who is to move now, if the last change was somebody else's move."""
    decided = table.history.decided and not table.note[0]
    mover = table.history.step[0][1].seat if decided else None
    if mover is None:
        return []
    return [Occasion(guest, (_turn(table),), table) for guest in _to_move(table, mover)]


def after_joining(table: Table, guest: str) -> list[Occasion]:
    """Those who sat there before a guest; whoever is to move at last has asked for either."""
    seat = table.seats_of(guest)[-1]
    moving = _to_move(table, seat)
    return [
        Occasion(other, (JOINED, _turn(table)) if other in moving else (JOINED,), table, seat)
        for other in _others(table, seat)
    ]


def after_offer(table: Table, by: Seat) -> list[Occasion]:
    """Those to whom somebody on that seat offers a rematch."""
    return [Occasion(guest, (OFFERED,), table, by) for guest in _others(table, by)]


def _others(table: Table, seat: Seat) -> list[str]:
    return sorted(table.guests() - {table.seats[seat].guest})


def _to_move(table: Table, last: Seat) -> list[str]:
    """The guest who is to move, unless the same guest has just acted on that seat."""
    turn = table.turn
    if turn is None or not can_act(table, (turn,)):
        return []
    next_one, before = table.seats[turn], table.seats[last]
    if next_one.kind != PERSON or next_one.guest == before.guest:
        return []
    return [next_one.guest]


def _turn(table: Table) -> str:
    return DAILY if table.slow else TURN
