"""Limits for how much each guest and network address holds at once: sockets and connections."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from typing import Protocol

from ludotheque.house.reader import Asker

# An address may open as many sockets as 20 guests, by default ten each for 40 people; as 50 more to
# sit at tables; and as two for visitors without a cookie.
GUESTS, _PLAYERS, _STRANGERS = 20, 50, 2


class Places:
    """Limits how many of something each guest and each address may hold at once."""

    def __init__(self, guest: int, address: int) -> None:
        """The most for one guest, and the most for an address with all its guests."""
        self._most = guest, address
        self._held = Counter[Hashable]()

    def take(self, asker: Asker) -> bool:
        """Takes a place; False if none is left. Strangers have only the limit of their address."""
        guest, address = self._most
        if self._held[asker.address] >= address:
            return False
        if asker.guest and self._held[asker] >= guest:
            return False
        self._held.update((asker, asker.address))
        return True

    def give_back(self, asker: Asker) -> None:
        """Gives back a place that was taken."""
        for key in (asker, asker.address):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class Sockets:
    """Limits the open sockets, so that players get theirs whatever else their address does."""

    def __init__(self, each: int) -> None:
        """Each guest may have `each` sockets as a player, and as many to watch."""
        self._players = Places(each, _PLAYERS * each)
        self._guests = Places(each, GUESTS * each)
        self._strangers = Places(each, _STRANGERS * each)

    def take(self, asker: Asker, *, plays: bool = False) -> bool:
        """Takes a place for a guest who `plays` at the table, or watches; False if none is left."""
        return self._of(asker, plays).take(asker)

    def give_back(self, asker: Asker, *, plays: bool = False) -> None:
        """Gives back a place that was taken."""
        self._of(asker, plays).give_back(asker)

    def _of(self, asker: Asker, plays: bool) -> Places:
        return self._players if plays else self._guests if asker.guest else self._strangers


class Connection(Protocol):
    """A connection that counts for its address."""

    @property
    def idle(self) -> bool:
        """Whether no request is being answered on it."""

    def give_way(self) -> None:
        """Closes the connection at once."""


class Connections:
    """Limits the open connections of each address; those of proxies do not count.

    A proxy opens many, and for whom it opened one is unknown until a request arrives.
    """

    def __init__(
        self, most: int, is_proxy: Callable[[str], bool], network_of: Callable[[str], str]
    ) -> None:
        """Allows `most` connections to the network of each address that is not a proxy."""
        self._most = most
        self._network_of = network_of
        self._held = defaultdict[str, dict[Connection, None]](dict)
        self._is_proxy = is_proxy

    def take(self, address: str, new: Connection) -> bool:
        """Counts a new connection, for which the oldest idle one gives way if there are too many.

        Returns False if none is idle.
        """
        if self._is_proxy(address):
            return True
        held = self._held[self._network_of(address)]
        if len(held) >= self._most:
            idle = next((old for old in held if old.idle), None)
            if idle is None:
                return False
            del held[idle]
            idle.give_way()
        held[new] = None
        return True

    def give_back(self, address: str, connection: Connection) -> None:
        """Stops counting a connection; has no effect if it is not counted."""
        network = self._network_of(address)
        held = self._held.get(network, {})
        held.pop(connection, None)
        if not held:
            self._held.pop(network, None)
