"""What the database holds of a table beside its log: how tables, seats and events become rows."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ludotheque.server.storage.drivers import Row
from ludotheque.server.storage.schema import INVITE_BYTES, events, seats, tables
from ludotheque.table.changes import Change
from ludotheque.table.seats import OPEN, PERSON
from ludotheque.table.table import Event, Table

# Who sits down is there; the page that follows opens its socket within seconds on a slow line.
_COMING_MS = 30_000
# Made once: a statement takes longer to make than the database takes over it.
_NEW_TABLE, _NEW_SEATS, _NEW_EVENTS = sa.insert(tables), sa.insert(seats), sa.insert(events)


def summary_row(table: Table) -> Row:
    """The columns that lists and sweeps query; the log stays the only truth."""
    return {
        "id": table.id,
        "seq": table.seq,
        "over": table.outcome is not None,
        "waits_for_bot": table.waits_for_bot,
        "changed": time.time(),
        "falls_at": table.falls_ms,
        "listed": table.listed,
    }


def seat_rows(before: Table, after: Table) -> list[Row]:
    """The seats on which somebody else sits now."""
    return [
        _seat_row(after, seat)
        for seat, sitter in enumerate(before.seats)
        if sitter != after.seats[seat]
    ]


def _seat_row(table: Table, seat: int) -> Row:
    sitter = table.seats[seat]
    invite = secrets.token_urlsafe(INVITE_BYTES) if sitter.kind == OPEN else None
    since = table.at if sitter.kind == PERSON else None
    until = None if since is None else since + _COMING_MS
    stay = {"here_since": since, "here_until": until}
    return {"table_id": table.id, "seat": seat, "guest": sitter.guest, "invite": invite, **stay}


def event_rows(table_id: str, happened: Sequence[Event], client: str | None) -> list[Row]:
    """The events in order; the first carries the id that the client gave its command."""
    return [
        {
            "table_id": table_id,
            "seq": event.seq,
            "kind": event.kind,
            "body": orjson.dumps(event.body).decode(),
            "client": client if number == 0 else None,
            "at": event.at,
        }
        for number, event in enumerate(happened)
    ]


def insert_table(connection: Connection, created: Change) -> None:
    """Stores a new table: its summary, its seats and its first events."""
    table = created.after
    invite = secrets.token_urlsafe(INVITE_BYTES)
    summary = {"spec": table.spec, "rules": table.rules, "invite": invite, **summary_row(table)}
    connection.execute(_NEW_TABLE, summary)
    connection.execute(_NEW_SEATS, [_seat_row(table, seat) for seat in range(len(table.seats))])
    connection.execute(_NEW_EVENTS, event_rows(table.id, created.events, None))
