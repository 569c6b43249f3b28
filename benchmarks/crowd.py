"""Pairs of players who move at a fixed rate, in their own process, and their measurements.

Players have no tasks: messages are handled where they are read, so that the clients take as little
as possible of the cores that they share with the site.
"""

from __future__ import annotations

import asyncio
import gc
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import uvloop

from benchmarks.sockets import Line, many_files

_PATIENCE_S = 30.0  # a move that the other player has not seen by then has failed
_PING_AFTER_S = 20.0  # as the page does
_LOOK_EVERY_S = 1.0
_SEATED_AT_ONCE = 20  # more would only wait for one another
_SHORTEST_SLEEP_S = 0.001  # the resolution of the loop's timers
Now = time.perf_counter


@dataclass
class Tally:
    """The measurements of the players during a run."""

    latencies_s: list[float] = field(default_factory=list)
    answers_s: list[float] = field(default_factory=list)
    move_bytes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    failures: list[str] = field(default_factory=list)
    late: int = 0
    processor_s: float = 0.0


class Player(Line):
    """A player's socket, with the little of the view that is needed to move."""

    def __init__(self, pair: Pair) -> None:
        super().__init__()
        self.pair = pair
        self.seq = -1
        self.can_act = False
        self.over = False
        self.answered_at: float | None = None
        self.heard_at = Now()
        self.heard_bytes = 0
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def ready(self) -> None:
        """Waits for the first view."""
        await asyncio.wait_for(self._ready, _PATIENCE_S)

    def newer(self) -> None:
        """Notes that a message about the table has arrived."""
        if self._ready.done():
            self.pair.told(self)
        elif self.seq >= 0:
            self._ready.set_result(None)
            self.heard_bytes = 0

    @abstractmethod
    def act(self, rng: Random) -> None:
        """Sends a random move."""

    @abstractmethod
    def ping(self) -> None:
        """Sends a ping, if pages of the server do."""

    def lost(self) -> None:
        """Counts a lost connection as a failure."""
        self.pair.fail("a line was closed")


class Pair(ABC):
    """Two players at one table, who set up a new one when a game is over."""

    def __init__(self, port: int, number: int, game: str) -> None:
        self.port, self.game, self.rng = port, game, Random(number)
        self.tally = Tally()
        self.players: list[Player] = []
        self.mover: Player | None = None  # while a move is under way
        self.start = 0.0
        self.before = -1
        self.seen_at: float | None = None
        self.owed = 0
        self.seating: asyncio.Task[None] | None = None

    @abstractmethod
    async def sit(self) -> None:
        """Sets up a table and connects both players, up to their first view."""

    def stand_up(self) -> None:
        """Leaves the table."""
        for player in self.players:
            player.hang_up()
        self.players, self.mover = [], None

    @property
    def busy(self) -> bool:
        """Whether a move is under way, or a table is being set up."""
        return self.mover is not None or self.seating is not None

    def owe(self) -> None:
        """Makes a move now, or as soon as the previous one is done."""
        if self.busy:
            self.owed += 1
            self.tally.late += 1
        else:
            self._move()

    def told(self, player: Player) -> None:
        """Checks whether the move is done, after a player has received something."""
        mover = self.mover
        if mover is None:
            return
        if self.seen_at is None and player is not mover and player.seq > self.before:
            self.seen_at = player.heard_at
        if self.seen_at and mover.answered_at and mover.seq > self.before:
            self._done(mover, mover.answered_at, self.seen_at)

    def fail(self, why: str) -> None:
        """Counts a failure, and sets up a new table."""
        self.tally.failures.append(f"{self.game}: {why}")
        self._anew()

    def look(self, now: float) -> None:
        """Pings on silent connections; gives up a move that takes too long."""
        if self.mover is not None and now - self.start > _PATIENCE_S:
            self.fail("nobody has seen the move")
        for player in self.players:
            if now - player.heard_at >= _PING_AFTER_S:
                player.heard_at = now
                player.ping()

    def _move(self) -> None:
        first, second = self.players
        self.mover = first if first.can_act else second
        self.before, self.seen_at, self.mover.answered_at = self.mover.seq, None, None
        self.start = Now()
        try:
            self.mover.act(self.rng)
        except ValueError as error:
            self.fail(str(error))

    def _done(self, mover: Player, answered_at: float, seen_at: float) -> None:
        self.mover = None
        self.tally.latencies_s.append(seen_at - self.start)
        self.tally.answers_s.append(answered_at - self.start)
        for player in self.players:
            self.tally.move_bytes[self.game].append(player.heard_bytes)
            player.heard_bytes = 0
        if mover.over:
            self._anew()
        elif self.owed:
            self.owed -= 1
            self._move()

    def _anew(self) -> None:
        self.stand_up()
        if self.seating is None:
            self.seating = asyncio.create_task(self._sit_again())

    async def _sit_again(self) -> None:
        try:
            await self.sit()
        except (OSError, ValueError) as error:
            self.tally.failures.append(f"{self.game}: {error!r}")
            self.stand_up()
            await asyncio.sleep(_LOOK_EVERY_S)
            self.seating = asyncio.create_task(self._sit_again())
        else:
            self.seating = None


