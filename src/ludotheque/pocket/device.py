"""What the browser does for this house: it keeps events, and thinks in a Worker."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypedDict, TypeVar, cast

from ludotheque.house.reader import NOBODY, Asker
from ludotheque.house.thinking.thinker import PEOPLE, Dropped, Failed
from ludotheque.play.work import BotMove, Work
from ludotheque.table.table import Body, Event, deny

T = TypeVar("T")
_STUCK = "stuck"  # what the script says of work that took too long


class Browser(Protocol):
    """What the scripts offer; every text is JSON, and a change is stored once its call returns."""

    async def read(self, table: str) -> str:
        """The events of a table, in their order."""

    async def tables(self) -> str:
        """All tables: id, when it was changed in milliseconds, and whether it is forgotten."""

    async def everything(self) -> str:
        """All tables with all their events, as they are at one moment: a list of `StoredTable`."""

    async def add(self, tables: str) -> bool:
        """Adds the events of a list of `StoredTable`, whose other values replace those of before.

        False if another page of the same browser was faster with one of them; nothing is kept then.
        """

    async def forget(self, table: str, forgotten: bool) -> None:
        """Leaves a table out of the lists, or puts it back."""

    async def setting(self, name: str, value: str | None) -> str:
        """Keeps a value under a name unless it is None; returns the value that is kept."""

    async def think(self, work: Any, longest_ms: float) -> Any:
        """The answer to a pickled piece of work, pickled, within that time once it has begun."""

    def thinks(self) -> bool:
        """Whether the Worker that thinks has started."""

    def say(self, line: str, text: str) -> None:
        """Sends a text to a page by its line."""

    def report(self, error: str) -> None:
        """Writes what went wrong where developers look."""

    def tell_others(self, table: str) -> None:
        """Tells the other pages of this browser that a table has changed."""


class StoredEvent(TypedDict):
    """An event as the browser keeps it, with the id of the command that it came from."""

    seq: int
    kind: str
    body: Body
    at: int | None
    client: str | None


class StoredTable(TypedDict):
    """A table as the browser keeps it; `changed` is in milliseconds since 1970."""

    id: str
    changed: int
    forgotten: bool
    events: list[StoredEvent]


class Stored(NamedTuple):
    """A table in the browser: its id, when it was changed last, and whether it is listed."""

    id: str
    changed_ms: int
    forgotten: bool


class Device:
    """The browser, as the house speaks to it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    async def log(self, table: str) -> list[Event]:
        """The events of a table; none if there is no such table."""
        return events_of(json.loads(await self._browser.read(table)))

    async def commands(self, table: str) -> dict[str, int]:
        """The commands that a table has kept, each with the number of its first event."""
        found = json.loads(await self._browser.read(table))
        return {each["client"]: each["seq"] for each in reversed(found) if each["client"]}

    async def tables(self) -> list[Stored]:
        """All tables, the one that was changed last first."""
        found = [Stored(*each) for each in json.loads(await self._browser.tables())]
        return sorted(found, key=lambda each: -each.changed_ms)

    async def add(
        self, tables: Sequence[tuple[str, Sequence[Event]]], client: str | None = None
    ) -> bool:
        """Keeps events of tables together; false if a table has grown meanwhile.

        Refuses if the browser cannot keep them.
        """
        at = max(event.at or 0 for _, log in tables for event in log)
        return await self.add_stored(
            [
                StoredTable(id=table, changed=at, forgotten=False, events=_stored(log, client))
                for table, log in tables
            ]
        )

    async def add_stored(self, tables: Sequence[StoredTable]) -> bool:
        """The same for events that were stored before, with when that was."""
        try:
            added = await self._browser.add(json.dumps(tables, ensure_ascii=False))
        except Exception as error:  # no room, or a browser that keeps nothing
            raise deny("not_kept") from error
        if added:
            for table in tables:
                self._browser.tell_others(table["id"])
        return added

    async def everything(self) -> list[StoredTable]:
        """All tables with all their events."""
        found: list[StoredTable] = json.loads(await self._browser.everything())
        return found

    async def forget(self, table: str, *, forgotten: bool) -> None:
        """Leaves a table out of the lists, or puts it back."""
        await self._browser.forget(table, forgotten)

    async def setting(self, name: str, value: str | None = None) -> str:
        """Keeps a value under a name unless it is None; returns the value that is kept."""
        return await self._browser.setting(name, value)

    async def ask(
        self,
        work: Work[T],
        seconds: float,
        asker: Asker = NOBODY,
        rank: int = PEOPLE,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """The answer to a piece of work, from the Worker that thinks.

        While that Worker starts, a bot moves in this one: every level offered takes a fraction of
        a second.
        """
        del asker, rank  # one person plays here
        if not wanted():
            raise Dropped
        if isinstance(work, BotMove) and not self._browser.thinks():
            return work.run(lambda: None)
        try:
            answer = await self._browser.think(pickle.dumps(work), 1000 * seconds)
        except Exception as error:
            self._browser.report(f"{type(work).__name__}: {error}")
            raise (TimeoutError() if _STUCK in str(error) else Failed(str(error))) from error
        return cast(T, pickle.loads(as_bytes(answer)))

    def say(self, line: str, text: str) -> None:
        """Sends a text to a page by its line."""
        self._browser.say(line, text)


def think(work: Any) -> bytes:
    """What the thinking Worker does: the answer to a pickled piece of work, pickled."""
    asked: Work[Any] = pickle.loads(as_bytes(work))
    return pickle.dumps(asked.run(lambda: None))


def as_bytes(sent: Any) -> bytes:
    """The bytes that Python or a script has sent."""
    return bytes(sent.to_py() if hasattr(sent, "to_py") else sent)


def events_of(stored: Sequence[StoredEvent]) -> list[Event]:
    """The events of a log that is stored."""
    return [Event(each["seq"], each["kind"], each["body"], each["at"]) for each in stored]


def _stored(log: Sequence[Event], client: str | None) -> list[StoredEvent]:
    return [
        StoredEvent(seq=each.seq, kind=each.kind, body=each.body, at=each.at, client=client)
        for each in log
    ]
