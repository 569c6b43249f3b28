"""Many hostile visitors at once, in their own process; what each sends follows from the seed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.sharedctypes import SynchronizedArray
from random import Random

import uvloop

from benchmarks.siege.bad_messages import bad_ending, bad_message, text
from benchmarks.siege.bad_requests import Known, bad_bytes, bad_request
from benchmarks.sockets import HOST, many_files, post

COUNTED = (
    "messages", "answered", "put_off", "closed", "requests", "replied", "too_many", "cut", "broken",
    "stuck",
)  # fmt: skip
"""Messages sent, answered, refused by a limit, lost with their socket; the same of requests; then
answers of 500 and more, and answers that never came."""

# Enough at once to keep the site busy.
_TALKERS, _ASKERS = 16, 6
# An address can send 600 messages at once, and a guest there 40 (`site/limits.py`). A visitor stays
# below the first limit, and exceeds the second as a guest.
_MESSAGES_OF_SOCKET, _MESSAGES_OF_GUEST = 110, 50
MESSAGES_OF_VISIT = 4 * _MESSAGES_OF_SOCKET + _MESSAGES_OF_GUEST
REQUESTS_OF_VISIT = 250
_AT_ONCE_ON_SOCKET, _AT_ONCE_ON_LINE = 30, 10
_GREEDY = 0.02  # the share of visits that far exceed the limits of an address
_TAKES_STEPS = 0.9  # the share of sockets that accept steps; others get a view with every refusal
_BAD_BYTES = 0.2  # the share of connections that end with an invalid request
_ANSWER_S = 60.0  # an answer that takes longer is stuck
_HANG_UP_S = 0.2  # to wait for the site's reaction to a bad ending
_AGAIN_S = 0.05  # before connecting again while the site is down
_SEATS = (["me", "me"], ["me", "random"], ["me", "open"])
_SPECS = ("plus4(mode=endless)", "plus4", "redline", "babylone(to_win=3)", "croisements")
_END = text({"type": "ping", "id": "end"})
_ENDED = re.compile(rb'\{"type":"pong"\}|"id":"end"')
_PUT_OFF = re.compile(rb'"retry_after":')
_STATUS = re.compile(rb"HTTP/1\.1 ([2-5]\d\d)")
_SWITCHED = re.compile(rb"HTTP/1\.1 101")
_LONGEST_MARK = 20  # bytes, which may be split between two reads
_OPENING = (
    "GET /api/tables/{table}/live{query} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{who}\r\n"
)


@dataclass(frozen=True)
class Plan:
    """How much to send, and the seed of what is sent."""

    seed: int
    messages: int
    requests: int


class Count:
    """Counts by name, in memory that another process reads."""

    def __init__(self, counts: SynchronizedArray[int]) -> None:
        self._counts = counts

    def add(self, name: str, times: int = 1) -> None:
        """Adds to a count; only one process may do so."""
        self._counts[COUNTED.index(name)] += times


def counted(counts: SynchronizedArray[int]) -> dict[str, int]:
    """Returns the counts so far, by name."""
    return {name: counts[place] for place, name in enumerate(COUNTED)}


class Marks(asyncio.Protocol):
    """A connection that sends raw bytes, and looks for patterns in what it receives."""

    def __init__(self, *marks: re.Pattern[bytes]) -> None:
        self.marks = marks
        self.found: list[list[bytes]] = [[] for _ in marks]
        self.lost = False
        self._tail = b""
        self._news = asyncio.Event()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Keeps the transport to write to."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Notes the marks in the data, also those that arrived in two pieces."""
        known, data = len(self._tail), self._tail + data
        for mark, found in zip(self.marks, self.found, strict=True):
            found += [m[m.lastindex or 0] for m in mark.finditer(data) if m.end() > known]
        self._tail = data[-_LONGEST_MARK:]
        self._news.set()

    def connection_lost(self, _: Exception | None) -> None:
        """Notes that nothing more will arrive."""
        self.lost = True
        self._news.set()

    def write(self, data: bytes) -> None:
        """Sends bytes, unless the connection is lost."""
        if not self.lost:
            self.transport.write(data)

    async def end(self, data: bytes) -> None:
        """Sends the last bytes, waits for the site's reaction, and closes the connection."""
        self.write(data)
        if data:
            await self.until(lambda: self.lost, _HANG_UP_S)
        self.transport.abort()

    async def until(self, enough: Callable[[], bool], longest_s: float = _ANSWER_S) -> bool:
        """Waits for a condition or the end of the connection; returns False if neither comes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                while not enough() and not self.lost:
                    self._news.clear()
                    await self._news.wait()
        return enough() or self.lost


class Attackers:
    """Hostile visitors, each from its own address."""

    def __init__(self, port: int, known: Known, count: Count, plan: Plan) -> None:
        self.port, self.known, self.count, self.plan = port, known, count, plan

    async def all(self) -> None:
        """Sends everything planned, from several addresses at once."""
        talks = iter(range(-(-self.plan.messages // MESSAGES_OF_VISIT)))
        asks = iter(range(-(-self.plan.requests // REQUESTS_OF_VISIT)))
        talkers = (self._each(talks, self._talk, 64) for _ in range(_TALKERS))
        await asyncio.gather(*talkers, *(self._each(asks, self._ask, 128) for _ in range(_ASKERS)))

    async def _each(
        self, numbers: Iterator[int], visit: Callable[[Random, str], Awaitable[None]], net: int
    ) -> None:
        for number in numbers:
            address = f"127.{net + number // 65_536}.{number // 256 % 256}.{number % 256}"
            await visit(self._chance(address), address)

    def _chance(self, *what: object) -> Random:
        """Returns the random numbers of one part of the plan, independent of the other parts."""
        return Random(repr((self.plan.seed, *what)))

    async def _line(self, address: str, opening: bytes, *marks: re.Pattern[bytes]) -> Marks:
        """Connects from an address and sends an opening; repeats this while the site is down."""
        while True:
            with suppress(OSError):
                _, line = await asyncio.get_running_loop().create_connection(
                    lambda: Marks(*marks), HOST, self.port, local_addr=(address, 0)
                )
                line.write(opening)
                return line
            await asyncio.sleep(_AGAIN_S)

    async def _talk(self, rng: Random, address: str) -> None:
        """Sets up a table, and sends messages on several sockets, there and at others' tables."""
        spec = {"spec": rng.choice(_SPECS), "seats": rng.choice(_SEATS)}
        own, token = "none", "none"
        try:
            async with asyncio.timeout(_ANSWER_S):
                made = await post(self.port, "/api/tables", spec, address)
            own, token = made["table"], made["seats"][0]["token"]
        except TimeoutError:
            self.count.add("stuck")
        except (ConnectionError, ValueError):
            pass  # the site is down or refuses this address
        more = 3 if rng.random() < _GREEDY else 1
        places = [(own, ""), (own, ""), *((rng.choice(self.known.tables), "") for _ in range(2))]
        places.append((own, f"Authorization: Bearer {token}\r\n"))
        await asyncio.gather(
            *(
                self._socket(self._chance(address, n), address, table, who, more)
                for n, (table, who) in enumerate(places)
            )
        )

    async def _socket(self, rng: Random, address: str, table: str, who: str, times: int) -> None:
        """Sends many messages on one socket, some at a time, and ends it badly."""
        messages = times * (_MESSAGES_OF_GUEST if who else _MESSAGES_OF_SOCKET)
        query = rng.choice(("", "", "", "?bare=1", "?bare=%00&x"))
        opening = _OPENING.format(table=table, query=query, who=who).encode()
        hello = text({"type": "hello", "since": None, "deltas": 1})
        first = hello if rng.random() < _TAKES_STEPS else b""
        line = await self._opened(address, opening, first)
        for start in range(0, messages, _AT_ONCE_ON_SOCKET):
            some = min(_AT_ONCE_ON_SOCKET, messages - start)
            frames = b"".join(bad_message(rng, self.known.actions) for _ in range(some))
            if line.lost:
                line = await self._opened(address, opening, first)
            await self._said(line, frames, some)
        await line.end(bad_ending(rng))

    async def _opened(self, address: str, opening: bytes, first: bytes) -> Marks:
        """Opens a socket; sends the first message once it is open, since earlier ones are lost."""
        line = await self._line(address, opening, _ENDED, _PUT_OFF, _SWITCHED)
        await line.until(lambda: bool(line.found[2]))
        line.write(first)
        return line

    async def _said(self, line: Marks, frames: bytes, messages: int) -> None:
        """Sends messages and waits until all of them are answered."""
        ended, put_off = len(line.found[0]), len(line.found[1])
        line.write(frames + _END)
        if not await line.until(lambda: len(line.found[0]) > ended):
            self.count.add("stuck")
        refused = min(messages, len(line.found[1]) - put_off)
        self.count.add("messages", messages)
        self.count.add("put_off", refused)
        whole = len(line.found[0]) > ended
        self.count.add("answered" if whole else "closed", messages - refused)

    async def _ask(self, rng: Random, address: str) -> None:
        """Sends requests, some at a time on one connection, and sometimes an invalid one."""
        left = REQUESTS_OF_VISIT * (12 if rng.random() < _GREEDY else 1)
        while left > 0:
            some = [bad_request(rng, self.known) for _ in range(min(_AT_ONCE_ON_LINE, left))]
            left -= len(some)
            rest = bad_bytes(rng) if rng.random() < _BAD_BYTES else b""
            while some:
                some = some[await self._replied(address, some, rest) :]

    async def _replied(self, address: str, requests: list[bytes], rest: bytes) -> int:
        """Sends requests, then the rest; returns how many requests are done, answered or not."""
        line = await self._line(address, b"".join(requests), _STATUS)
        if not await line.until(lambda: len(line.found[0]) >= len(requests)):
            self.count.add("stuck")
        answers = len(line.found[0])
        await line.end(rest)
        self._count_answers(line.found[0], cut=not answers)
        # The connection has ended with the last answered request or, if none was, with the first.
        return answers or 1

    def _count_answers(self, answers: list[bytes], *, cut: bool) -> None:
        self.count.add("requests", len(answers) + cut)
        self.count.add("cut", cut)
        self.count.add("too_many", answers.count(b"429"))
        self.count.add("replied", len(answers) - answers.count(b"429"))
        self.count.add("broken", sum(status >= b"500" for status in answers))


def attack(port: int, known: Known, counts: SynchronizedArray[int], plan: Plan) -> None:
    """Sends everything planned; runs in its own process, so as not to delay the players."""
    many_files()
    uvloop.run(Attackers(port, known, Count(counts), plan).all())
