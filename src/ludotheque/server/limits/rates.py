"""What one guest and one address may do: how often, and how much of it at once."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ludotheque.server.limits.turns import Asker, Turns

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
        """Starts full."""
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
