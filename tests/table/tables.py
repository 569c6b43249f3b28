"""Tables made and changed without a site."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from ludotheque import load
from ludotheque.play.clock import read_pace
from ludotheque.play.match import Match
from ludotheque.table.commands import ContinuedGame, Terms, create
from ludotheque.table.seats import Sitter
from ludotheque.table.shapes import Over
from ludotheque.table.table import Change, Meeting, Moment, Table
from ludotheque.table.views.page import view

T = TypeVar("T")
ANA, BRUNO = Sitter("person", "ana", "Ana"), Sitter("person", "bruno", "Bruno")


class Drawn:
    """Choices that Hypothesis makes: a simpler example has those that come first.

    Chance in the games comes from one seed.
    """

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self.chance = Random(data.draw(st.integers(0, 2**32), label="chance"))

    def choice(self, options: Sequence[T]) -> T:
        """One of these."""
        return self._data.draw(st.sampled_from(options))

    def randrange(self, stop: int) -> int:
        """A number below that."""
        return self._data.draw(st.integers(0, stop - 1))

    def shuffled(self, found: Sequence[T]) -> list[T]:
        """These in any order."""
        return self._data.draw(st.permutations(found))


Choosing = Drawn | Random


def chance_of(rng: Choosing) -> Random:
    """What games play with, where that makes the choices."""
    return rng.chance if isinstance(rng, Drawn) else rng


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
    return create(table_id, kit, people, moment(rng, at), Terms(None, pace, meeting))


def laid(match: Match, table_id: str = "t") -> Table:
    """The table on which a match lies, with Ana and Bruno at it."""
    past = ContinuedGame(match.history, match.headers or ())
    return create(table_id, match.kit, (ANA, BRUNO), moment(), Terms(past)).after


def over(table: Table, guest: str, lang: str) -> Over:
    """How a finished game ended, as it is said to a guest."""
    said = view(table, guest, lang)["over"]
    assert said is not None
    return said
