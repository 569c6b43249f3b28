"""The games of a guest as a list shows them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.forms import terms_of
from ludotheque.house.reader import Reader
from ludotheque.table.table import Table
from ludotheque.table.words import can_act, status_of, words_of

ListedTable = dict[str, Any]


def row_of(table: Table, changed_s: float, reader: Reader, there: str = "") -> ListedTable:
    """A game in the list; `there` says whether the others are at the table."""
    changed = datetime.fromtimestamp(changed_s, UTC)
    mine, words = table.seats_of(reader.guest), words_of(table, reader.lang)
    away = {*mine, *table.open_seats}
    others = [name for seat, name in enumerate(words.plaques) if seat not in away]
    return {
        "id": table.id,
        "game": table.kit.name,
        "title": table.kit.box.title(reader.lang),
        "options": terms_of(table, reader.lang),
        "others": others,
        "here": words.plaques if len(mine) == len(table.seats) else (),
        "there": there,
        "status": status_of(table, words, mine),
        "my_move": can_act(table, mine),
        "over": table.outcome is not None,
        "waiting": table.incomplete,
        "moves": sum(move.seat is not None for move in table.moves),
        "changed": changed.isoformat(timespec="seconds"),
        "day": texts(PACKAGE, reader.lang).date(changed),
    }


def sorted_rows(rows: list[ListedTable]) -> list[ListedTable]:
    """Sorts the rows: first the games that wait for the reader, the finished ones last."""
    return sorted(rows, key=lambda row: (row["over"], not row["my_move"]))
