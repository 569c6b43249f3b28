"""A table, computed by folding its events, and the changes that are made to it or refused."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from random import Random, SystemRandom
from typing import Any, NamedTuple

from ludotheque.core.caching import cache_of_large
from ludotheque.core.game import Seat
from ludotheque.core.reason import IllegalAction, Refusal, because
from ludotheque.core.record import MAX_ACTIONS, Record
from ludotheque.games import AnyKit, load_stored
from ludotheque.play.clock import Clock, read_pace
from ludotheque.play.history import FORFEITS, OUT_OF_TIME, Forfeit, History, WithHistory
from ludotheque.table.company import UNKNOWN, Company
from ludotheque.table.seats import BOT, OPEN, PERSON, Sitter, read_sitter

Body = dict[str, Any]
Headers = tuple[tuple[str, str], ...]
REMATCH = "rematch"
"""The note after a player has offered a rematch."""

# Events that do not restart the time for which the others have waited (`Table.at`).
_WITHIN_A_TURN = ("undo", "rematch", "closed")
# A log is read as a whole when its table is not in memory. The limit leaves room for the longest
# game and for as many other events, such as undone moves, requests and guests who take a seat.
MOST_EVENTS = 2 * MAX_ACTIONS
# Of the room for moves, this much is also kept for bots that take seats, open seats that are
# filled, a resignation and the end; and for moves that the last undo takes back.
_EVENTS_BESIDES_MOVES = 100

# Each combination of options in use has a kit of its own; opening one takes milliseconds.
_KITS_OPEN = 200


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log of a table.

    `at` is when it happened, in milliseconds since 1970; None in logs of version 0.1.
    """

    seq: int
    kind: str
    body: Body
    at: int | None = None


class Meeting(NamedTuple):
    """Marks a table that anyone may join; `level` is the bot of the players' strength, or empty."""

    level: str = ""


@dataclass(frozen=True)  # no slots: what is read often is cached
class Table(WithHistory):
    """A table after event `seq`: the history of its game, and who sits at it.

    `note` is what people did since the last move (a key of the texts, and a name or `@seat`). `at`
    is the time of the last event, not counting requests such as for an undo. `undo_requests` are
    the seats that have asked for one since the last move, in order.
    """

    id: str
    spec: str
    rules: int
    date: str
    history: History
    seats: tuple[Sitter, ...]
    seq: int
    undo_asked: Seat | None = None
    undo_requests: tuple[Seat, ...] = ()
    rematch: str = ""
    note: tuple[str, str] = ("", "")
    headers: Headers = ()
    clock: Clock | None = None
    at: int | None = None
    meeting: Meeting | None = None

    @cached_property
    def waits_for_bot(self) -> bool:
        """Whether a bot is to move, and can: no seat is open and the log is not full."""
        turn = self.turn
        if turn is None or self.incomplete or self.full:
            return False
        return self.seats[turn].kind == BOT

    @property
    def full(self) -> bool:
        """Whether the log has reached its limit, so that the game can only be resigned."""
        return self.seq >= MOST_EVENTS or len(self.moves) >= MAX_ACTIONS

    @property
    def moves_only(self) -> bool:
        """Whether the rest of the log is for moves only, so that requests and undos are refused."""
        moves_left = MAX_ACTIONS - len(self.moves)
        return self.seq + moves_left >= MOST_EVENTS - _EVENTS_BESIDES_MOVES

    @cached_property
    def falls_ms(self) -> int | None:
        """When the time of the seat to move runs out, in milliseconds since 1970.

        None if it does not run: without a clock, without guests, or if the log is full.
        """
        if self.clock is None or self.full or not self.guests():
            return None
        return self.clock.falls_ms(self.turn)

    @property
    def listed(self) -> bool:
        """Whether anyone may join now: the table is public, with an open seat and a guest."""
        return self.meeting is not None and self.incomplete and bool(self.guests())

    @property
    def slow(self) -> bool:
        """Whether players have days for each move, so that they need not stay at the table."""
        return self.clock is not None and self.clock.pace.by_move

    @cached_property
    def incomplete(self) -> bool:
        """Whether a seat is still open."""
        return bool(self.open_seats)

    @cached_property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats that are still open."""
        return tuple(seat for seat, sitter in enumerate(self.seats) if sitter.kind == OPEN)

    @cached_property
    def one_guest(self) -> bool:
        """Whether exactly one guest sits at the table, on one seat or on several."""
        return len(self.guests()) == 1

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """The seats of a guest."""
        return tuple(
            seat for seat, who in enumerate(self.seats) if who.kind == PERSON and who.guest == guest
        )

    def seats_kept_for(self, guest: str) -> tuple[Seat, ...]:
        """The open seats that wait for a guest to whom a rematch was offered."""
        return tuple(seat for seat in self.open_seats if guest and self.seats[seat].guest == guest)

    def guests(self) -> set[str]:
        """The ids of the guests who sit at the table."""
        return {who.guest for who in self.seats if who.kind == PERSON}

    def seen(self, seat: Seat | None, text: str, mine: Sequence[Seat]) -> str:
        """The text of a seat's action as a guest on seats `mine` may see it."""
        own = seat is None or seat in mine
        return text if own else self.kit.game.notation.for_others(text)

    def record(self, names: Sequence[str], mine: Sequence[Seat]) -> Record:
        """The game as a record for a guest on `mine`, with the rules version of the table."""
        headers = self.headers if self.clock is None else (*self.headers, *self.clock.headers())
        record = self.history.record(names, self.date, headers)
        actions = tuple(self.seen(move.seat, move.text, mine) for move in self.moves)
        return replace(record, game=self.spec, rules=self.rules, actions=actions)


