"""Repeated positions: those seen once, those seen twice, and how both are written as text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Set
from typing import Any, TypeVar

P = TypeVar("P", bound=Hashable)
Ordered = TypeVar("Ordered", bound=tuple[Any, ...])
Past = tuple[Set[P], Set[P]]
# Most games have a few dozen positions that can be repeated; only long games have this many. Every
# state copies one chunk: at this size it takes 2 KiB, so that a site can hold thousands of states.
_CHUNK_POSITIONS = 64


class Chunks(Set[P]):
    """A large immutable set; adding or removing a position copies only a small part of it."""

    __slots__ = ("chunks",)

    def __init__(self, chunks: tuple[frozenset[P], ...]) -> None:
        """The chunks must be disjoint."""
        self.chunks = chunks

    def __contains__(self, position: object) -> bool:
        return any(position in chunk for chunk in self.chunks)

    def __iter__(self) -> Iterator[P]:
        return (position for chunk in self.chunks for position in chunk)

    def __len__(self) -> int:
        return sum(map(len, self.chunks))

    def __hash__(self) -> int:
        return hash(frozenset(self))  # the hash of an equal plain set

    @classmethod
    def _from_iterable(cls, positions: Any) -> Set[P]:  # type: ignore[override]
        return frozenset(positions)


def past_with(now: P, once: Set[P], twice: Set[P]) -> Past[P]:
    """The positions seen once and those seen twice, with the position `now` added."""
    if now in once:
        return _without(once, now), _with(twice, now)
    return _with(once, now), twice


def _with(seen: Set[P], now: P) -> Set[P]:
    if isinstance(seen, frozenset) and len(seen) < _CHUNK_POSITIONS:
        return seen | {now}
    *full, last = _chunks(seen)
    if len(last) < _CHUNK_POSITIONS:
        return Chunks((*full, last | {now}))
    return Chunks((*full, last, frozenset((now,))))


def _without(seen: Set[P], now: P) -> Set[P]:
    if isinstance(seen, frozenset):
        return seen - {now}
    return Chunks(tuple(chunk - {now} if now in chunk else chunk for chunk in _chunks(seen)))


def _chunks(seen: Set[P]) -> tuple[frozenset[P], ...]:
    return seen.chunks if isinstance(seen, Chunks) else (frozenset(seen),)


def write_past(once: Set[Ordered], twice: Set[Ordered], write: Callable[[Ordered], str]) -> str:
    """The positions in order, each with a space before and its count after it: ` POSITION:2`."""
    past = [(position, 1) for position in once] + [(position, 2) for position in twice]
    return "".join(f" {write(position)}:{times}" for position, times in sorted(past))


def read_past(text: str, read: Callable[[str], P]) -> Past[P]:
    """The positions seen once and those seen twice, from a text of `write_past`."""
    seen: dict[str, set[P]] = {"1": set(), "2": set()}
    for word in text.split():
        position, _, times = word.rpartition(":")
        seen[times].add(read(position))
    return frozenset(seen["1"]), frozenset(seen["2"])
