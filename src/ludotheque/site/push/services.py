"""Shares out the calls to push services, so that one that never answers delays no other.

Anyone can name a push service, even one that never answers. Services that answered their last call
promptly are called at once; all others wait apart, in fewer calls, and fewer of them may wait.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

from cachetools import LRUCache

from ludotheque.house.reader import Asker
from ludotheque.site.limits import Turns

# Push services answer in a tenth of this, also from another continent.
_PROMPT_S, _MOST_REMEMBERED = 2.0, 100
# Calls at once: in all, for a guest, and for a service.
_PROMPT, _APART = (16, 4, 8), (8, 1, 2)
# Messages that wait apart: in all, and for a service. With a thousand in all (`pushes.py`), most of
# the room is left to services that answer.
_MOST_APART, _MOST_APART_OF_A_SERVICE = 300, 100


class CrowdedError(Exception):
    """Too many messages already wait for push services that do not answer promptly."""


class Services:
    """Gives turns to call push services, fairly for each guest and each service."""

    def __init__(self) -> None:
        self._answered: LRUCache[str, bool] = LRUCache(_MOST_REMEMBERED)
        self._prompt, self._slow = Turns(*_PROMPT), Turns(*_APART)
        self._apart = Counter[str]()

    @asynccontextmanager
    async def turn(self, endpoint: str, guest: str) -> AsyncIterator[None]:
        """Waits for a turn to call that address for a guest; notes how long the call takes.

        Raises CrowdedError if the service does not answer promptly and too many wait already.
        """
        host = urlsplit(endpoint).netloc.lower()
        if host not in self._answered:
            with self.apart(endpoint):
                async with self._slow.turn(Asker(_domain(host), guest)):
                    with self._timed(host):
                        yield
            return
        async with self._prompt.turn(Asker(host, guest)):
            with self._timed(host):
                yield

    @contextmanager
    def apart(self, endpoint: str) -> Iterator[None]:
        """Counts a message as waiting apart; raises CrowdedError if there are too many."""
        domain = _domain(urlsplit(endpoint).netloc.lower())
        if self._apart.total() >= _MOST_APART or self._apart[domain] >= _MOST_APART_OF_A_SERVICE:
            raise CrowdedError
        self._apart[domain] += 1
        try:
            yield
        finally:
            self._apart -= Counter([domain])

    @contextmanager
    def _timed(self, host: str) -> Iterator[None]:
        start = time.monotonic()
        try:
            yield
        finally:
            if time.monotonic() - start < _PROMPT_S:
                self._answered[host] = True
            else:
                self._answered.pop(host, None)


def _domain(host: str) -> str:
    """The last two labels of a host, since the owner of a domain has all names under it."""
    return ".".join(host.split(".")[-2:])
