"""The cache of functions: what they return is kept within one bound, which the house sets.

A plain `functools.cache` is for what is constant by nature: it asks for nothing, or for one of a
few values such as a game, a language, a tile, a square of a board. Whatever people, their names or
the positions of tables go into is kept by `bounded_cache`, as is whatever may grow by use. The
rules of a game keep nothing. An argument is compared by its value, never by its address.
`tests/repository/test_caches.py` holds this.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")

DEFAULT_BOUND = 20_000
"""How many results all functions keep together where no house says otherwise; one takes 1 KiB."""


class Results:
    """The results that functions keep together, and how many there may be."""

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self._caches: list[Any] = []
        self._free = 0
        self._counting = Lock()

    def __len__(self) -> int:
        return sum(cached.cache_info().currsize for cached in self._caches)

    def set_bound(self, bound: int) -> None:
        """Sets how many results are kept; the house does so once."""
        self._bound, self._free = bound, 0

    def clear(self) -> None:
        """Forgets all results, for a test that must not depend on what others have asked for."""
        for cached in self._caches:
            cached.cache_clear()

    def bounded_cache(self, make: Callable[_Asked, _Made]) -> Callable[_Asked, _Made]:
        """A function of a module that returns again what it returned for the same arguments.

        It is not for methods: the objects that they belong to would be kept too.
        """
        return self._cached(make, None)

    def cache_of_large(
        self, most: int
    ) -> Callable[[Callable[_Asked, _Made]], Callable[_Asked, _Made]]:
        """The same for results that take much memory: those of its last `most` arguments stay."""
        return lambda make: self._cached(make, most)

    def _cached(self, make: Callable[_Asked, _Made], most: int | None) -> Callable[_Asked, _Made]:
        @wraps(make)
        def made(*args: _Asked.args, **named: _Asked.kwargs) -> _Made:
            self._make_room()
            return make(*args, **named)

        cached = lru_cache(most)(made)  # what is known already costs no call of Python
        self._caches.append(cached)
        return cast(Callable[_Asked, _Made], cached)

    def _make_room(self) -> None:
        """Called before each new result; at the bound, the function with most forgets its own."""
        self._free -= 1  # threads may get this wrong by a few, until results are counted again
        if self._free >= 0:
            return
        with self._counting:
            while len(self) >= max(self._bound, 1):
                max(self._caches, key=lambda cached: cached.cache_info().currsize).cache_clear()
            self._free = self._bound - len(self) - 1


_results = Results(DEFAULT_BOUND)
set_bound = _results.set_bound
clear = _results.clear
bounded_cache = _results.bounded_cache
cache_of_large = _results.cache_of_large
