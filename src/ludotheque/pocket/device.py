"""The browser as the pocket uses it: it stores events, and thinks in a Worker."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypedDict, TypeVar, cast

from ludotheque.house.thinking.thinker import Dropped, Failed, Turn
from ludotheque.play.work import BotMove, Work
from ludotheque.table.table import Body, Event, deny

T = TypeVar("T")
_STUCK = "stuck"  # the error of the script for work that took too long


class Browser(Protocol):
    """The functions that the scripts offer to Python.

    Tables are passed as JSON. A change is stored by the time its call returns.
    """

    async def read(self, table: str) -> str:
        """The events of a table, in order."""

    async def tables(self) -> str:
        """All tables: id, when it was last changed in milliseconds, and whether it is hidden."""

    async def everything(self) -> str:
        """All tables with all their events at one moment: a list of `StoredTable`."""

    async def add(self, tables: str) -> bool:
        """Adds the events of a list of `StoredTable`, and replaces the other values of the tables.

        Returns False and stores nothing if another page of the browser has added one of them.
        """

    async def forget(self, table: str, forgotten: bool) -> None:
        """Hides a table in the lists, or shows it again."""

    async def setting(self, name: str, value: str | None) -> str:
        """Stores a value under a name unless it is None; returns the value that is stored."""

    async def think(self, work: Any, longest_ms: float) -> Any:
        """Runs pickled work; returns the pickled result. The time limit counts from its start."""

    def thinks(self) -> bool:
        """Whether the Worker that thinks has started."""

    def say(self, line: str, text: str) -> None:
        """Sends a text to the page with that line."""

    def report(self, error: str) -> None:
        """Writes an error to the console."""

    def tell_others(self, table: str) -> None:
        """Notifies the other pages of this browser that a table has changed."""


class StoredEvent(TypedDict):
    """An event as the browser stores it, with the id of the command that caused it."""

    seq: int
    kind: str
    body: Body
    at: int | None
    client: str | None


class StoredTable(TypedDict):
    """A table as the browser stores it; `changed` is in milliseconds since 1970."""

    id: str
    changed: int
    forgotten: bool
    events: list[StoredEvent]


class Stored(NamedTuple):
    """A table in the browser: its id, when it was last changed, and whether it is hidden."""

    id: str
    changed_ms: int
    forgotten: bool


class Device:
    """The browser, with Python values where its own functions take and return JSON."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    async def log(self, table: str) -> list[Event]:
        """The events of a table; empty if the table does not exist."""
        return events_of(json.loads(await self.browser.read(table)))

    async def commands(self, table: str) -> dict[str, int]:
        """The ids of the commands stored at a table, each with the number of its first event."""
        found = json.loads(await self.browser.read(table))
        return {each["client"]: each["seq"] for each in reversed(found) if each["client"]}

    async def tables(self) -> list[Stored]:
        """All tables, the last changed first."""
        found = [Stored(*each) for each in json.loads(await self.browser.tables())]
        return sorted(found, key=lambda each: -each.changed_ms)

    async def add(
        self, tables: Sequence[tuple[str, Sequence[Event]]], client: str | None = None
    ) -> bool:
        """Stores events of several tables at once; returns False if one has grown meanwhile.

        Raises Refusal if the browser cannot store them.
        """
        at = max(event.at or 0 for _, log in tables for event in log)
        return await self.add_stored(
            [
                StoredTable(id=table, changed=at, forgotten=False, events=_stored(log, client))
                for table, log in tables
            ]
        )

    async def add_stored(self, tables: Sequence[StoredTable]) -> bool:
        """As `add`, for tables that were stored elsewhere, with their dates."""
        try:
            added = await self.browser.add(json.dumps(tables, ensure_ascii=False))
        except Exception as error:  # no room, or a browser that stores nothing
            raise deny("not_kept") from error
        if added:
            for table in tables:
                self.browser.tell_others(table["id"])
        return added

    async def everything(self) -> list[StoredTable]:
        """All tables with all their events."""
        found: list[StoredTable] = json.loads(await self.browser.everything())
        return found

    async def ask(self, work: Work[T], seconds: float, turn: Turn) -> T:
        """The result of a piece of work, from the Worker that thinks.

        While that Worker starts, bots think in this one: every level on offer takes a fraction of
        a second.
        """
        if not turn.wanted():  # the rest does not matter: one person plays here
            raise Dropped
        if isinstance(work, BotMove) and not self.browser.thinks():
            return work.run(lambda: None)
        try:
            answer = await self.browser.think(pickle.dumps(work), 1000 * seconds)
        except Exception as error:
            self.browser.report(f"{type(work).__name__}: {error}")
            raise (TimeoutError() if _STUCK in str(error) else Failed(str(error))) from error
        return cast(T, pickle.loads(as_bytes(answer)))


def think(work: Any) -> bytes:
    """Runs pickled work in the Worker that thinks; returns the pickled result."""
    asked: Work[Any] = pickle.loads(as_bytes(work))
    return pickle.dumps(asked.run(lambda: None))


def as_bytes(sent: Any) -> bytes:
    """The bytes of what Python or a script has sent."""
    return bytes(sent.to_py() if hasattr(sent, "to_py") else sent)


def events_of(stored: Sequence[StoredEvent]) -> list[Event]:
    """The events of a stored log."""
    return [Event(each["seq"], each["kind"], each["body"], each["at"]) for each in stored]


def _stored(log: Sequence[Event], client: str | None) -> list[StoredEvent]:
    return [
        StoredEvent(seq=each.seq, kind=each.kind, body=each.body, at=each.at, client=client)
        for each in log
    ]
