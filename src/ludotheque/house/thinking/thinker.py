"""Where work is done that takes long: in processes of the site, or in a Worker of the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from ludotheque.house.reader import Asker
from ludotheque.play.work import Work

T = TypeVar("T")

PEOPLE, BOTS_ALONE = range(2)
"""The ranks of work: what a person waits for comes before what bots do among themselves."""


class Failed(Exception):
    """The work raised an error; the message is its kind."""


class Dropped(Exception):
    """The answer is no longer wanted, and the work has not begun."""


class Thinker(Protocol):
    """Works things out, one after the other."""

    async def ask(
        self,
        work: Work[T],
        seconds: float,
        asker: Asker,
        rank: int = PEOPLE,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """The answer, within that many seconds of thinking.

        Raises `Dropped` if it is not `wanted` when its turn comes, `Failed` if the work failed,
        `TimeoutError` if it took too long, and `EOFError` or `OSError` if its process died.
        """
