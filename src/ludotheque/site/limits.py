"""What one guest and one address may do: how often, how much at once, and whose turn it is."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeVar

from cachetools import LRUCache

from ludotheque.house.reader import Asker
from ludotheque.house.thinking.thinker import PEOPLE

_Waiting = asyncio.Future[None]
_MOST_KNOWN = 10_000  # guests whose address is remembered: more than play at a time


class Addresses:
    """Where guests were seen last, so that what is done for them counts for their address too."""

    def __init__(self) -> None:
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


_K = TypeVar("_K", bound=Hashable)
_MOST_BUCKETS = 10_000  # however many addresses come, the memory for them is bounded
# Presses and requests come in bursts: who was idle may do at once what is allowed in 12 s.
_BURST_S = 12


@dataclass(frozen=True, slots=True)
class Allowed:
    """How many times the rate of the host is allowed to a guest and to a whole address.

    Programs read more often than they write, and a page asks for a dozen files. A club or a school
    of 40 shares one address: together they have what 40 people do at full speed, not 40 times what
    one may do.
    """

    kind: str
    guest: float
    address: float
    burst_s: float = _BURST_S


WRITES = Allowed("write", 1, 10)
READS = Allowed("read", 4, 40)
# A person makes two presses a second at most; a page that comes back says a few things at once.
MESSAGES = Allowed("message", 2, 30, burst_s=4)
# A word now and then: by default four at once, and one every four seconds after that.
REACTIONS = Allowed("reaction", 0.05, 2, burst_s=16)


class Most(NamedTuple):
    """How much of something a guest, and an address with all its guests, may have at once."""

    guest: int
    address: int


# Tables that anyone may join: nobody can wait at more than a few, and a club has a list of its own.
OPEN_TABLES = Most(3, 30)

# How long a request or a message holds its turn. Working on one takes milliseconds; whatever takes
# longer waits for something, and hinders nobody.
TURN_S = 0.2
# An address has the sockets of so many guests: 40 people with ten tables open each, by default.
_GUESTS_OF_SOCKETS = 20


class Bucket:
    """How often something may happen: `burst` times at once, `rate` times a second after that."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.at = burst, time.monotonic()

    @property
    def full(self) -> bool:
        """Whether it has filled up again, so that a new one would be the same."""
        return self.level + (time.monotonic() - self.at) * self.rate >= self.burst

    def take(self) -> float:
        """0 if it may happen now, else how many seconds to wait."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate


class Buckets:
    """A bucket for each key; full ones and the least recent are forgotten."""

    def __init__(self, most: int = _MOST_BUCKETS) -> None:
        """Remembers up to that many."""
        self.most = most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable, rate: float, burst: float) -> float:
        """0 if it may happen now for that key, else how many seconds to wait."""
        bucket = self._buckets.pop(key, None) or Bucket(rate, burst)
        self._buckets[key] = bucket
        wait = bucket.take()
        while self._buckets and (len(self._buckets) > self.most or self._oldest.full):
            self._buckets.popitem(last=False)
        return wait

    @property
    def _oldest(self) -> Bucket:
        return next(iter(self._buckets.values()))


class Places:
    """How many of something each guest and each address may hold at once."""

    def __init__(self, guest: int, address: int) -> None:
        """Has so many for one guest, and so many for an address with all its guests."""
        self._most = guest, address
        self._held = Counter[Asker](), Counter[str]()

    def take(self, asker: Asker) -> bool:
        """Takes a place, if one is left; visitors who are not known share those of the address."""
        guests, addresses = self._held
        if addresses[asker.address] >= self._most[1]:
            return False
        if asker.guest and guests[asker] >= self._most[0]:
            return False
        guests[asker] += 1
        addresses[asker.address] += 1
        return True

    def give_back(self, asker: Asker) -> None:
        """Gives back a place that was taken."""
        guests, addresses = self._held
        _less(guests, asker)
        _less(addresses, asker.address)


def _less(held: Counter[_K], key: _K) -> None:
    """Counts one less; what has come to nothing is forgotten."""
    held[key] -= 1
    if not held[key]:
        del held[key]


class Connections:
    """How many connections each address has open; those of proxies, who bring many, do not count.

    None of them has asked for anything yet, so nobody knows for whom a proxy opened one.
    """

    def __init__(self, most: int, is_proxy: Callable[[str], bool]) -> None:
        """Has so many for each address that is not one of the proxies."""
        self._places = Places(most, most)
        self._is_proxy = is_proxy

    def take(self, address: str) -> bool:
        """Counts one more, if there may be one."""
        return self._is_proxy(address) or self._places.take(Asker(address))

    def give_back(self, address: str) -> None:
        """Counts one less that was taken."""
        if not self._is_proxy(address):
            self._places.give_back(Asker(address))


class Limits:
    """Counts what each guest and each address does in this process."""

    def __init__(self, rate: float, sockets: int) -> None:
        """Allows each guest `rate` writes a second, and so many sockets at once."""
        self.rate = rate
        self.buckets = Buckets()
        # Of one address so many requests and messages are worked on at once; with more, others
        # would wait behind them, and none of them would be answered sooner.
        self.working = Turns(None, address=max(1, round(rate)))
        self.sockets = Places(sockets, _GUESTS_OF_SOCKETS * sockets)
        # Requests that wait for something to happen, as sockets do.
        self.waits = Places(sockets, _GUESTS_OF_SOCKETS * sockets)

    def wait(self, asker: Asker, what: Allowed) -> float:
        """0 if it may happen now, else how many seconds to wait.

        Visitors who are not known have only the limit of their address: there may be many.
        """
        own = self._take(what, asker, what.guest) if asker.guest else 0.0
        return own or self._take(what, asker.address, what.address)

    def _take(self, what: Allowed, who: Asker | str, times: float) -> float:
        rate = self.rate * times
        return self.buckets.take((what.kind, who), rate, what.burst_s * rate)


T = TypeVar("T")
# More threads would take more of Python's lock from the moves, and replay nothing sooner.
_AT_ONCE = 1


class Replays:
    """Does what replays a game for one guest after the other."""

    def __init__(self) -> None:
        self._turns = Turns(_AT_ONCE)
        self._thread = ThreadPoolExecutor(_AT_ONCE, "replays")

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """What the work returns, or raises, once it is that guest's turn."""
        async with self._turns.turn(asker):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def stop(self) -> None:
        """Lets the work under way finish, and begins no other."""
        self._thread.shutdown(cancel_futures=True)
