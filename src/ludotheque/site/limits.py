"""Limits for each guest and network address: rates, work at once, and time of the event loop."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv6Address, IPv6Network
from math import inf
from typing import Any, NamedTuple, TypeVar

from cachetools import LRUCache

from ludotheque.house.reader import NOBODY, Asker
from ludotheque.house.thinking.thinker import PEOPLE
from ludotheque.site.places import GUESTS, Places, Sockets

T = TypeVar("T")
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
# Refusals take time too. Beyond this, requests get a bare status line.
REFUSALS = Allowed("refusal", 2, 10)
# Reactions are rare: by default, four at once, then one every four seconds.
REACTIONS = Allowed("reaction", 0.05, 2, burst_s=16)


# Tables that anyone may join, of a guest and of an address with all its guests: a guest can wait
# only at a few, and 30 are enough for a club.
OPEN_TABLES, OPEN_TABLES_NEAR = 3, 30

# How long a request holds its turn at most. The work takes milliseconds; if it takes longer, it is
# waiting for something and does not hinder others.
TURN_S = 0.2


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


WORKING_FOR: ContextVar[Asker] = ContextVar("WORKING_FOR", default=NOBODY)
"""The asker of the request or socket that the current task serves; `NOBODY` for the site itself."""


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
        self._running -= Counter(_counted(asker))
        for line in self._lines:
            while (found := line.next(self._may)) is not None:
                line.remove(*found)
                self._running.update(_counted(found[0]))
                found[1].set_result(None)


def _counted(asker: Asker) -> tuple[Hashable, Hashable, Hashable]:
    """The keys under which the work of an asker counts: all work, the guest, the address."""
    return None, asker, asker.address


class Threads:
    """Runs work in a few threads; each asker waits for a turn, which lasts as long as the work."""

    def __init__(self, name: str, count: int, address: float = inf) -> None:
        """The number of threads, and how many of them one address may use at once."""
        self._turns = Turns(count, address=address)
        self._threads = ThreadPoolExecutor(count, name)

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Waits for the asker's turn, then runs the work in a thread and returns its result."""
        await self._turns.begin(asker)
        return await ended(self._threads.submit(work), partial(self._turns.end, asker))

    def stop(self) -> None:
        """Waits for the running work, and cancels the rest."""
        self._threads.shutdown(cancel_futures=True)


async def ended(begun: Future[T], then: Callable[[], object]) -> T:
    """The result of work in a thread; `then` is called when the work itself has ended.

    If the caller is cancelled, work that has begun goes on.
    """
    loop = asyncio.get_running_loop()
    begun.add_done_callback(lambda _: loop.call_soon_threadsafe(then))
    try:
        return await asyncio.wrap_future(begun)
    finally:
        del begun  # its error would refer to this frame: a cycle


# How many addresses may have one step each between two rounds of the loop, if they have used nearly
# the same time.
_STEPS_A_ROUND, _ALIKE_S = 4, 0.005
# A player's message ranks as if its address had used this much less time.
_HEAD_START_S = 0.25
_MOST_MEASURED = 10_000  # addresses


class _Flow(NamedTuple):
    """The work of an address that waits in one queue: messages of players, or all other work."""

    address: str
    plays: bool


