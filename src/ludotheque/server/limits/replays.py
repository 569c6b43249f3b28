"""Replays of whole games: in a thread of their own, so that nobody's move waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque.server.limits.turns import Asker, Turns

T = TypeVar("T")
# More threads would take more of Python's lock from the moves, and replay nothing sooner.
_AT_ONCE = 1


class Replays:
    """Does what replays a game for one guest after the other."""

    def __init__(self) -> None:
        """Starts no thread before somebody asks."""
        self._turns = Turns(_AT_ONCE)
        self._thread = ThreadPoolExecutor(_AT_ONCE, "replays")

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """What the work returns, or raises, once it is that guest's turn."""
        async with self._turns.turn(asker):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def stop(self) -> None:
        """Lets the work under way finish, and begins no other."""
        self._thread.shutdown(cancel_futures=True)
