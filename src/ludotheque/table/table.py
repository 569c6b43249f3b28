"""A table as the fold of its events; no I/O, nothing mutable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from typing import Any

from ludotheque.core.game import Outcome, Seat
from ludotheque.games import AnyKit, load

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log of a table."""

    seq: int
    kind: str
    body: Body


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person (a guest), a bot, or nobody yet."""

    kind: str
    guest: str = ""
    name: str = ""
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """An action that stands, and who took it (None: chance)."""

    seq: int
    seat: Seat | None
    text: str
    action: Any = field(repr=False, compare=False)


@dataclass(frozen=True)  # without slots: what is asked of it often is worked out once
class Table:
    """Where a table stands after event `seq`.

    `tail` holds the states before the last moves, from the last decision on: what is shown and
    told of a step. Older ones are played again when somebody looks back.
    """

    id: str
    spec: str
    rules: int
    date: str
    seats: tuple[Sitter, ...]
    state: Any
    seq: int = -1
    moves: tuple[Move, ...] = ()
    tail: tuple[Any, ...] = ()
    undo_asked: Seat | None = None
    resigned: Seat | None = None
    rematch: str = ""
    note: tuple[str, str] = ("", "")
    headers: tuple[tuple[str, str], ...] = ()

    @cached_property
    def kit(self) -> AnyKit:
        """The kit of the game on the table."""
        return kit_of(self.spec)

    @cached_property
    def turn(self) -> Seat | None:
        """The seat that acts; None when nobody does."""
        return None if self.outcome else self.kit.game.turn(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it ended, by the rules or by a resignation."""
        if self.resigned is None:
            return self.kit.game.outcome(self.state)
        return self.kit.resignation(self.state, self.resigned)

    @cached_property
    def waits_for_bot(self) -> bool:
        """Whether a bot is to act."""
        turn = self.turn
        return turn is not None and self.seats[turn].kind == "bot" and not self.incomplete

    @cached_property
    def incomplete(self) -> bool:
        """Whether a seat still waits for somebody."""
        return any(sitter.kind == "open" for sitter in self.seats)

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """The seats on which that guest sits."""
        return tuple(
            s for s, who in enumerate(self.seats) if who.kind == "person" and who.guest == guest
        )

    def guests(self) -> set[str]:
        """The people around the table."""
        return {who.guest for who in self.seats if who.kind == "person"}

    @property
    def step(self) -> tuple[tuple[Any, Move], ...]:
        """The last decision and what chance did since, each with the state before it."""
        last = self.moves[len(self.moves) - len(self.tail) :]
        return tuple(zip(self.tail, last, strict=True))

    def last_decision(self, seats: Sequence[Seat]) -> int | None:
        """The index of the last move that one of these seats decided."""
        for index in range(len(self.moves) - 1, -1, -1):
            if self.moves[index].seat in seats:
                return index
        return None


@lru_cache(maxsize=200)
def kit_of(spec: str) -> AnyKit:
    """The kit of a spec, opened once."""
    return load(spec)


def begun(event: Event, table_id: str) -> Table:
    """The table that its first event sets up."""
    body = event.body
    kit = kit_of(body["spec"])
    seats = tuple(Sitter(**sitter) for sitter in body["seats"])
    start = kit.game.initial()
    table = Table(table_id, body["spec"], body["rules"], body["date"], seats, start, event.seq)
    return replace(table, headers=_headers(body))


def fold(table: Table, event: Event) -> Table:
    """The table after one more event."""
    body = event.body
    table = replace(table, seq=event.seq)
    match event.kind:
        case "action":
            return _acted(table, body["seat"], body["text"])
        case "seated":
            sitter = Sitter(body["kind"], body["guest"], body["name"], body["bot"])
            return _seated(table, body["seat"], sitter)
        case "undo":
            asked = body["seat"] if body["what"] == "asked" else None
            return replace(table, undo_asked=asked, note=(body["what"], f"@{body['seat']}"))
        case "undone":
            return replace(taken_back(table, body["to"]), note=("undone", f"@{body['seat']}"))
        case "resigned":
            return replace(table, resigned=body["seat"], note=("resigned", f"@{body['seat']}"))
        case "rematch":
            return replace(table, rematch=body["table"])
        case "opened":
            return replace(table, headers=_headers(body))
    return table


def fold_all(table: Table, events: Sequence[Event]) -> Table:
    """The table after these events; what is taken back among them is not played at all.

    So reading a long log takes a time that grows with its length, however often moves were taken
    back in it.
    """
    vain = _in_vain(len(table.moves), events)
    for event in events:
        if event.seq in vain:
            table = replace(table, seq=event.seq, undo_asked=None, note=("", ""))
        else:
            table = fold(table, event)
    return table


def _in_vain(before: int, events: Sequence[Event]) -> set[int]:
    """The numbers of those actions that a later event takes back."""
    standing: list[int | None] = [None] * before
    vain: set[int] = set()
    for event in events:
        if event.kind == "action":
            standing.append(event.seq)
        elif event.kind == "undone":
            vain.update(seq for seq in standing[event.body["to"] :] if seq is not None)
            del standing[event.body["to"] :]
    return vain


def _headers(body: Body) -> tuple[tuple[str, str], ...]:
    """What a record of the table says besides."""
    return tuple((name, value) for name, value in body.get("headers", ()))


def _seated(table: Table, seat: Seat, sitter: Sitter) -> Table:
    """Somebody else on a seat; whoever sat there before is named as gone."""
    gone = table.seats[seat]
    note = ("left", gone.name or f"@{seat}") if gone.kind == "person" else ("joined", f"@{seat}")
    seats = (*table.seats[:seat], sitter, *table.seats[seat + 1 :])
    return replace(table, seats=seats, note=note, undo_asked=None)


def _acted(table: Table, seat: Seat | None, text: str) -> Table:
    game = table.kit.game
    action = game.notation.read_action(text)
    table = replace(table, undo_asked=None, note=("", ""))
    return _moved(table, Move(table.seq, seat, text, action))


def _moved(table: Table, move: Move) -> Table:
    tail = (table.state,) if move.seat is not None else (*table.tail, table.state)
    state = table.kit.game.apply(table.state, move.action)
    return replace(table, state=state, moves=(*table.moves, move), tail=tail)


def taken_back(table: Table, to: int) -> Table:
    """The table as it was after so many moves, played again from the start if need be."""
    if to >= len(table.moves):
        return replace(table, undo_asked=None, resigned=None)
    start = table.kit.game.initial()
    before = replace(table, state=start, moves=(), tail=(), undo_asked=None, resigned=None)
    return reduce(_moved, table.moves[:to], before)
