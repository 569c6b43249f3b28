"""Removes a guest who asks to be forgotten from a table; the moves stay, without a name.

The name is removed from the stored events. One more event, without the name, updates the tables
that processes have in memory.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ludotheque.table.commands import leave, may_leave, may_resign, resign
from ludotheque.table.seats import OPEN
from ludotheque.table.table import Body, Change, Event, Moment, Table, changed

NAMING = ("created", "opened", "seated")
"""The kinds of events that can contain what a guest wrote: names, and headers of a file."""


class Forgotten(NamedTuple):
    """How forgetting a guest changes a table: new events, and old events to be overwritten."""

    change: Change
    rewritten: list[Event]


def forget(
    table: Table, log: Sequence[Event], guest: str, alias: str, moment: Moment
) -> Forgotten | None:
    """Removes a guest from a table and its log; None if the whole table is to be deleted.

    `alias` replaces the id of the guest; it must not be the id of another guest.
    """
    rewritten = without(log, guest, alias)
    if not rewritten:
        return Forgotten(Change(table), [])
    left = farewell(table, guest, moment)
    if left is None:
        return None
    last = left.after
    own = _own_headers(log, guest)
    headers = [pair for pair in last.headers if own is None or pair[0] in own]
    seats = [seat for seat, who in enumerate(last.seats) if who.guest == guest]
    body = {"seats": seats, "guest": alias, "headers": headers}
    gone = changed(last, moment, [("forgotten", body)])
    return Forgotten(Change(gone.after, (*left.events, *gone.events)), rewritten)


def farewell(table: Table, guest: str, moment: Moment) -> Change | None:
    """The change by which a guest leaves a table for good; None if no other guest is left there.

    In a game of two, the guest resigns. At a larger table the seat is opened, so that the players
    who stay decide who takes it: a person or a bot.
    """
    mine = table.seats_of(guest)
    if not mine or table.outcome is not None:
        return Change(table)
    if table.guests() == {guest}:
        return None
    if may_resign(table, mine):
        return resign(table, mine[0], moment)
    change = Change(table)
    for seat in mine if may_leave(table, mine) else ():
        left = leave(change.after, seat, OPEN, moment)
        change = Change(left.after, (*change.events, *left.events))
    return change


def without(log: Sequence[Event], guest: str, alias: str) -> list[Event]:
    """The events that mention the guest, rewritten without them."""
    own = _own_headers(log, guest)
    bodies = [_body_without(event, guest, alias, own) for event in log]
    pairs = zip(log, bodies, strict=True)
    return [replace(event, body=body) for event, body in pairs if body != event.body]


def _own_headers(log: Sequence[Event], guest: str) -> Collection[str] | None:
    """The names of the headers that the game itself set.

    None if the guest did not sit at the table when it was created, and so brought no others.
    """
    created = log[0].body
    if all(sitter["guest"] != guest for sitter in created["seats"]):
        return None
    return [name for name, _ in created.get("headers", ())]


def _body_without(event: Event, guest: str, alias: str, own: Collection[str] | None) -> Body:
    body = event.body
    if event.kind == "created":
        return {**body, "seats": [_nameless(who, guest, alias) for who in body["seats"]]}
    if event.kind == "opened" and own is not None:
        return {**body, "headers": [pair for pair in body["headers"] if pair[0] in own]}
    return _nameless(body, guest, alias) if event.kind == "seated" else body


def _nameless(sitter: dict[str, Any], guest: str, alias: str) -> dict[str, Any]:
    return {**sitter, "guest": alias, "name": ""} if sitter["guest"] == guest else sitter