@cache_of_large(_KITS_OPEN)
def kit_of(spec: str) -> AnyKit:
    """The kit of a spec, shared by all tables with that spec."""
    return load_stored(spec)


def begun(event: Event, table_id: str) -> Table:
    """The table that its first event, `created`, sets up."""
    body = event.body
    seats = tuple(read_sitter(sitter) for sitter in body["seats"])
    history = History.begun(kit_of(body["spec"]))
    table = Table(table_id, body["spec"], body["rules"], body["date"], history, seats, event.seq)
    pace = read_pace(body.get("clock", ""))
    clock = None if pace is None else Clock.of(pace, len(seats))
    meeting = Meeting(**body["meeting"]) if "meeting" in body else None
    table = replace(table, headers=_headers(body), clock=clock, at=event.at, meeting=meeting)
    return _clock_goes_on(table, event)


def fold_all(table: Table, events: Sequence[Event]) -> Table:
    """The table after these events.

    Only the moves that were not taken back are played, once, at the end. So the time to read a log
    is linear in its length, however often moves were undone.
    """
    before, remaining, texts = table.history, len(table.moves), list[str]()
    for event in events:
        table = apply_except_moves(table, event)
        if event.kind == "action":
            texts.append(event.body["text"])
        elif event.kind == "undone":
            to: int = event.body["to"]
            del texts[max(0, to - remaining) :]
            remaining = min(remaining, to)
    read = before.kit.game.notation.read_action
    history = before.taken_back(remaining) if remaining < len(before.moves) else before
    return with_moves(table, history.then_all(map(read, texts)) if texts else history)


def fold_steps(table: Table, events: Sequence[Event]) -> list[Table]:
    """The table after each step (see `steps_of`) of these events."""
    return list(accumulate(steps_of(events), fold_all, initial=table))[1:]


def steps_of(events: Sequence[Event]) -> list[list[Event]]:
    """Groups the events into steps.

    Chance moves and the end of the game belong to the step before them. Every other event begins a
    new step.
    """
    steps: list[list[Event]] = []
    for event in events:
        if steps and _goes_with_the_last(event):
            steps[-1].append(event)
        else:
            steps.append([event])
    return steps


def _goes_with_the_last(event: Event) -> bool:
    return event.kind == "over" or (event.kind == "action" and event.body["seat"] is None)


def with_moves(table: Table, history: History) -> Table:
    """The table with the moves of that history; the forfeit, if any, stays that of the table."""
    forfeit = table.history.forfeit
    if history.forfeit != forfeit:
        history = replace(history, forfeit=forfeit)
    return table if table.history is history else replace(table, history=history)


