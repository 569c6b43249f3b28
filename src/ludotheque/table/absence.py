"""What players may do when another player has left the game without a word.

They may act once that player is to move and has been away for the time that the site sets. Absence
counts only while another player is present, and only since the last event at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Literal

from ludotheque.core.game import Seat
from ludotheque.core.reason import because
from ludotheque.play.history import ABANDONED
from ludotheque.table.company import Company
from ludotheque.table.seats import OPEN, PERSON, Sitter, usual_bot
from ludotheque.table.table import (
    Change,
    Denied,
    Moment,
    Table,
    changed,
    deny,
    played,
    refuse,
    refuse_if_full,
    refuse_if_over,
    seated,
    why_moves_only,
)

Heir = Literal["bot", "open"]
"""What becomes of the seat of a player who left: a bot gets it, or any guest can take it."""

_MS_PER_S = 1000


def claim(table: Table, mine: Sequence[Seat], moment: Moment) -> Change:
    """Wins a game of two for the player who stayed, if the other has been away long enough."""
    refuse_if_over(table)
    if len(table.seats) != 2:
        raise deny("claim_two")
    away = 1 - mine[0]
    since = _checked_absence(table, away, moment)
    return _saying(since, played(table, table.history.given_up(away, ABANDONED), moment))


def replace_absent(table: Table, seat: Seat, to: Heir, moment: Moment) -> Change:
    """Gives the seat of a player who has been away long enough to a bot, or opens it."""
    refuse_if_over(table)
    refuse(why_moves_only(table) if to == OPEN else None)
    refuse_if_full(table)
    since = _checked_absence(table, seat, moment)
    heir = Sitter(OPEN) if to == OPEN else usual_bot(table.kit)
    return _saying(since, changed(table, moment, [seated(table, seat, heir, ABANDONED)]))


def absence_counts(table: Table) -> bool:
    """Whether absence matters: several guests play, and they do not have days for each move."""
    if table.one_guest or table.incomplete or table.outcome is not None:
        return False
    return not table.slow


def away_since(table: Table, seat: Seat, company: Company, at: int) -> int | None:
    """When the person on a seat left (0 if never seen); None if present, or without a person."""
    sitter = table.seats[seat]
    if sitter.kind != PERSON or company.is_here(sitter.guest, at):
        return None
    return company.stay(sitter.guest).until


def waited_since(table: Table, seat: Seat, company: Company, at: int) -> int | None:
    """When another player began to wait for the person on that seat; None if nobody is waiting."""
    gone = away_since(table, seat, company, at)
    others = table.guests() - {table.seats[seat].guest}
    came = [company.stay(guest).since for guest in others if company.is_here(guest, at)]
    if gone is None or not came or not absence_counts(table):
        return None
    return max(gone, min(came), company.counted_from_ms)


def _checked_absence(table: Table, seat: Seat, moment: Moment) -> int:
    """When that seat began to keep the others waiting; refuses if that was too recent."""
    if seat >= len(table.seats):
        raise deny("malformed")
    since = waited_since(table, seat, moment.company, moment.at)
    if since is None:
        raise deny("not_away")
    if table.turn != seat:
        raise deny("not_awaited")
    left_ms = max(since, table.at or 0) + moment.company.limit_ms - moment.at
    if left_ms > 0:
        raise Denied(because("table.not_yet", n=ceil(left_ms / _MS_PER_S)))
    return since


def _saying(since: int, change: Change) -> Change:
    """The same change, with the beginning of the absence (`since`) in its first event."""
    first, *rest = change.events
    return replace(change, events=(replace(first, body={**first.body, "since": since}), *rest))
