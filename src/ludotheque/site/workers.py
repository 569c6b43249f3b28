"""Worker processes, each with one piece of work at a time; a stuck one is killed."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import inf
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any, TypeVar, cast

from ludotheque.house.reader import Asker
from ludotheque.house.thinking.thinker import Dropped, Failed, Turn
from ludotheque.kernels import while_compiling
from ludotheque.play.work import Work
from ludotheque.site.limits import Turns, ended

T = TypeVar("T")

_BEGINS, _COMPILING, _COMPILED = "begins", "compiling", "compiled"
_DONE, _FAILED = "done", "failed"
# Starting imports a game and loads its word list or tables: seconds, more on a busy machine.
_LONGEST_START_S = 60.0
# All kernels of a game compile in about a minute; a slow machine gets five.
_LONGEST_COMPILATION_S = 300.0


def run_worker(pipe: Connection, niceness: int) -> None:
    """The loop of a worker process: receives work, reports its progress, and answers."""
    _end_with_the_site()
    os.nice(niceness)
    while_compiling(lambda busy: pipe.send((_COMPILING if busy else _COMPILED, "")))
    with suppress(EOFError, BrokenPipeError):  # a site that was killed leaves the pipe closed
        while True:
            pipe.send(_answered(pipe.recv(), pipe))


def _answered(work: Work[Any], pipe: Connection) -> tuple[str, Any]:
    """Runs the work; returns its answer, or the type of the error that it raised."""
    try:
        return _DONE, work.run(lambda: pipe.send((_BEGINS, "")))
    except Exception as error:  # the site reports it and goes on
        return _FAILED, type(error).__name__


def _end_with_the_site() -> None:
    """Ends this process as soon as its parent process has ended."""
    site = parent_process()
    assert site is not None

    def watch() -> None:
        site.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Worker:
    """One process, started by the first request, and again after it was killed."""

    def __init__(self, niceness: int) -> None:
        """Starts no process yet; a higher niceness is a lower priority."""
        self.niceness = niceness
        self._closed = False
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._changing = threading.Lock()

    def ask(self, work: Work[Any], seconds: float) -> Any:
        """Returns the answer; `seconds` limits the thinking, not the loading and compiling."""
        if self._process is not None and not self._process.is_alive():
            self.give_up()
        try:
            pipe = self._pipe or self._start()
            pipe.send(work)
            return _answer(pipe, seconds)
        except (TimeoutError, EOFError, OSError):
            self.give_up()
            raise

    def _start(self) -> Connection:
        context = get_context("spawn")
        with self._changing:
            if self._closed:
                raise EOFError
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(
                target=run_worker, args=(theirs, self.niceness), daemon=True
            )
            self._process.start()
            theirs.close()
            return self._pipe

    def give_up(self) -> None:
        """Kills the process, whatever it is doing."""
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = self._pipe = None

    def close(self) -> None:
        """Kills the process for good."""
        self._closed = True
        self.give_up()


def _answer(pipe: Connection, seconds: float) -> Any:
    """Waits for the answer; raises `TimeoutError` if the thinking takes too long."""
    left, thinking, compiling = seconds, False, False
    while True:
        before = monotonic()
        longest = left if thinking else _LONGEST_START_S
        if not pipe.poll(_LONGEST_COMPILATION_S if compiling else max(longest, 0.0)):
            raise TimeoutError
        left -= monotonic() - before if thinking and not compiling else 0.0
        kind, answer = pipe.recv()
        if kind == _DONE:
            return answer
        if kind == _FAILED:
            raise Failed(answer)
        thinking, compiling = thinking or kind == _BEGINS, kind == _COMPILING


class Workers:
    """A pool of processes; waiting for a free one does not count as thinking time."""

    def __init__(self, count: int, niceness: int = 0, idle_s: float = inf) -> None:
        """Starts no process yet; if there are several, one guest cannot use them all.

        To free memory, the processes end after `idle_s` seconds without work.
        """
        self._idle_s = idle_s
        self._ending: asyncio.TimerHandle | None = None
        self._all = [Worker(niceness) for _ in range(count)]
        self._free = list(self._all)
        self._threads = ThreadPoolExecutor(count, "worker")
        self._turns = Turns(count, guest=max(1, count - 1))

    async def ask(self, work: Work[T], seconds: float, turn: Turn) -> T:
        """The answer of a worker, in turn with other guests; raises `Dropped` if no longer wanted.

        Work that has begun is finished even if the caller is cancelled.
        """
        asker = turn.asker
        await self._turns.begin(asker, turn.rank)
        if not turn.wanted():
            self._turns.end(asker)
            raise Dropped
        return await ended(
            self._threads.submit(self._ask, work, seconds), partial(self._done, asker)
        )

    def _ask(self, work: Work[T], seconds: float) -> T:
        """Gives the work to a free worker; there is one for each of the threads that run this."""
        worker = self._free.pop()
        try:
            return cast(T, worker.ask(work, seconds))
        finally:
            self._free.append(worker)

    def _done(self, asker: Asker) -> None:
        """Gives the turn back, and restarts the timer that ends idle processes."""
        self._turns.end(asker)
        if self._ending is not None:
            self._ending.cancel()
        if self._idle_s < inf:
            loop = asyncio.get_running_loop()
            self._ending = loop.call_later(self._idle_s, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if not self._turns.busy:
            for worker in self._all:
                worker.give_up()

    def close(self) -> None:
        """Ends every process, and cancels the work that waits."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.close()
        self._threads.shutdown(wait=True)
