"""What guests at a table can send each other: a few friendly signs and phrases, no free text."""

from __future__ import annotations

from ludotheque.core.game import Seat
from ludotheque.table.table import Table, deny

SIGNS = "smile", "laugh", "wow", "oops", "heart", "star"
"""The reactions sent as a sign."""

PHRASES = "hello", "good_luck", "well_played", "good_idea", "thanks", "thinking", "back_soon", "bye"
"""The reactions sent as a phrase, which each reader sees in their own language."""


def may_react(table: Table, guest: str) -> bool:
    """Whether a guest sits at the table with at least one other guest."""
    return guest in table.guests() and not table.one_guest


def reaction(table: Table, guest: str, what: object) -> Seat:
    """The seat from which a guest sends a reaction; refuses unknown ones, and onlookers."""
    if what not in (*SIGNS, *PHRASES):
        raise deny("malformed")
    if not may_react(table, guest):
        raise deny("nobody_to_react" if guest in table.guests() else "onlooker")
    return table.seats_of(guest)[0]
