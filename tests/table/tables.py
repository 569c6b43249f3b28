"""Tables made and changed without a site."""

from __future__ import annotations

from random import Random

from ludotheque import load
from ludotheque.play.clock import read_pace
from ludotheque.play.match import Match
from ludotheque.table.changes import Change, Moment
from ludotheque.table.commands import Past, create
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Meeting, Table

ANA, BRUNO = Sitter("person", "ana", "Ana"), Sitter("person", "bruno", "Bruno")


def moment(rng: Random | None = None, at: int = 1_800_000_000_000) -> Moment:
    """A moment of those that commands are given."""
    return Moment(rng or Random(1), at)


def made(
    spec: str,
    *sitters: Sitter,
    rng: Random | None = None,
    table_id: str = "t",
    at: int = 1_800_000_000_000,
    clock: str = "",
    meeting: Meeting | None = None,
) -> Change:
    """A new table, by default with two people at it, without a clock and private."""
    kit, people, pace = load(spec), sitters or (ANA, BRUNO), read_pace(clock)
    return create(table_id, kit, people, moment(rng, at), pace=pace, meeting=meeting)


def laid(match: Match, table_id: str = "t") -> Table:
    """The table on which a match lies, with Ana and Bruno at it."""
    past = Past(match.history, match.headers or ())
    return create(table_id, match.kit, (ANA, BRUNO), moment(), past).after
