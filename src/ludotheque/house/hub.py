"""Sends every change of a table to its onlookers.

Onlookers with the same view of a table are sent the same message, made and encoded once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Protocol

from ludotheque.house.reader import NOBODY, Asker
from ludotheque.table.table import Table
from ludotheque.table.views.page import Eyes, Following, eyes_of, view
from ludotheque.table.views.program import position
from ludotheque.table.words import Facts

Message = Mapping[str, Any]
Encode = Callable[[Message], bytes]
"""Encodes a message as JSON, by the fastest library that the house has."""


class Form(Enum):
    """What a reader is sent when a table changes: steps, the whole view, or only the position."""

    STEPS = "steps"
    VIEW = "view"
    POSITION = "position"


class Onlooker(Protocol):
    """A page or program that follows a table."""

    guest: str
    lang: str
    form: Form

    def push(self, text: bytes) -> None:
        """Sends a message soon; never waits."""


class Connected(Protocol):
    """A connection that can be closed."""

    guest: str

    def dismiss(self) -> None:
        """Closes the connection, since the secret of its guest is no longer valid."""


class Audience:
    """The readers who share a point of view (`eyes`) and are sent changes in the same form."""

    def __init__(self, eyes: Eyes, form: Form, table: Table) -> None:
        """`table` is the state that its first readers have seen."""
        self.eyes = eyes
        self.form = form
        self.readers: set[Onlooker] = set()
        self._seats = table.seats
        self._following = Following(eyes, table)

    def join(self, reader: Onlooker) -> None:
        """Adds a reader who has seen the newest state."""
        self.readers.add(reader)
        self._following.joined()

    def moved_elsewhere(self, table: Table) -> list[Onlooker]:
        """Removes and returns the readers whose view differs since a seat was taken or left."""
        if table.seats is self._seats:
            return []
        self._seats = table.seats
        gone = [r for r in self.readers if eyes_of(table, r.guest, r.lang) != self.eyes]
        self.readers.difference_update(gone)
        return gone

    def show(self, news: Sequence[Facts], encode: Encode) -> None:
        """Sends the news, which is in the language of these readers, to each of them."""
        text = encode(self._message(news))
        for reader in self.readers:
            reader.push(text)

    def whole(self, newest: Facts) -> Message:
        """The message with the whole newest state, drawn once for all readers here."""
        if self.form is Form.POSITION:
            return whole(newest.table, next(iter(self.readers)))
        return {"type": "view", "view": self._following.whole(newest)}

    def _message(self, news: Sequence[Facts]) -> Message:
        if self.form is not Form.STEPS:
            return self.whole(news[-1])
        seq = self._following.table.seq
        steps = [self._following.step(told) for told in news]
        return {"type": "steps", "from": seq, "steps": steps}


def whole(table: Table, reader: Onlooker) -> Message:
    """The message with everything that a reader is shown of a table."""
    make = position if reader.form is Form.POSITION else view
    return {"type": "view", "view": make(table, reader.guest, reader.lang)}


@dataclass
class _Followed:
    """A table that has onlookers: its newest known state, and its audiences.

    `unshown` are the states that no audience has been shown yet. `answered` is the number of the
    last state whose author has had a reply. `waiting` holds the `asyncio` events that requests for
    a change wait for.
    """

    newest: Table
    unshown: list[Table] = field(default_factory=list)
    answered: int = -1
    showing: bool = False
    onlookers: Counter[Asker] = field(default_factory=Counter)
    waiting: set[asyncio.Event] = field(default_factory=set)
    audiences: dict[tuple[Eyes, Form], Audience] = field(default_factory=dict)


class Hub:
    """Sends every change of a table to its onlookers."""

    def __init__(self, encode: Encode) -> None:
        self.encode = encode
        self.on_clock: Callable[[Table], object] = lambda _: None
        """Called with a table that has a clock at its first onlooker, and at each change."""
        self.on_followed: Callable[[int], object] = lambda _: None
        """Called with the number of tables that have onlookers, whenever it may have changed."""
        self._followed: dict[str, _Followed] = {}
        self._present: set[Connected] = set()
        self.dismissals = 0

    @contextmanager
    def present(self, connection: Connected) -> Iterator[None]:
        """Keeps track of an open connection, so that `dismiss` can close it."""
        self._present.add(connection)
        try:
            yield
        finally:
            self._present.discard(connection)

    def dismiss(self, guest: str) -> None:
        """Closes all connections of a guest whose secret is no longer valid.

        A connection that is being opened looks up its secret again if `dismissals` has changed.
        """
        self.dismissals += 1
        for connection in [each for each in self._present if each.guest == guest]:
            connection.dismiss()

    @contextmanager
    def following(self, table: Table, asker: Asker = NOBODY) -> Iterator[None]:
        """Keeps track of a table for as long as that onlooker follows it."""
        if table.id not in self._followed:
            self._followed[table.id] = _Followed(table)
            self._look_at_clock(table)
        followed = self._followed[table.id]
        followed.onlookers[asker] += 1
        self.on_followed(len(self._followed))
        self.tell(table)
        try:
            yield
        finally:
            followed.onlookers -= Counter([asker])
            if not followed.onlookers:
                del self._followed[table.id]
                self.on_followed(len(self._followed))

    @contextmanager
    def waiting(self, table: Table, asker: Asker = NOBODY) -> Iterator[asyncio.Event]:
        """An event that is set as soon as the table changes."""
        changed = asyncio.Event()
        with self.following(table, asker):
            followed = self._followed[table.id]
            followed.waiting.add(changed)
            try:
                yield changed
            finally:
                followed.waiting.discard(changed)

    def join(self, table_id: str, reader: Onlooker) -> Audience:
        """Sends every change from now on to a reader who has seen the newest state."""
        followed = self._followed[table_id]
        self._show(followed, followed.newest.seq)
        eyes = eyes_of(followed.newest, reader.guest, reader.lang)
        key = eyes, reader.form
        if key not in followed.audiences:
            followed.audiences[key] = Audience(*key, followed.newest)
        followed.audiences[key].join(reader)
        return followed.audiences[key]

    def welcome(self, table_id: str, reader: Onlooker) -> bytes:
        """Joins a reader; returns the whole newest state, to be sent before any later change."""
        audience = self.join(table_id, reader)
        return self.encode(audience.whole(Facts(self.newest(table_id), reader.lang)))

    def part(self, table_id: str, reader: Onlooker) -> None:
        """Stops sending changes to a reader."""
        audiences = self._followed[table_id].audiences
        for key, audience in list(audiences.items()):
            audience.readers.discard(reader)
            if not audience.readers:
                del audiences[key]

    def tell(self, table: Table) -> None:
        """Takes note of a stored change, and shows it once requests that wait have been answered.

        These requests are woken first, so they run before `_answered`. Their answers are sent at
        the end of that turn of the event loop, and drawing begins in the next.
        """
        followed = self._followed.get(table.id)
        if followed is None or followed.newest.seq >= table.seq:
            return
        followed.newest = table
        self._look_at_clock(table)
        followed.unshown.append(table)
        for changed in followed.waiting:
            changed.set()
        asyncio.get_running_loop().call_soon(self._answered, followed, table.seq)

    def _look_at_clock(self, table: Table) -> None:
        if table.clock is not None:
            self.on_clock(table)

    def say(self, table_id: str, text: bytes) -> None:
        """Sends a message to every page of a table; programs are sent only changes."""
        followed = self._followed.get(table_id)
        for audience in followed.audiences.values() if followed is not None else ():
            if audience.form is Form.STEPS:
                for reader in audience.readers:
                    reader.push(text)

    def newest(self, table_id: str) -> Table:
        """The newest known state of a table that has onlookers."""
        return self._followed[table_id].newest

    def onlooker(self, table_id: str) -> Asker | None:
        """One of the onlookers of a table; None if it has none."""
        followed = self._followed.get(table_id)
        return None if followed is None else next(iter(followed.onlookers))

    def looks(self, table_id: str, guest: str) -> bool:
        """Whether that guest follows a table."""
        followed = self._followed.get(table_id)
        return followed is not None and any(who.guest == guest for who in followed.onlookers)

    def followed(self) -> list[str]:
        """The ids of all tables that have onlookers."""
        return list(self._followed)

    def known(self, ids: Iterable[str]) -> list[Table]:
        """The newest known state of each of these tables that has onlookers."""
        return [self._followed[table_id].newest for table_id in ids if table_id in self._followed]

    def _answered(self, followed: _Followed, seq: int) -> None:
        """Schedules the changes up to that number for the next turn of the event loop."""
        followed.answered = max(followed.answered, seq)
        if not followed.showing:
            followed.showing = True
            asyncio.get_running_loop().call_soon(self._show_answered, followed)

    def _show_answered(self, followed: _Followed) -> None:
        followed.showing = False
        self._show(followed, followed.answered)

    def _show(self, followed: _Followed, until: int) -> None:
        """Shows each audience the changes up to that number that were not shown yet."""
        due = [table for table in followed.unshown if table.seq <= until]
        if not due:
            return
        newest, followed.unshown = due[-1], followed.unshown[len(due) :]
        news = cache(lambda lang: [Facts(table, lang) for table in due])  # once for each language
        moved: list[Onlooker] = []
        for key, audience in list(followed.audiences.items()):
            moved += audience.moved_elsewhere(newest)
            if audience.readers:
                audience.show(news(audience.eyes.lang), self.encode)
            else:
                del followed.audiences[key]
        for reader in moved:
            reader.push(self.welcome(newest.id, reader))
