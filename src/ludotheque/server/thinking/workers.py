"""Processes that think: one piece of work at a time each, given up when it is stuck."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, Protocol, TypeVar, cast

from ludotheque.kernels import while_compiling

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_BEGINS, _COMPILING, _COMPILED = "begins", "compiling", "compiled"
_DONE, _FAILED = "done", "failed"
# Starting imports a game and loads its word list or tables: seconds, more on a busy machine.
_LONGEST_START_S = 60.0
# All kernels of a game compile in about a minute; a slow machine gets five.
_LONGEST_COMPILATION_S = 300.0


class Work(Protocol[T_co]):
    """Something to be worked out: it is sent to a process, and the answer is sent back."""

    def run(self, begins: Callable[[], None]) -> T_co:
        """The answer; calls `begins` once everything is loaded and the thinking starts."""
        ...


class Failed(Exception):
    """The work met an error of that kind."""


def attend(line: Connection, niceness: int) -> None:
    """The loop of a worker: takes work, says when it begins and when it compiles, answers."""
    _end_with_the_site()
    os.nice(niceness)
    while_compiling(lambda busy: line.send((_COMPILING if busy else _COMPILED, "")))
    while True:
        work: Work[Any] = line.recv()
        try:
            answer = _DONE, work.run(lambda: line.send((_BEGINS, "")))
        except Exception as error:  # the site reports it and goes on
            answer = _FAILED, type(error).__name__
        line.send(answer)


def _end_with_the_site() -> None:
    """Sees to it that this process does not outlive the one that started it."""
    site = parent_process()
    assert site is not None

    def watch() -> None:
        site.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Worker:
    """One process, started when it is first asked, and anew after it was given up."""

    def __init__(self, niceness: int) -> None:
        """Does not start yet; the nicer, the more it lets other processes go first."""
        self.niceness = niceness
        self._closed = False
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._changing = threading.Lock()

    def ask(self, work: Work[Any], seconds: float) -> Any:
        """The answer, within so many seconds of thinking: loading and compiling do not count."""
        if self._process is not None and not self._process.is_alive():
            self.give_up()
        try:
            line = self._line or self._start()
            line.send(work)
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
            self._process = context.Process(
                target=attend, args=(theirs, self.niceness), daemon=True
            )
            self._process.start()
            theirs.close()
            return self._line

    def give_up(self) -> None:
        """Ends the process, whatever it is doing."""
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = self._line = None

    def close(self) -> None:
        """Ends it for good."""
        self._closed = True
        self.give_up()


def _answer(line: Connection, seconds: float) -> Any:
    """What the worker answers before the thinking has taken too long."""
    left, thinking, compiling = seconds, False, False
    while True:
        before = monotonic()
        longest = left if thinking else _LONGEST_START_S
        if not line.poll(_LONGEST_COMPILATION_S if compiling else max(longest, 0.0)):
            raise TimeoutError
        left -= monotonic() - before if thinking and not compiling else 0.0
        told, answer = line.recv()
        if told == _DONE:
            return answer
        if told == _FAILED:
            raise Failed(answer)
        thinking, compiling = thinking or told == _BEGINS, told == _COMPILING


class Workers:
    """A number of processes; work waits, without its clock, until one of them is free."""

    def __init__(self, count: int, niceness: int = 0) -> None:
        """Starts none before work comes."""
        self._all = [Worker(niceness) for _ in range(count)]
        self._free = list(self._all)
        self._threads = ThreadPoolExecutor(count, "worker")

    async def ask(self, work: Work[T], seconds: float) -> T:
        """The answer of the first worker that is free."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._ask, work, seconds)

    def _ask(self, work: Work[T], seconds: float) -> T:
        """In a thread; there are as many threads as workers, so that one is free."""
        worker = self._free.pop()
        try:
            return cast(T, worker.ask(work, seconds))
        finally:
            self._free.append(worker)

    def rest(self) -> None:
        """Gives the memory of every process back; new ones come with the next work."""
        for worker in self._all:
            worker.give_up()

    def close(self) -> None:
        """Ends every process and every wait for one."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.close()
        self._threads.shutdown(wait=True)
