"""Positions that come back: which were seen once and which twice, and how that is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

P = TypeVar("P", bound=Hashable)
Ordered = TypeVar("Ordered", bound=tuple[Any, ...])


def past_with(now: P, once: frozenset[P], twice: frozenset[P]) -> tuple[frozenset[P], frozenset[P]]:
    """The positions seen once and those seen twice, after the position `now` is added."""
    if now in once:
        return once - {now}, twice | {now}
    return once | {now}, twice


def write_past(
    once: frozenset[Ordered], twice: frozenset[Ordered], write: Callable[[Ordered], str]
) -> str:
    """The positions in order, each after a space and with how often it was seen: ` POSITION:2`."""
    past = [(position, 1) for position in once] + [(position, 2) for position in twice]
    return "".join(f" {write(position)}:{times}" for position, times in sorted(past))


def read_past(text: str, read: Callable[[str], P]) -> tuple[frozenset[P], frozenset[P]]:
    """The positions seen once and twice, from a text of `write_past`."""
    seen: dict[str, set[P]] = {"1": set(), "2": set()}
    for word in text.split():
        position, _, times = word.rpartition(":")
        seen[times].add(read(position))
    return frozenset(seen["1"]), frozenset(seen["2"])