def looked_back(table: Table, history: History) -> Table:
    """The table as if only that history had been played, without any undo request."""
    return replace(table, history=history, undo_asked=None)


def apply_except_moves(table: Table, event: Event, history: History | None = None) -> Table:
    """Applies an event to everything but the moves of the game, which would need a replay.

    For an action, `history` becomes the history of the table, if it is given.
    """
    seq, at = event.seq, table.at if event.kind in _WITHIN_A_TURN else event.at
    if event.kind == "action":  # a single `replace`, because every move comes here
        played = history or table.history
        table = replace(
            table, seq=seq, at=at, undo_asked=None, undo_requests=(), note=("", ""), history=played
        )
    else:
        table = _apply(replace(table, seq=seq, at=at), event)
    return table if table.clock is None else _timed(table, table.clock, event)


def _apply(table: Table, event: Event) -> Table:
    body = event.body
    match event.kind:
        case "seated":
            return _seated(table, body["seat"], read_sitter(body), body.get("why", ""))
        case "undo":
            asked = body["seat"] if body["what"] == "asked" else None
            requests = table.undo_requests if asked is None else (*table.undo_requests, asked)
            table = replace(table, undo_asked=asked, undo_requests=requests)
            return replace(table, note=(body["what"], f"@{body['seat']}"))
        case "undone":
            table = replace(_given_up(table, None), undo_asked=None, undo_requests=())
            return replace(table, note=("undone", f"@{body['seat']}"))
        case how if how in FORFEITS:
            table = replace(_given_up(table, Forfeit(body["seat"], how)), undo_asked=None)
            return replace(table, note=(how, f"@{body['seat']}"))
        case "rematch":
            by = body.get("seat")  # logs of earlier versions do not say who offered it
            note = table.note if by is None else (REMATCH, f"@{by}")
            return replace(table, rematch=body["table"], note=note)
        case "closed":
            return replace(table, meeting=None, note=("closed", f"@{body['seat']}"))
        case "opened":
            return replace(table, headers=_headers(body))
        case "forgotten":
            return _forgotten(table, body)
    return table


def _timed(table: Table, clock: Clock, event: Event) -> Table:
    """Applies an event to the clock; events other than actions name the seat that was to move."""
    body, at = event.body, event.at or 0
    match event.kind:
        case "action":
            return replace(table, clock=clock.moved(body["seat"], at))
        case "undone":
            back = clock.taken_back(body["to"], body["turn"], at)
            return _clock_goes_on(replace(table, clock=back), event)
        case "seated" if body.get("runs"):  # never in logs of earlier versions
            return table
        case "seated":
            stopped = clock.stopped(body["turn"], at)
            fresh = stopped.rewound(body["seat"]) if body.get("why") == OUT_OF_TIME else stopped
            return _clock_goes_on(replace(table, clock=fresh), event)
        case how if how in FORFEITS:
            return replace(table, clock=clock.stopped(body["turn"], at))
        case "over":
            return replace(table, clock=clock.stopped(None, at))
    return table


def _clock_goes_on(table: Table, event: Event) -> Table:
    """Starts the clock at an event; has no effect without a clock or while a seat is open."""
    if table.clock is None or table.incomplete:
        return table
    return replace(table, clock=table.clock.running(event.at or 0))


def _headers(body: Body) -> Headers:
    """The extra headers of a record of the table."""
    return tuple((name, value) for name, value in body.get("headers", ()))


def _given_up(table: Table, forfeit: Forfeit | None) -> Table:
    return replace(table, history=replace(table.history, forfeit=forfeit))


def _seated(table: Table, seat: Seat, sitter: Sitter, why: str) -> Table:
    """Replaces the sitter of a seat; the note says who left and why, or that the seat is filled."""
    gone = table.seats[seat]
    left = why or "left", gone.name or f"@{seat}"
    note = left if gone.kind == PERSON else ("joined", f"@{seat}")
    seats = (*table.seats[:seat], sitter, *table.seats[seat + 1 :])
    return replace(table, seats=seats, note=note, undo_asked=None)


