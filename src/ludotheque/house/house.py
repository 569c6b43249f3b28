"""The application that the site and the pocket share: what people see and do at tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ludotheque.core.game import Seat
from ludotheque.core.reason import Refusal
from ludotheque.games import AnyKit
from ludotheque.house.forms import PEOPLE
from ludotheque.house.hub import Encode, Hub
from ludotheque.house.keeping import Decide, Keeping, Kept
from ludotheque.house.reader import Asker, Reader
from ludotheque.house.templating import Templates
from ludotheque.house.thinking.bots import Bots
from ludotheque.house.thinking.clocks import Clocks
from ludotheque.house.thinking.hints import Hints
from ludotheque.house.thinking.reviews import Reviews
from ludotheque.house.thinking.thinker import Thinker
from ludotheque.table.commands import USUAL, Terms, accept_rematch
from ludotheque.table.messages import Command
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Table, deny

T = TypeVar("T")
_NOT_STORED = {"Cache-Control": "no-store"}
PATH_LETTERS = 300  # the longest address that a link back to a page holds


class House(ABC):
    """The tables and what happens there, and what the pages need.

    A subclass determines who sends a request, where tables are stored, and where bots and
    teachers run.
    """

    sitters_here: Sequence[str] = PEOPLE
    """The kinds of people that the form of a new game offers."""
    papers: tuple[str, ...] = ()
    """The paper sizes on which the house can print a game."""

    def __init__(
        self,
        tables: Keeping,
        templates: Templates,
        encode: Encode,
        bots: tuple[Thinker, float],
        reviews: tuple[Thinker, float],
    ) -> None:
        """`bots` (also for hints) and `reviews`: a thinker, and the seconds that it may take."""
        self.tables = tables
        self.templates = templates
        self.hub = Hub(encode)
        self.bots = Bots(tables, self.hub, bots[0], self.announce, bots[1])
        self.clocks = Clocks(tables, self.hub, lambda table: self.announce(table, news=False))
        self.hints = Hints(self.bots)
        self.reviews = Reviews(*reviews)

    async def stop(self) -> None:
        """Stops clocks, bots and reviews."""
        for part in (self.clocks, self.bots, self.reviews):
            await part.stop()

    # Tables

    async def table(self, table_id: str, asker: Asker) -> Table:
        """The newest state of a table; refuses one that does not exist."""
        table = await self.tables.get(table_id, asker)
        if table is None:
            raise deny("no_table")
        return table

    async def create(self, kit: AnyKit, sitters: Sequence[Sitter], terms: Terms = USUAL) -> Table:
        """Sets up a table and announces it."""
        table = await self.tables.create(kit, sitters, terms)
        self.announce(table)
        return table

    async def rematch(self, table: Table, seat: Seat) -> str:
        """The id of the table of the rematch: the first to ask offers it, and the others accept."""
        fresh = await self.tables.rematch(table, seat)
        changed = await self.tables.get(table.id)
        if changed is not None:
            self.announce(changed, news=False)
        await self.accept_rematch(fresh, table.seats[seat].guest)
        return fresh

    async def accept_rematch(self, table_id: str, guest: str) -> Kept:
        """Seats a guest at a rematch if a seat is kept for them, and announces it."""
        kept = await self.tables.change(
            table_id, lambda table, moment: accept_rematch(table, guest, moment)
        )
        self.announce(kept.table, news=False)
        return kept

    async def command(self, table_id: str, command: Command, guest: str) -> Kept:
        """Carries out a guest's command; announces it even if the request is cancelled."""
        try:
            return await self.tables.change(
                table_id,
                await self.decision(table_id, command, guest),
                command.id,
                command.expected,
                then=lambda kept: self.announce(kept.table, news=not kept.again),
                guest=guest,
            )
        except Refusal:
            self.tell_what_is_known(table_id)
            raise

    async def decision(self, table_id: str, command: Command, guest: str) -> Decide:
        """The function that decides a command; a subclass can add what it knows of the guests."""
        del table_id
        return lambda table, moment: command.decide(table, guest, moment)

    def tell_what_is_known(self, table_id: str) -> None:
        """Shows onlookers the newest state in memory, which they may not have seen yet."""
        newest = self.tables.known(table_id)
        if newest is not None:
            self.hub.tell(newest)

    def announce(self, table: Table, *, news: bool = True) -> None:
        """Shows a stored change to the onlookers of the table, and wakes the bot if one is to move.

        `news` is false if players who are away need no message about the change.
        """
        del news
        self.hub.tell(table)
        if table.waits_for_bot:
            self.bots.wake(table)

    # Readers

    @abstractmethod
    def language(self, request: Request) -> str:
        """The language of the reader, without looking up who it is."""

    @abstractmethod
    async def reader(self, request: Request) -> Reader:
        """The reader who sent the request."""

    @abstractmethod
    async def seated(self, request: Request, name: str = "") -> Reader:
        """The reader as a guest who can sit down; registers a stranger, and stores a given name."""

    @abstractmethod
    async def rename(self, request: Request, name: str) -> None:
        """Stores a new name for the guest who sent the request; it can be empty."""

    @abstractmethod
    async def aside(self, work: Callable[[], T]) -> T:
        """Runs short work without keeping other guests waiting, and returns its result."""

    @abstractmethod
    async def in_turn(self, who: Reader, work: Callable[[], T]) -> T:
        """Runs work that can take long, such as replaying a game; guests take turns."""

    # Pages

    async def check_room(self, who: Reader) -> None:
        """Raises Refusal if the guest has too many tables that anyone can join."""
        del who

    async def there(self, who: Reader, tables: Sequence[Table]) -> Mapping[str, str]:
        """For each table id, in words, whether the other players are there."""
        del who, tables
        return {}

    async def invited(self, who: Reader) -> list[dict[str, Any]]:
        """The tables to which the guest is invited."""
        del who
        return []

    async def muted(self, who: Reader) -> list[dict[str, str]]:
        """The people whose invitations the guest refuses, each with an id to allow them again."""
        del who
        return []

    def known_of(self, request: Request, who: Reader) -> dict[str, Any]:
        """What the page about the guest shows: the private link, and the push messages on offer."""
        del request, who
        return {"link": "", "kinds": (), "pushes": None}

    def times_kept(self, lang: str) -> dict[str, list[str]]:
        """How long guests and games are stored, in words; empty if there is no limit."""
        del lang
        return {}

    async def invites(self, request: Request, who: Reader, table: Table) -> Any:
        """What the page of a table shows about invitations to its open seats."""
        del request, who, table

    def page(
        self, request: Request, who: Reader, template: str, status: int = 200, **values: Any
    ) -> Response:
        """A page in the language and theme of its reader."""
        shown = {"here": address_of(request), **values}
        html = self.templates.rendered(template, who, request.url.path, shown)
        return HTMLResponse(html, status, headers=_NOT_STORED)

    def constant_page(
        self,
        request: Request,
        who: Reader,
        template: str,
        key: Hashable,
        make: Callable[[], Mapping[str, Any]],
        status: int = 200,
    ) -> Response:
        """A page whose values, which `make` returns, are the same for each key."""

        def html() -> str:
            return self.templates.rendered(template, who, request.url.path, make())

        known = template, key, who.lang, who.theme, who.name
        return self.constant(request, known, html, status)

    def constant(
        self, request: Request, key: Hashable, make: Callable[[], str], status: int = 200
    ) -> Response:
        """A text of HTML that is the same for each key; a subclass may make it only once."""
        del request, key
        return HTMLResponse(make(), status, headers=_NOT_STORED)


def address_of(request: Request) -> str:
    """The address of a page within the house; leaves out a query that is too long."""
    path, query = request.url.path, request.url.query
    return f"{path}?{query}" if query and len(path) + len(query) < PATH_LETTERS else path
