"""Games to print: each PDF is made once, in a worker process, and kept in memory."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from importlib.util import find_spec

from ludotheque.house.reader import Asker
from ludotheque.house.thinking.thinker import Thinker, Turn
from ludotheque.printing.work import PrintWork
from ludotheque.site.settings import Settings

_NEEDED = ("pyphen", "reportlab")  # the extra `print`
# Typesetting a leaflet takes 1 to 3 s of processor time, and longer on a busy machine.
_LONGEST_S = 120.0


class Prints:
    """The PDFs made so far: 3 MiB for all our games.

    What making them loads and computes takes ten times as much, so it is left to a process that
    ends when it has nothing to do.
    """

    def __init__(self, settings: Settings, thinker: Thinker) -> None:
        self.offered = settings.print and all(map(find_spec, _NEEDED))
        self._thinker = thinker
        self._made: dict[PrintWork, bytes] = {}
        self._making = defaultdict[PrintWork, asyncio.Lock](asyncio.Lock)

    @property
    def size(self) -> int:
        """The bytes of all PDFs made so far."""
        return sum(map(len, self._made.values()))

    async def get(self, wanted: PrintWork, asker: Asker) -> bytes:
        """Returns the PDF; the first request waits until it is made."""
        if wanted not in self._made:
            async with self._making[wanted]:
                if wanted not in self._made:  # unless an earlier request has made it meanwhile
                    made = await self._thinker.ask(wanted, _LONGEST_S, Turn(asker))
                    self._made[wanted] = made
        return self._made[wanted]
