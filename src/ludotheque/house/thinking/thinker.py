"""The interface for long work: done in processes of the site, or in a Worker of the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

from ludotheque.house.reader import Asker
from ludotheque.play.work import Work
from ludotheque.table.table import Table

T = TypeVar("T")

PEOPLE, BOTS_ALONE = range(2)
"""The ranks of work: work that a person waits for comes before games among bots."""


class Failed(Exception):
    """The work raised an error, which the message names."""


class Dropped(Exception):
    """The work was dropped before it began, because its answer was no longer wanted."""


class Turn(NamedTuple):
    """A place in the queue: whom it is charged to, its rank, and whether it is still wanted."""

    asker: Asker
    rank: int = PEOPLE
    wanted: Callable[[], bool] = lambda: True


Announce = Callable[[Table], object]
"""Shows a stored change of a table to all who follow it."""


class Thinker(Protocol):
    """Does long work, such as a bot's search, outside the event loop."""

    async def ask(self, work: Work[T], seconds: float, turn: Turn) -> T:
        """Returns the result of the work, which may take that many seconds once it has begun.

        Raises `Dropped` if it is not `wanted` when its turn comes, `Failed` if the work failed,
        `TimeoutError` if it took too long, and `EOFError` or `OSError` if its process died.
        """
