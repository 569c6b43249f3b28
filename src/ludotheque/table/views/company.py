"""Who is present at a table, as it is sent to pages beside the view; the same for all guests."""

from __future__ import annotations

from ludotheque.core.game import Seat
from ludotheque.table.absence import away_since, waited_since
from ludotheque.table.company import Company
from ludotheque.table.seats import PERSON
from ludotheque.table.shapes import SeatPresence, SentPresence
from ludotheque.table.table import Table

_MS_PER_S = 1000


def presence(table: Table, company: Company, at: int) -> SentPresence:
    """The message that says for each seat whether its person is present; ages are in seconds.

    `turn_s` is the time since the last event, `limit_s` how long the others have to wait.
    """
    return {
        "type": "presence",
        "seq": table.seq,
        "turn_s": _age_s(table.at, at),
        "limit_s": company.limit_ms / _MS_PER_S,
        "seats": [_seat(table, seat, company, at) for seat in range(len(table.seats))],
    }


def _seat(table: Table, seat: Seat, company: Company, at: int) -> SeatPresence | None:
    """How long a person has been away and awaited; None for a bot or an open seat."""
    if table.seats[seat].kind != PERSON:
        return None
    gone, waited = away_since(table, seat, company, at), waited_since(table, seat, company, at)
    return {"here": gone is None, "away_s": _age_s(gone, at), "waited_s": _age_s(waited, at)}


def _age_s(since: int | None, at: int) -> float | None:
    """How many seconds ago that was; None if `since` is None, or 0 (never)."""
    return max(0, at - since) / _MS_PER_S if since else None
