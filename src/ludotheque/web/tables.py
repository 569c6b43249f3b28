"""The page of a table, and what its scripts say by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ludotheque.core.texts import texts
from ludotheque.table.names import BOT_SIGN
from ludotheque.table.reactions import PHRASES, SIGNS
from ludotheque.table.seats import BOT, PERSON, Sitter, usual_bot
from ludotheque.table.table import Table
from ludotheque.table.views.page import view
from ludotheque.table.views.review import review_view
from ludotheque.table.words import words_of
from ludotheque.web import PACKAGE
from ludotheque.web.pages import as_data
from ludotheque.web.reader import Reader

_SCRIPT_WORDS = (
    "connected", "connecting", "offline", "sent", "kept", "see_rule", "close", "play", "back",
    "undo", "ask_undo", "undo_asked", "undo_waiting", "accept", "refuse", "withdraw", "rematch",
    "to_rematch", "later", "next_level", "hand_over", "review", "share", "shared", "shelf", "you",
    "resign", "resign_ask", "resign_why", "go_on", "leave", "leave_ask", "leave_why", "stay",
    "copied", "last_round", "hint_where", "hint_piece", "hint_why", "hint_move", "hint_close",
    "hint_sought", "days", "hours", "decimal_point", "time_left", "here", "away", "not_here",
    "absent", "absent_many", "absent_now", "claim", "replace_bot", "replace_open", "says", "mute",
)  # fmt: skip


def table_values(
    table: Table,
    reader: Reader,
    now_ms: int,
    invites: Any = None,
    words: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """What the page of a table shows to that reader; `invites` lead to its open seats.

    `words` says which texts a house has in the place of the usual ones.
    """
    shown = view(table, reader.guest, reader.lang)
    said = texts(PACKAGE, reader.lang)
    spoken = {name: said(words.get(name, f"page.{name}")) for name in _SCRIPT_WORDS}
    return {
        "game": table.kit.name,
        "view": shown,
        "data": as_data(shown),
        "invites": invites,
        "table": table,
        "words": as_data(spoken),
        "signs": SIGNS,
        "phrases": PHRASES,
        "now_ms": now_ms,
    }


def review_values(table: Table, reader: Reader) -> dict[str, Any]:
    """The page of a review before any decision is reviewed."""
    data = as_data(review_view(table, reader.guest, reader.lang))
    title = table.kit.box.title(reader.lang)
    return {"game": table.kit.name, "table": table, "title": title, "data": data}


def record_of(table: Table, reader: Reader) -> tuple[str, str]:
    """The record of a table as that reader may have it: the name of its file, and its text."""
    names = [name.removeprefix(BOT_SIGN) for name in words_of(table, reader.lang).plaques]
    text = table.record(names, table.seats_of(reader.guest)).write()
    return f"{table.kit.name}-{table.id}.txt", text


def sitters_from(table: Table, reader: Reader) -> list[Sitter]:
    """Who plays on from a position: the reader's own seats and bots elsewhere.

    An onlooker gets the seat to move.
    """
    mine, bot = table.seats_of(reader.guest), usual_bot(table.kit)
    seats = [
        sitter if sitter.kind == BOT or seat in mine else bot
        for seat, sitter in enumerate(table.seats)
    ]
    if not mine:
        seats[table.turn or 0] = Sitter(PERSON, reader.guest, reader.name)
    return seats
