"""A table as a program receives it: the position in notation, and the possible gestures."""

from __future__ import annotations

from typing import Any

from ludotheque.core.scene import Gesture
from ludotheque.table.shapes import (
    EndResult,
    NamedGesture,
    PublicEvent,
    TablePosition,
    TypedBeginning,
)
from ludotheque.table.table import Event, Table
from ludotheque.table.words import Facts, can_act, point_of_view

_PRIVATE_FIELDS = ("guest",)


def position(table: Table, guest: str, lang: str) -> TablePosition:
    """The table as it is now, for a program that plays as the guest; nothing is drawn."""
    mine, told, painter = table.seats_of(guest), Facts(table, lang), table.kit.game.painter
    gestures = painter.gestures(table.state, table.turn) if can_act(table, mine) else ()
    seat = point_of_view(mine, table.turn)
    facts = told.seen_by(mine, painter.prompt(table.state, seat, told.words.game))
    return {
        **facts,
        "seats": [{**seat, "turn": n == table.turn} for n, seat in enumerate(facts["seats"])],
        "table": table.id,
        "spec": table.spec,
        "rules": table.rules,
        "state": table.kit.game.notation.write_state(table.state),
        "turn": None if table.incomplete else table.turn,
        "gestures": [_gesture(gesture) for gesture in gestures],
        "result": _result(table),
    }


def public_event(event: Event, table: Table, guest: str) -> PublicEvent:
    """An event of the log without private fields and without secrets of other players."""
    body = _without_private(event.body)
    if event.kind == "action":
        body["text"] = table.seen(body["seat"], body["text"], table.seats_of(guest))
    return {"seq": event.seq, "kind": event.kind, "body": body, "at": event.at}


def _gesture(gesture: Gesture) -> NamedGesture:
    typed = gesture.typed
    last: TypedBeginning | None = typed and {"initial": typed.initial, "letters": typed.letters}
    return {"presses": gesture.presses, "action": gesture.action, "typed": last}


def _result(table: Table) -> EndResult | None:
    end = table.outcome
    return None if end is None else {"returns": end.returns, "points": end.points}


def _without_private(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_private(v) for k, v in value.items() if k not in _PRIVATE_FIELDS}
    return [_without_private(v) for v in value] if isinstance(value, list) else value
