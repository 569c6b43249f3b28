"""What the browser does for this house: it keeps events, and thinks elsewhere."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from ludotheque.play.work import BotMove, Work
from ludotheque.table.changes import deny
from ludotheque.table.table import Event

T = TypeVar("T")


class Browser(Protocol):
    """What the scripts offer; every text is JSON, and every answer comes once it is so."""

    async def read(self, table: str) -> str:
        """The events of a table, in their order."""

    async def tables(self) -> str:
        """All tables: id, when it was changed in milliseconds, and whether it is forgotten."""

    async def add(self, table: str, events: str, at: int) -> bool:
        """Keeps events; false if another page of the same browser was faster, and nothing is kept.

        Several tables that change together are one text for each, separated by newlines.
        """

    async def forget(self, table: str, forgotten: bool) -> None:
        """Leaves a table out of the lists, or puts it back."""

    async def setting(self, name: str, value: str | None) -> str:
        """Keeps a value under a name, if there is one; the value that is kept."""

    async def think(self, work: Any) -> Any:
        """The answer to a pickled piece of work, pickled."""

    def thinks(self) -> bool:
        """Whether the Worker that thinks has started."""

    def say(self, line: str, text: str) -> None:
        """Says something on the line of a page."""

    def report(self, error: str) -> None:
        """Writes what went wrong where developers look."""

    def tell_others(self, table: str) -> None:
        """Tells the other pages of this browser that a table has changed."""


class Stored(NamedTuple):
    """A table in the browser: its id, when it was changed last, and whether it is listed."""

    id: str
    changed_ms: int
    forgotten: bool


class Device:
    """The browser, as the house speaks to it."""

    def __init__(self, browser: Browser) -> None:
        """Everything is asked of that browser."""
        self._browser = browser

    async def log(self, table: str) -> list[Event]:
        """The events of a table; none if there is no such table."""
        found = json.loads(await self._browser.read(table))
        return [Event(each["seq"], each["kind"], each["body"], each["at"]) for each in found]

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
        names = "\n".join(table for table, _ in tables)
        logs = "\n".join(_written(log, client) for _, log in tables)
        at = max(event.at or 0 for _, log in tables for event in log)
        try:
            added = await self._browser.add(names, logs, at)
        except Exception as error:  # no room, or a browser that keeps nothing
            raise deny("not_kept") from error
        if added:
            for table, _ in tables:
                self._browser.tell_others(table)
        return added

    async def forget(self, table: str, *, forgotten: bool) -> None:
        """Leaves a table out of the lists, or puts it back."""
        await self._browser.forget(table, forgotten)

    async def setting(self, name: str, value: str | None = None) -> str:
        """Keeps a value under a name, if one is given; the value that is kept."""
        return await self._browser.setting(name, value)

    async def think(self, work: Work[T]) -> T:
        """The answer to a piece of work, from a Worker of its own.

        While that starts, a bot moves here: every level offered takes a fraction of a second.
        """
        if isinstance(work, BotMove) and not self._browser.thinks():
            return work.run(lambda: None)
        try:
            answer = await self._browser.think(pickle.dumps(work))
        except Exception as error:
            self._browser.report(f"{type(work).__name__}: {error}")
            raise
        return cast(T, pickle.loads(as_bytes(answer)))

    def say(self, line: str, message: dict[str, Any]) -> None:
        """Says something on the line of a page."""
        self._browser.say(line, json.dumps(message, ensure_ascii=False))


def think(work: Any) -> bytes:
    """What the thinking Worker does: the answer to a pickled piece of work, pickled."""
    asked: Work[Any] = pickle.loads(as_bytes(work))
    return pickle.dumps(asked.run(lambda: None))


def as_bytes(sent: Any) -> bytes:
    """Bytes, also of what a script has sent."""
    return bytes(sent.to_py() if hasattr(sent, "to_py") else sent)


def _written(log: Sequence[Event], client: str | None) -> str:
    rows = [
        {"seq": each.seq, "kind": each.kind, "body": each.body, "at": each.at, "client": client}
        for each in log
    ]
    return json.dumps(rows, ensure_ascii=False)
