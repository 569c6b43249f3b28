"""Limits for each guest and network address: rates, work at once, and whose turn it is."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from math import inf
from typing import TypeVar

from cachetools import LRUCache

from ludotheque.house.reader import Asker
from ludotheque.house.thinking.thinker import PEOPLE

_Waiting = asyncio.Future[None]
_NETWORK_BITS = 64
_MOST_KNOWN = 10_000  # guests whose address is remembered, more than play at the same time


def network_of(address: str) -> str:
    """What counts as one address: in IPv6 the network of a connection, with 2^64 addresses."""
    if ":" not in address:
        return address
    try:
        ip = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ip.ipv4_mapped or IPv6Network((ip, _NETWORK_BITS), strict=False))


class Addresses:
    """The last known address of each guest, so that work for a guest counts for the address too."""

    def __init__(self) -> None:
        self._known: LRUCache[str, str] = LRUCache(_MOST_KNOWN)

    def note(self, asker: Asker) -> None:
        """Remembers the address of a guest; has no effect for a stranger."""
        if asker.guest:
            self._known[asker.guest] = asker.address

    def asker(self, guest: str) -> Asker:
        """The guest with the last known address, which is empty if unknown."""
        return Asker(self._known.get(guest, ""), guest)


class _Line:
    """The queue of one rank: addresses take turns, and so do the guests of each address."""

    def __init__(self) -> None:
        self._addresses = OrderedDict[str, OrderedDict[str, deque[_Waiting]]]()

    def add(self, asker: Asker, waiting: _Waiting) -> None:
        guests = self._addresses.setdefault(asker.address, OrderedDict())
        guests.setdefault(asker.guest, deque()).append(waiting)

    def remove(self, asker: Asker, waiting: _Waiting) -> None:
        """Removes one entry; others of the same guest and of the same address go to the back."""
        guests = self._addresses.pop(asker.address)
        own = guests.pop(asker.guest)
        own.remove(waiting)
        if own:
            guests[asker.guest] = own
        if guests:
            self._addresses[asker.address] = guests

    def next(self, may: Callable[[Asker], bool]) -> tuple[Asker, _Waiting] | None:
        """The first entry in turn that may run now; None if there is none.

        Cancelled entries are skipped: their own tasks remove them when they run again.
        """
        for address, guests in self._addresses.items():
            for guest, own in guests.items():
                waiting = next((one for one in own if not one.cancelled()), None)
                if waiting is not None and may(Asker(address, guest)):
                    return Asker(address, guest), waiting
        return None


class Turns:
    """A fair queue that limits how much work runs at once, in all and per guest and address."""

    def __init__(self, at_once: float, guest: float = inf, address: float = inf) -> None:
        """The most that run at once in all, for one guest and for one address."""
        self._most = at_once, guest, address
        self._running = Counter[Hashable]()
        self._lines = _Line(), _Line()

    @property
    def busy(self) -> bool:
        """Whether any work is running."""
        return bool(self._running)

    def _may(self, asker: Asker) -> bool:
        """Whether another piece of work of that asker may start now."""
        limits = zip(self._most, _counted(asker), strict=True)
        return all(self._running[key] < most for most, key in limits)

    @asynccontextmanager
    async def turn(
        self, asker: Asker, rank: int = PEOPLE, longest_s: float = inf
    ) -> AsyncIterator[None]:
        """Waits for a turn, then holds it until the block ends, for `longest_s` seconds at most."""
        await self.begin(asker, rank)
        with ExitStack() as held:  # ends the turn once: with the block, or earlier by the timer
            held.callback(self.end, asker)
            if longest_s < inf:
                timer = asyncio.get_running_loop().call_later(longest_s, held.close)
                held.callback(timer.cancel)
            yield

    async def begin(self, asker: Asker, rank: int = PEOPLE) -> None:
        """Waits for a turn, which the caller must give back with `end`."""
        if self._may(asker):
            self._running.update(_counted(asker))
            return
        waiting = asyncio.get_running_loop().create_future()
        self._lines[rank].add(asker, waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.cancelled():
                self._lines[rank].remove(asker, waiting)
            else:  # the turn was granted before the cancellation came
                self.end(asker)
            raise

    def end(self, asker: Asker) -> None:
        """Gives a turn back, and starts the work that may run now."""
        _less(self._running, _counted(asker))
        for line in self._lines:
            while (found := line.next(self._may)) is not None:
                line.remove(*found)
                self._running.update(_counted(found[0]))
                found[1].set_result(None)


def _counted(asker: Asker) -> tuple[Hashable, Hashable, Hashable]:
    """The keys under which the work of an asker counts: all work, the guest, the address."""
    return None, asker, asker.address


_MOST_BUCKETS = 10_000  # bounds the memory, however many addresses come
_ROUNDING = 1e-6  # of a use, far more than the sums of times are off
# Presses and requests come in bursts: an idle guest may use the allowance of 12 s at once.
_BURST_S = 12


@dataclass(frozen=True, slots=True)
class Allowed:
    """How many times the configured rate is allowed to a guest, and to a whole address.

    Programs read more often than they write, and a page loads a dozen files, so that reads have a
    higher rate. A club or a school of 40 shares one address: it is allowed what 40 people do at
    full speed, which is less than 40 times the limit of one guest.
    """

    kind: str
    guest: float
    address: float
    burst_s: float = _BURST_S


WRITES = Allowed("write", 1, 10)
READS = Allowed("read", 4, 40)
# A person makes two presses a second at most; a page that reconnects sends a few messages.
MESSAGES = Allowed("message", 2, 30, burst_s=4)
# Reactions are rare: by default, four at once, then one every four seconds.
REACTIONS = Allowed("reaction", 0.05, 2, burst_s=16)


# Tables that anyone may join, of a guest and of an address with all its guests: a guest can wait
# only at a few, and 30 are enough for a club.
OPEN_TABLES, OPEN_TABLES_NEAR = 3, 30

# How long a request or a message holds its turn at most. The work takes milliseconds; if it takes
# longer, it is waiting for something and does not hinder others.
TURN_S = 0.2
# An address may open as many sockets as 20 guests: by default, ten each for 40 people.
_GUESTS_OF_SOCKETS = 20


class Buckets:
    """A token bucket for each key: allows `burst` uses at once, then `rate` uses a second.

    Of each bucket, only the time at which it will be full again is kept. Full ones and the least
    recently used are dropped.
    """

    def __init__(self) -> None:
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: Hashable, rate: float, burst: float) -> float:
        """Counts one use of the key and returns 0 if it is allowed, else the seconds to wait."""
        now, known = time.monotonic(), self._full_at
        full_at = max(now, known.pop(key, now))
        missing = (full_at - now) * rate + 1 - burst
        allowed = missing <= _ROUNDING
        known[key] = full_at + 1 / rate if allowed else full_at
        while known and (len(known) > _MOST_BUCKETS or next(iter(known.values())) <= now):
            known.popitem(last=False)
        return 0.0 if allowed else missing / rate


class Places:
    """Limits how many of something each guest and each address may hold at once."""

    def __init__(self, guest: int, address: int) -> None:
        """The most for one guest, and the most for an address with all its guests."""
        self._most = guest, address
        self._held = Counter[Hashable]()

    def take(self, asker: Asker) -> bool:
        """Takes a place; False if none is left. Strangers have only the limit of their address."""
        guest, address = self._most
        if self._held[asker.address] >= address:
            return False
        if asker.guest and self._held[asker] >= guest:
            return False
        self._held.update((asker, asker.address))
        return True

    def give_back(self, asker: Asker) -> None:
        """Gives back a place that was taken."""
        _less(self._held, (asker, asker.address))


def _less(held: dict[Hashable, int], keys: Iterable[Hashable]) -> None:
    """Counts one less of each of these keys, and removes those at zero."""
    for key in keys:
        held[key] -= 1
        if not held[key]:
            del held[key]


class Connections:
    """Limits the open connections of each address; those of proxies do not count.

    A proxy opens many, and for whom it opened one is unknown until a request arrives.
    """

    def __init__(self, most: int, is_proxy: Callable[[str], bool]) -> None:
        """Allows `most` connections to each address that is not a proxy."""
        self._places = Places(most, most)
        self._is_proxy = is_proxy

    def take(self, address: str) -> bool:
        """Counts a new connection; False if the address has too many."""
        return self._is_proxy(address) or self._places.take(Asker(network_of(address)))

    def give_back(self, address: str) -> None:
        """Stops counting a connection."""
        if not self._is_proxy(address):
            self._places.give_back(Asker(network_of(address)))


class Limits:
    """Counts what each guest and each address does in this process."""

    def __init__(self, rate: float, sockets: int) -> None:
        """Allows each guest `rate` writes a second, and `sockets` open sockets."""
        self.rate = rate
        self.buckets = Buckets()
        # Requests and messages of one address that are worked on at once. More would not be
        # answered sooner, and would delay those of other addresses.
        self.working = Turns(inf, address=max(1, round(rate)))
        self.sockets = Places(sockets, _GUESTS_OF_SOCKETS * sockets)
        # Requests that are held open until something changes.
        self.waits = Places(sockets, _GUESTS_OF_SOCKETS * sockets)

    def wait(self, asker: Asker, what: Allowed) -> float:
        """Counts one use and returns 0 if it is allowed now, else returns the seconds to wait.

        Strangers have only the limit of their address, which many of them may share.
        """
        own = self._take(what, asker, what.guest) if asker.guest else 0.0
        return own or self._take(what, asker.address, what.address)

    def _take(self, what: Allowed, who: Asker | str, times: float) -> float:
        rate = self.rate * times
        return self.buckets.take((what.kind, who), rate, what.burst_s * rate)


T = TypeVar("T")
# More threads would replay nothing sooner, and slow down moves (Python's global lock).
_AT_ONCE = 1


class Replays:
    """Runs work that replays games in one thread, in turn for each guest."""

    def __init__(self) -> None:
        self._turns = Turns(_AT_ONCE)
        self._thread = ThreadPoolExecutor(_AT_ONCE, "replays")

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Waits for the asker's turn, then returns or raises what the work does."""
        async with self._turns.turn(asker):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def stop(self) -> None:
        """Waits for the running work, and cancels the rest."""
        self._thread.shutdown(cancel_futures=True)
