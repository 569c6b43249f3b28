"""Positions that come back: which were seen once, and which twice."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


def past_with(now: P, once: frozenset[P], twice: frozenset[P]) -> tuple[frozenset[P], frozenset[P]]:
    """The positions seen once and those seen twice, after the position `now` is added."""
    if now in once:
        return once - {now}, twice | {now}
    return once | {now}, twice