def _forgotten(table: Table, body: Body) -> Table:
    """Gives the seats of a forgotten guest to the alias in the event, which has no name."""
    gone, alias = body["seats"], body["guest"]
    seats = tuple(
        replace(who, guest=alias, name="") if seat in gone else who
        for seat, who in enumerate(table.seats)
    )
    return replace(table, seats=seats, headers=_headers(body), note=("", ""))


OVER = "over"
"""The key for which `refuse` raises `match.over`, the refusal that `Match` also uses."""

Draft = tuple[str, Body]
"""The kind and body of an event that does not have a number and time yet."""

_CHANCE = SystemRandom()
_NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """What a command needs from outside: randomness, and the time in milliseconds since 1970.

    `company` is set only for commands that depend on who is present.
    """

    rng: Random
    at: int
    company: Company = UNKNOWN


def now_ms() -> int:
    """The current time in milliseconds since 1970, the unit of logs and clocks."""
    return time.time_ns() // _NS_PER_MS


def present() -> Moment:
    """The current moment for a command, with randomness from the operating system."""
    return Moment(_CHANCE, now_ms())


@dataclass(frozen=True, slots=True)
class Change:
    """The events that a command causes, and the table after them."""

    after: Table
    events: tuple[Event, ...] = ()


class Denied(Refusal):
    """A refusal by the table and not by the rules, such as for a stale view or a taken seat."""


def deny(key: str) -> Denied:
    """The refusal whose reason has that key in the table's texts."""
    return Denied(because(f"table.{key}"))


def seated(table: Table, seat: Seat, sitter: Sitter, why: str = "") -> Draft:
    """The event that gives a seat to another sitter; `why` is the key of the note about it.

    `runs` in it says that the time of the seat to move goes on.
    """
    more: Body = {"why": why} if why else {}
    if why != OUT_OF_TIME and _time_goes_on(table, seat, sitter):
        more["runs"] = True
    return "seated", timed(table, {"seat": seat, **sitter.write(), **more})


def _time_goes_on(table: Table, seat: Seat, sitter: Sitter) -> bool:
    """Whether the clock keeps running while a seat changes hands.

    It does from the moment the guest to move leaves a seat open, if others stay, until every seat
    is filled: nobody gains time by leaving.
    """
    turn, gone = table.turn, table.seats[seat]
    if turn is None or table.clock is None or table.clock.since_ms is None:
        return False
    if not table.incomplete and (sitter.kind != OPEN or table.seats[turn].guest != gone.guest):
        return False
    return sitter.kind == PERSON or bool(table.guests() - {gone.guest})


def timed(table: Table, body: Body) -> Body:
    """The body of an event; if the table has a clock, the seat to move is added as `turn`."""
    return body if table.clock is None else {**body, "turn": table.turn}


def played(
    table: Table, history: History, moment: Moment, events: tuple[Event, ...] = ()
) -> Change:
    """The change to that history, and then by chance moves to the next decision.

    `events` come first in the change. While a seat is open, no chance moves are made.
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
    """Numbers and dates the drafts and applies them; `history` is the history after their moves."""
    numbered = enumerate(drafts, start=table.seq + 1)
    events = tuple(Event(seq, kind, body, moment.at) for seq, (kind, body) in numbered)
    for event in events:
        table = apply_except_moves(table, event, history)
    return Change(table if history is None else with_moves(table, history), events)


def refuse(key: str | None) -> None:
    """Raises the refusal with that key; has no effect if it is None."""
    if key == OVER:
        raise IllegalAction(because("match.over"))
    if key is not None:
        raise deny(key)


def refuse_if_over(table: Table) -> None:
    """Raises IllegalAction if the game is over."""
    refuse(OVER if table.outcome is not None else None)


def refuse_if_full(table: Table) -> None:
    """Raises Denied if the log has reached its limit."""
    refuse("full" if table.full else None)


def why_moves_only(table: Table) -> str | None:
    """The key that refuses everything but moves once the log is nearly full; None before that."""
    if table.full:
        return "full"
    return "moves_only" if table.moves_only else None
