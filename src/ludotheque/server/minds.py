"""The processes in which bots think: one thought at a time each, given up when one gets stuck."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from time import monotonic
from typing import Protocol

from ludotheque.core.player import Prepared
from ludotheque.games import load
from ludotheque.kernels import while_compiling
from ludotheque.play.levels import chosen

_BEGINS, _COMPILING, _COMPILED = "begins", "compiling", "compiled"
_DONE, _FAILED = "done", "failed"
_LONGEST_START = 60.0
_LONGEST_COMPILATION = 300.0


class Thinkable(Protocol):
    """What can be asked: a small value that travels to the process and is thought there."""

    def think(self, begins: Callable[[], None]) -> str:
        """The answer; says when what comes before thinking is done."""
        ...


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot does in a position of a game, with which chance."""

    spec: str
    state: str
    bot: str
    seed: int

    def think(self, begins: Callable[[], None]) -> str:
        """Its action; the bot is prepared before it begins."""
        kit = load(self.spec)
        state = kit.game.notation.read_state(self.state)
        player = kit.bots[self.bot]
        if isinstance(player, Prepared):
            player.prepare()
        begins()
        action = chosen(kit, self.bot, state, Random(self.seed))
        return kit.game.notation.write_action(action)


class Failed(Exception):
    """The thought met an error of that kind."""


def attend(line: Connection) -> None:
    """Thinks whenever it is asked to; says when it begins, when it compiles, and its answer."""
    end_with_the_site()
    while_compiling(lambda busy: line.send((_COMPILING if busy else _COMPILED, "")))
    while True:
        thought = line.recv()
        try:
            answer = _DONE, thought.think(lambda: line.send((_BEGINS, "")))
        except Exception as error:  # the site tells it and goes on
            answer = _FAILED, type(error).__name__
        line.send(answer)


def end_with_the_site() -> None:
    """Sees to it that this process does not outlive the one that started it."""
    site = parent_process()
    assert site is not None

    def watch() -> None:
        site.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Mind:
    """One process, started when it is first asked, and anew after it was given up."""

    def __init__(self) -> None:
        """Does not start yet."""
        self._closed = False
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._changing = threading.Lock()

    def ask(self, thought: Thinkable, seconds: float) -> str:
        """The answer, within so many seconds of thinking: preparing and compiling do not count."""
        if self._process is not None and not self._process.is_alive():
            self.give_up()
        try:
            line = self._line or self._start()
            line.send(thought)
            return _answer(line, seconds)
        except (TimeoutError, EOFError, OSError):
            self.give_up()
            raise

    def _start(self) -> Connection:
        context = get_context("spawn")
        with self._changing:
            if self._closed:
                raise EOFError
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=attend, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            return self._line

    def give_up(self) -> None:
        """Ends the process, whatever it is about."""
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = self._line = None

    def close(self) -> None:
        """Ends it for good."""
        self._closed = True
        self.give_up()


def _answer(line: Connection, seconds: float) -> str:
    """What comes over the line before the thinking has taken too long."""
    left, thinking, compiling = seconds, False, False
    while True:
        before = monotonic()
        longest = left if thinking else _LONGEST_START
        if not line.poll(_LONGEST_COMPILATION if compiling else max(longest, 0.0)):
            raise TimeoutError
        left -= monotonic() - before if thinking and not compiling else 0.0
        told, text = line.recv()
        if told == _DONE:
            return str(text)
        if told == _FAILED:
            raise Failed(text)
        thinking, compiling = thinking or told == _BEGINS, told == _COMPILING


class Minds:
    """So many processes; a thought waits, without its clock, until one of them is free."""

    def __init__(self, count: int) -> None:
        """Starts none before a thought comes."""
        self._all = [Mind() for _ in range(count)]
        self._free = list(self._all)
        self._threads = ThreadPoolExecutor(count, "mind")

    async def ask(self, thought: Thinkable, seconds: float) -> str:
        """The answer of the first mind that is free."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._ask, thought, seconds)

    def _ask(self, thought: Thinkable, seconds: float) -> str:
        """In a thread; there are as many as minds, so that one is free."""
        mind = self._free.pop()
        try:
            return mind.ask(thought, seconds)
        finally:
            self._free.append(mind)

    def close(self) -> None:
        """Ends every process and every wait for one."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for mind in self._all:
            mind.close()
        self._threads.shutdown(wait=True)
