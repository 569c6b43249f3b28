"""Caches of function results, whose total size has one bound, set by the house.

A plain `functools.cache` is for functions without arguments, or whose arguments have few values,
such as a game, a language, a tile or a square of a board. Results that depend on people, their
names or the positions of tables go into `bounded_cache`, and so do all others whose number can
grow. The rules of a game cache nothing. Keys hold the arguments themselves, never their `id()`:
another object can get the address of one that is gone. `tests/repository/test_caches.py` checks
this. `Texts` and `Steps` can be arguments although they compare by identity, since each is made
only once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")

DEFAULT_BOUND = 20_000
"""The default limit on the results in all caches together; a result takes about 1 KiB."""


class Results:
    """The caches of all decorated functions, with one limit on the total number of results."""

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self._caches: list[Any] = []
        self._free = 0
        self._counting = Lock()

    def __len__(self) -> int:
        return sum(cached.cache_info().currsize for cached in self._caches)

    def set_bound(self, bound: int) -> None:
        """Sets the limit on the results; the house calls this once."""
        self._bound, self._free = bound, 0

    def clear(self) -> None:
        """Empties all caches, so that a test does not depend on the calls of other tests."""
        for cached in self._caches:
            cached.cache_clear()

    def bounded_cache(self, make: Callable[_Asked, _Made]) -> Callable[_Asked, _Made]:
        """Decorates a function of a module so that its results are cached by its arguments.

        It is not for methods, because the cache would keep their objects alive.
        """
        return self._cached(make, None)

    def cache_of_large(
        self, most: int
    ) -> Callable[[Callable[_Asked, _Made]], Callable[_Asked, _Made]]:
        """Like `bounded_cache`, for results that take much memory: keeps only the last `most`."""
        return lambda make: self._cached(make, most)

    def _cached(self, make: Callable[_Asked, _Made], most: int | None) -> Callable[_Asked, _Made]:
        @wraps(make)
        def made(*args: _Asked.args, **named: _Asked.kwargs) -> _Made:
            self._make_room()
            return make(*args, **named)

        cached = lru_cache(most)(made)  # a cache hit calls no Python code
        self._caches.append(cached)
        return cast(Callable[_Asked, _Made], cached)

    def _make_room(self) -> None:
        """Called before each new result; at the limit, empties the cache with the most results."""
        self._free -= 1  # threads can miscount by a few, until the next count
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