class Rounds:
    """Shares the time of the event loop: addresses take turns by the time that they have used.

    Work runs in steps, from one wait to the next. Between two rounds of the loop, each address has
    one step at most, and everything that has arrived meanwhile joins the queue. The next step is
    that of the address that has used the least time since it began to compete for it (start-time
    fair queueing). So an address delays others by a step or two, whatever it sends.
    """

    def __init__(self) -> None:
        self._used: LRUCache[str, float] = LRUCache(_MOST_MEASURED)
        self._now = 0.0  # what the address of the last step had used before that step
        self._waiting: dict[_Flow, deque[tuple[float, asyncio.Future[None]]]] = {}
        self._served: set[str] = set()
        self._pumping = False

    async def run(self, address: str, work: Coroutine[Any, Any, T], *, plays: bool = False) -> T:
        """Does the work step by step, in turn with that of others; `plays`: for a player's move."""
        result: T = await _Steps(self, _Flow(address, plays), work)
        return result

    def turn(self, flow: _Flow) -> Generator[Any, None, None]:
        """Waits until a step of that work may run.

        An address that was idle has no credit: it starts level with the others.
        """
        arrived = self._now
        self._pump_soon()
        if self._waiting or flow.address in self._served:
            granted = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(flow, deque()).append((arrived, granted))
            yield from granted
        used = max(arrived, self._used.get(flow.address, 0.0))
        self._used[flow.address] = used
        self._served.add(flow.address)
        self._now = max(self._now, used)

    def charge(self, address: str, seconds: float) -> None:
        """Adds what a step took to the time that its address has used."""
        self._used[address] = self._used.get(address, self._now) + seconds

    def _rank(self, flow: _Flow) -> float:
        """The time that counts as used for the first work of a queue; the least goes first."""
        used = max(self._waiting[flow][0][0], self._used.get(flow.address, 0.0))
        return used - _HEAD_START_S if flow.plays else used

    def _pump_soon(self) -> None:
        if not self._pumping:
            self._pumping = True
            asyncio.get_running_loop().call_soon(self._pump)

    def _pump(self) -> None:
        """Lets the next addresses have their steps, which run in the next round of the loop."""
        self._pumping = False
        self._served.clear()
        flows = sorted(self._waiting, key=self._rank)
        enough = self._rank(flows[0]) + _ALIKE_S if flows else 0.0
        for flow in flows:
            if len(self._served) == _STEPS_A_ROUND or self._rank(flow) > enough:
                break
            if flow.address not in self._served and self._granted(flow):
                self._served.add(flow.address)
        if self._waiting:
            self._pump_soon()

    def _granted(self, flow: _Flow) -> bool:
        """Lets the first work of a queue go on; False if all of it has been cancelled."""
        queue = self._waiting[flow]
        while queue and queue[0][1].cancelled():
            queue.popleft()
        granted = queue.popleft()[1] if queue else None
        if not queue:
            del self._waiting[flow]
        if granted is not None:
            granted.set_result(None)
        return granted is not None


class _Steps:
    """Awaits a coroutine, with a turn before each of its steps, and measures them."""

    def __init__(self, rounds: Rounds, flow: _Flow, work: Coroutine[Any, Any, T]) -> None:
        self._rounds = rounds
        self._flow = flow
        self._work = work

    def __await__(self) -> Generator[Any, Any, Any]:
        rounds, flow, work = self._rounds, self._flow, self._work
        error: BaseException | None = None
        waits = True
        try:
            while True:
                try:
                    if waits:
                        yield from rounds.turn(flow)
                except asyncio.CancelledError as cancelled:
                    error = error or cancelled
                begun = time.perf_counter()
                try:
                    awaited = work.send(None) if error is None else work.throw(error)
                except StopIteration as done:
                    return done.value
                finally:
                    error = None  # it would refer to this frame: a cycle
                    rounds.charge(flow.address, time.perf_counter() - begun)
                    waits = not flow.plays  # a stored move is answered before it is shown to all
                try:
                    yield awaited
                except GeneratorExit:
                    raise
                except BaseException as raised:
                    error = raised
                awaited = None  # it may refer to a task, and that to this frame
        finally:
            work.close()


class Limits:
    """Counts what each guest and each address does in this process."""

    def __init__(self, rate: float, sockets: int) -> None:
        """Allows each guest `rate` writes a second, and `sockets` open sockets."""
        self.rate = rate
        self.buckets = Buckets()
        self.rounds = Rounds()
        # Requests of one address that are worked on at once. More would not be answered sooner, and
        # would keep more of them in memory.
        self.working = Turns(inf, address=max(1, round(rate)))
        self.sockets = Sockets(sockets)
        # Requests that are held open until something changes.
        self.waits = Places(sockets, GUESTS * sockets)

    def wait(self, asker: Asker, what: Allowed) -> float:
        """Counts one use and returns 0 if it is allowed now, else returns the seconds to wait.

        Strangers have only the limit of their address, which many of them may share.
        """
        own = self._take(what, asker, what.guest) if asker.guest else 0.0
        return own or self._take(what, asker.address, what.address)

    def _take(self, what: Allowed, who: Asker | str, times: float) -> float:
        rate = self.rate * times
        return self.buckets.take((what.kind, who), rate, what.burst_s * rate)
