"""The interface to stored tables: in a database on the site, in the browser in the pocket."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ludotheque.core.game import Seat
from ludotheque.games import AnyKit
from ludotheque.house.reader import NOBODY, Asker
from ludotheque.table.commands import USUAL, Terms
from ludotheque.table.results import GameResult
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Moment, Table

MOST_LISTED = 60
"""How many games of a guest are listed: as many as a person can look through."""

Decide = Callable[[Table, Moment], Change]


class KeeperAway(Exception):
    """The storage is unavailable at the moment; the same request can be made again later."""

    key = "away"
    """The key of the text that tells the reader so."""
    retry_after_s = 1.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A change that is stored: the table after it, and the number of its first event.

    `again` is true if the same command was stored before, or if there was nothing to store.
    """

    table: Table
    seq: int
    again: bool = False


class Listed(NamedTuple):
    """A table in a list, and when it was changed last, in seconds since 1970."""

    table: Table
    changed_s: float


class Keeping(Protocol):
    """Reads tables and stores their changes; a change is durable once its call returns."""

    async def get(self, table_id: str, asker: Asker = NOBODY) -> Table | None:
        """The newest state of a table; None if the table does not exist."""

    def known(self, table_id: str) -> Table | None:
        """The newest state in memory, which can be older than the stored one, or None."""

    async def create(self, kit: AnyKit, sitters: Sequence[Sitter], terms: Terms = USUAL) -> Table:
        """Stores a new table."""

    async def change(
        self,
        table_id: str,
        decide: Decide,
        client: str | None = None,
        expected: int | None = None,
        then: Callable[[Kept], object] = lambda _: None,
        guest: str = "",
    ) -> Kept:
        """Stores the change that `decide` makes.

        A `client` id that the same guest repeats has no second effect; two guests may use the same.
        `then` is called with what was stored, even if the caller has been cancelled meanwhile.
        """

    async def rematch(self, table: Table, seat: Seat) -> str:
        """The id of the rematch, which is set up by the first call only."""

    async def states_since(self, table_id: str, since: int) -> list[Table]:
        """The table after that event and after each step since; empty if there are too many."""

    async def of_guest(
        self, guest: str, asker: Asker = NOBODY, most: int = MOST_LISTED
    ) -> list[Listed]:
        """The tables at which a guest sits."""

    async def results(self, guest: str) -> dict[str, list[GameResult]]:
        """How the finished games of a guest ended: by game, the oldest first."""

    async def bots_beaten(self, guest: str, game: str) -> set[str]:
        """The bots of a game that a guest has beaten."""

    async def forget(self, table_id: str, guest: str, *, forgotten: bool = True) -> None:
        """Hides a table in the lists of a guest, or shows it again."""
