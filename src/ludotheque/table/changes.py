"""How a change of a table is made: its events, and the table after them; or why it is refused."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random, SystemRandom

from ludotheque.core.game import Seat
from ludotheque.core.reason import IllegalAction, Refusal, because
from ludotheque.play.history import History
from ludotheque.table.company import UNKNOWN, Company
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Body, Event, Table, apply_except_moves, with_moves

OVER = "over"
"""The one reason for a refusal that matches give too."""

Draft = tuple[str, Body]
"""The kind and body of an event that has no number and time yet."""

_CHANCE = SystemRandom()
_NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """What a command is given from outside: chance, and the time in milliseconds since 1970.

    `company` is known where a command depends on who is there.
    """

    rng: Random
    at: int
    company: Company = UNKNOWN


def now_ms() -> int:
    """The time in milliseconds since 1970, as logs and clocks write it down."""
    return time.time_ns() // _NS_PER_MS


def present() -> Moment:
    """The present, with chance from the system: what a house gives to commands."""
    return Moment(_CHANCE, now_ms())


@dataclass(frozen=True, slots=True)
class Change:
    """The events that a command causes, and the table after them."""

    after: Table
    events: tuple[Event, ...] = ()


class Denied(Refusal):
    """A refusal by the table, not the rules: somebody else's seat, a stale view, a taken seat."""


def deny(key: str) -> Denied:
    """The refusal with that key of the table's texts."""
    return Denied(because(f"table.{key}"))


def seated(table: Table, seat: Seat, sitter: Sitter, why: str = "") -> Draft:
    """The event by which somebody else has a seat; `why` is what the table says of it."""
    because_of = {"why": why} if why else {}
    return "seated", timed(table, {"seat": seat, **sitter.write(), **because_of})


def timed(table: Table, body: Body) -> Body:
    """The body of an event; at a table with a clock it says whose time ran."""
    return body if table.clock is None else {**body, "turn": table.turn}


def played(
    table: Table, history: History, moment: Moment, events: tuple[Event, ...] = ()
) -> Change:
    """The change that leads from the table to that history, and on to the next decision.

    `events` came just before; at a table that still waits for somebody, chance waits too.
    """
    if not table.incomplete:
        history = history.settled(moment.rng)
    drafts: list[Draft] = [
        ("action", {"seat": move.seat, "text": move.text})
        for move in history.moves[len(table.moves) :]
    ]
    if history.forfeit is not None:
        drafts.append((history.forfeit.how, timed(table, {"seat": history.forfeit.seat})))
    end = history.outcome
    if end is not None:
        drafts.append(("over", {"returns": list(end.returns), "points": list(end.points)}))
    change = changed(table, moment, drafts, history)
    return Change(change.after, (*events, *change.events))


def changed(
    table: Table, moment: Moment, drafts: Sequence[Draft], history: History | None = None
) -> Change:
    """Numbers and dates the drafts, and applies them; `history` holds the moves they make."""
    numbered = enumerate(drafts, start=table.seq + 1)
    events = tuple(Event(seq, kind, body, moment.at) for seq, (kind, body) in numbered)
    for event in events:
        table = apply_except_moves(table, event, history)
    return Change(table if history is None else with_moves(table, history), events)


def refuse(key: str | None) -> None:
    """Refuses for that reason, if there is one."""
    if key == OVER:
        raise IllegalAction(because("match.over"))
    if key is not None:
        raise deny(key)


def refuse_if_over(table: Table) -> None:
    """Refuses whatever would go on with a finished game."""
    refuse(OVER if table.outcome is not None else None)


def refuse_if_full(table: Table) -> None:
    """Refuses what a log at its bound has no room for."""
    refuse("full" if table.full else None)
