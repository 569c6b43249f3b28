"""Caches of function results, whose memory together has one bound, set by the house.

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

DEFAULT_BOUND_KIB = 20_000
"""The default limit on the memory of all caches together."""
_USUAL_KIB = 1.0  # what a result takes with its arguments: 0.2 to 2 in most caches


class _Cache:
    """The cached results of one function, and the memory that they take."""

    def __init__(self, cached: Any) -> None:
        self.cached = cached
        self._weighed, self._weighed_kib = 0, 0.0

    @property
    def size(self) -> int:
        """The number of results."""
        size: int = self.cached.cache_info().currsize
        return size

    @property
    def kib(self) -> float:
        """The memory of the results: their number times the mean of those weighed."""
        return self.size * self._weighed_kib / max(self._weighed, 1)

    @property
    def wasted_kib(self) -> float:
        """The memory, times the share of calls for which no result was cached."""
        found: int = self.cached.cache_info().hits
        missed: int = 1 + self.cached.cache_info().misses
        return self.kib * missed / (found + missed)

    def count(self, kib: float) -> None:
        """Counts the memory of a new result."""
        self._weighed += 1
        self._weighed_kib += kib

    def clear(self) -> None:
        """Forgets all results."""
        self.cached.cache_clear()
        self._weighed, self._weighed_kib = 0, 0.0


class Results:
    """The caches of all decorated functions, with one limit on their memory together."""

    def __init__(self, bound_kib: float) -> None:
        self._bound_kib = bound_kib
        self._caches: list[_Cache] = []
        self._free_kib = 0.0
        self._counting = Lock()

    def __len__(self) -> int:
        return sum(cache.size for cache in self._caches)

    def kib(self) -> float:
        """The memory that all results take."""
        return sum(cache.kib for cache in self._caches)

    def set_bound(self, kib: float) -> None:
        """Sets the limit on the memory; the house calls this once."""
        self._bound_kib, self._free_kib = kib, 0.0

    def clear(self) -> None:
        """Empties all caches, so that a test does not depend on the calls of other tests."""
        for cache in self._caches:
            cache.clear()

    def bounded_cache(self, make: Callable[_Asked, _Made]) -> Callable[_Asked, _Made]:
        """Decorates a function of a module so that its results are cached by its arguments.

        It is not for methods, because the cache would keep their objects alive.
        """
        return self._cached(make, None, lambda _: _USUAL_KIB)

    def weighed_cache(
        self, weigh_kib: Callable[[Any], float]
    ) -> Callable[[Callable[_Asked, _Made]], Callable[_Asked, _Made]]:
        """Like `bounded_cache`, for results that take more memory than most."""
        return lambda make: self._cached(make, None, weigh_kib)

    def cache_of_large(
        self, most: int, kib: float = _USUAL_KIB
    ) -> Callable[[Callable[_Asked, _Made]], Callable[_Asked, _Made]]:
        """Like `bounded_cache`, for results that take much memory: keeps only the last `most`.

        `kib` is the memory of one result, which counts towards the limit of the house.
        """
        return lambda make: self._cached(make, most, lambda _: kib)

    def _cached(
        self,
        make: Callable[_Asked, _Made],
        most: int | None,
        weigh_kib: Callable[[Any], float],
    ) -> Callable[_Asked, _Made]:
        @wraps(make)
        def made(*args: _Asked.args, **named: _Asked.kwargs) -> _Made:
            result = make(*args, **named)
            kib = weigh_kib(result)
            self._make_room(kib)
            cache.count(kib)
            return result

        cache = _Cache(lru_cache(most)(made))  # a cache hit calls no Python code
        self._caches.append(cache)
        return cast(Callable[_Asked, _Made], cache.cached)

    def _make_room(self, kib: float) -> None:
        """Called before a new result is kept; at the limit, empties the least useful cache.

        That is the one that takes the most memory, unless its results are often found again.
        """
        self._free_kib -= kib  # threads can miscount by a few, until the next count
        if self._free_kib >= 0:
            return
        with self._counting:
            while (taken_kib := self.kib()) and taken_kib + kib > self._bound_kib:
                max(self._caches, key=lambda cache: cache.wasted_kib).clear()
            self._free_kib = self._bound_kib - taken_kib - kib


_results = Results(DEFAULT_BOUND_KIB)
set_bound = _results.set_bound
results_kib = _results.kib
clear = _results.clear
bounded_cache = _results.bounded_cache
weighed_cache = _results.weighed_cache
cache_of_large = _results.cache_of_large
