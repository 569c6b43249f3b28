"""Work that waits for its turn: first by its rank, then by turns for each address and guest."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from contextlib import AbstractAsyncContextManager
from math import inf
from typing import NamedTuple

from cachetools import LRUCache

PEOPLE, BOTS_ALONE = range(2)
"""The ranks of work: what a person waits for comes before what bots do among themselves."""

_Waiting = asyncio.Future[None]


class Asker(NamedTuple):
    """For whom something is done: an address, and the guest there, who may be unknown."""

    address: str
    guest: str = ""


NOBODY = Asker("")
_MOST_KNOWN = 10_000  # guests whose address is remembered: more than play at a time


class Addresses:
    """Where guests were seen last, so that what is done for them counts for their address too."""

    def __init__(self) -> None:
        """Knows nobody yet."""
        self._known: LRUCache[str, str] = LRUCache(_MOST_KNOWN)

    def note(self, asker: Asker) -> None:
        """Remembers where a guest is."""
        if asker.guest:
            self._known[asker.guest] = asker.address

    def asker(self, guest: str) -> Asker:
        """A guest, with the address if it is known."""
        return Asker(self._known.get(guest, ""), guest)


class _Line:
    """Those of one rank who wait: by turns for each address, and there for each guest."""

    def __init__(self) -> None:
        self._addresses = OrderedDict[str, OrderedDict[str, deque[_Waiting]]]()

    def add(self, asker: Asker, waiting: _Waiting) -> None:
        guests = self._addresses.setdefault(asker.address, OrderedDict())
        guests.setdefault(asker.guest, deque()).append(waiting)

    def remove(self, asker: Asker, waiting: _Waiting) -> None:
        """Takes one out; who is left of the same asker and address goes to the end."""
        guests = self._addresses.pop(asker.address)
        own = guests.pop(asker.guest)
        own.remove(waiting)
        if own:
            guests[asker.guest] = own
        if guests:
            self._addresses[asker.address] = guests

    def next(self, may: Callable[[Asker], bool]) -> tuple[Asker, _Waiting] | None:
        """The first whose turn it is, of those who may have more running.

        Whoever was cancelled is passed over, and leaves the line as soon as its task runs again.
        """
        for address, guests in self._addresses.items():
            for guest, own in guests.items():
                waiting = next((one for one in own if not one.cancelled()), None)
                if waiting is not None and may(Asker(address, guest)):
                    return Asker(address, guest), waiting
        return None


class Turns:
    """Lets so much work run at once; who asks for much waits behind oneself, not before others."""

    def __init__(
        self, at_once: int | None, guest: int | None = None, address: int | None = None
    ) -> None:
        """Runs up to so many at once, so many of one guest and of one address; None: any number."""
        self._most = at_once, guest, address
        self._running: dict[Hashable, int] = {}
        self._lines = _Line(), _Line()

    @property
    def busy(self) -> bool:
        """Whether some work is under way."""
        return bool(self._running)

    def _may(self, asker: Asker) -> bool:
        """Whether one more piece of work of that asker may run now."""
        for most, key in zip(self._most, _counted(asker), strict=True):
            if most is not None and self._running.get(key, 0) >= most:
                return False
        return True

    def turn(
        self, asker: Asker, rank: int = PEOPLE, longest_s: float = inf
    ) -> AbstractAsyncContextManager[None]:
        """Waits for a turn, and gives it back at the end, or after so long at the latest."""
        return _Turn(self, asker, rank, longest_s)

    async def begin(self, asker: Asker, rank: int = PEOPLE) -> None:
        """Waits for a turn, which must be given back."""
        if self._may(asker):
            self._take(asker)
            return
        waiting = asyncio.get_running_loop().create_future()
        self._lines[rank].add(asker, waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.cancelled():
                self._lines[rank].remove(asker, waiting)
            else:  # the turn has come meanwhile
                self.end(asker)
            raise

    def end(self, asker: Asker) -> None:
        """Gives a turn back, and lets the next ones begin."""
        for key in _counted(asker):
            self._running[key] -= 1
            if not self._running[key]:
                del self._running[key]
        for line in self._lines:
            while (found := line.next(self._may)) is not None:
                line.remove(*found)
                self._take(found[0])
                found[1].set_result(None)

    def _take(self, asker: Asker) -> None:
        for key in _counted(asker):
            self._running[key] = self._running.get(key, 0) + 1


class _Turn(AbstractAsyncContextManager[None]):
    """One turn of an asker, which is held for so long at most."""

    def __init__(self, turns: Turns, asker: Asker, rank: int, longest_s: float) -> None:
        self._turns, self._asker, self._rank, self._longest_s = turns, asker, rank, longest_s
        self._held = False
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        await self._turns.begin(self._asker, self._rank)
        self._held = True
        if self._longest_s < inf:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._longest_s, self._end)

    async def __aexit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None  # which refers to this turn
        self._end()

    def _end(self) -> None:
        if self._held:
            self._held = False
            self._turns.end(self._asker)


def _counted(asker: Asker) -> tuple[Hashable, Hashable, Hashable]:
    """Under what the work of an asker counts: all, that guest, that address (none may be known)."""
    return None, asker, asker.address