class Crowd:
    """All the pairs that play on one server."""

    def __init__(self, make: Callable[[int], Pair]) -> None:
        self.make = make
        self.pairs: list[Pair] = []
        self.turns = cycle(self.pairs)
        self.looking = asyncio.create_task(self._look())

    async def seat(self, tables: int) -> None:
        """Sets up tables, a few at a time; leaves earlier ones."""
        for pair in self.pairs:
            pair.stand_up()
        self.pairs = [self.make(number) for number in range(tables)]
        self.turns = cycle(self.pairs)
        for start in range(0, tables, _SEATED_AT_ONCE):
            some = self.pairs[start : start + _SEATED_AT_ONCE]
            await asyncio.gather(*(pair.sit() for pair in some))

    async def play(self, rate: float, seconds: float) -> Tally:
        """Plays `rate` moves a second, at one table after the other; returns the measurements."""
        tally = Tally()
        for pair in self.pairs:
            pair.tally = tally
        gc.collect()  # not in the middle of a move
        used = time.process_time()
        await self._moves(rate, round(rate * seconds))
        for pair in self.pairs:
            pair.owed = 0
        await self._idle()
        tally.processor_s = time.process_time() - used
        return tally

    async def _moves(self, rate: float, moves: int) -> None:
        start, made = Now(), 0
        while made < moves:
            while made < moves and start + made / rate <= Now():
                next(self.turns).owe()
                made += 1
            await asyncio.sleep(max(_SHORTEST_SLEEP_S, start + made / rate - Now()))

    async def _idle(self) -> None:
        """Waits for the moves and tables that are under way, but not forever."""
        deadline = Now() + 2 * _PATIENCE_S
        while any(pair.busy for pair in self.pairs) and Now() < deadline:
            await asyncio.sleep(_SHORTEST_SLEEP_S * 10)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_EVERY_S)
            for pair in self.pairs:
                pair.look(Now())


class Clients:
    """Starts a crowd in another process, and controls it."""

    def __init__(self, make: Callable[[int], Pair]) -> None:
        self._wire, theirs = get_context("spawn").Pipe()
        self._process = get_context("spawn").Process(target=_serve, args=(theirs, make))
        self._process.start()

    def seat(self, tables: int) -> None:
        """Sets up tables in place of earlier ones."""
        self._ask("seat", tables)

    def play(self, rate: float, seconds: float) -> Tally:
        """Plays `rate` moves a second, and returns the measurements."""
        found: Tally = self._ask("play", rate, seconds)
        return found

    def stop(self) -> None:
        """Ends the process."""
        self._wire.send(None)
        self._process.join()

    def _ask(self, name: str, *arguments: float) -> Any:
        self._wire.send((name, *arguments))
        return self._wire.recv()


def _serve(wire: Connection, make: Callable[[int], Pair]) -> None:
    many_files()
    gc.disable()
    uvloop.run(_obey(wire, make))


async def _obey(wire: Connection, make: Callable[[int], Pair]) -> None:
    crowd, loop = Crowd(make), asyncio.get_running_loop()
    while (order := await loop.run_in_executor(None, wire.recv)) is not None:
        name, *arguments = order
        wire.send(await getattr(crowd, name)(*arguments))
