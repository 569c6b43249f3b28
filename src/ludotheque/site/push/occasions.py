"""Finds the guests to notify of a change: pure functions of the table after it."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.core.game import Seat
from ludotheque.table.seats import PERSON
from ludotheque.table.table import Table
from ludotheque.table.words import can_act

TURN, JOINED, OFFERED, INVITED, DAILY = "turn", "joined", "rematch", "invited", "daily"
KINDS = (TURN, JOINED, OFFERED, INVITED, DAILY)
"""The kinds of messages that a guest can choose; in slow games, the daily one replaces `TURN`."""


class Occasion(NamedTuple):
    """A reason for a message to a guest about a table.

    Each device is sent the first of `kinds` that it has chosen; `about` is the seat that caused it.
    """

    guest: str
    kinds: tuple[str, ...]
    table: Table
    about: Seat | None = None


def after_move(table: Table) -> list[Occasion]:
    """The occasion for the guest to move, if the last change was another player's move."""
    decided = table.history.decided and not table.note[0]
    mover = table.history.step[0][1].seat if decided else None
    if mover is None:
        return []
    return [Occasion(guest, (_turn(table),), table) for guest in _to_move(table, mover)]


def after_joining(table: Table, guest: str) -> list[Occasion]:
    """The occasions for the other guests after one has joined; the one to move gets two kinds."""
    seat = table.seats_of(guest)[-1]
    moving = _to_move(table, seat)
    return [
        Occasion(other, (JOINED, _turn(table)) if other in moving else (JOINED,), table, seat)
        for other in _others(table, seat)
    ]


def after_offer(table: Table, by: Seat, guest: str) -> Occasion:
    """The occasion for a guest to whom the player on that seat has offered a rematch."""
    return Occasion(guest, (OFFERED,), table, by)


def _others(table: Table, seat: Seat) -> list[str]:
    return sorted(table.guests() - {table.seats[seat].guest})


def _to_move(table: Table, last: Seat) -> list[str]:
    """The guest to move; empty if that is a bot, or the guest who has just acted on seat `last`."""
    turn = table.turn
    if turn is None or not can_act(table, (turn,)):
        return []
    next_one, before = table.seats[turn], table.seats[last]
    if next_one.kind != PERSON or next_one.guest == before.guest:
        return []
    return [next_one.guest]


def _turn(table: Table) -> str:
    return DAILY if table.slow else TURN
