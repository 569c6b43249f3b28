"""Positions that come back, in games of any length."""

from __future__ import annotations

import sys
from collections.abc import Set
from random import Random

from ludotheque.core import repetition
from ludotheque.core.repetition import Chunks, past_with, read_past, write_past

LONG = 4 * repetition._CHUNK_POSITIONS


def test_long_pasts_are_what_short_ones_are() -> None:
    rng, plain = Random(1), dict[tuple[int], int]()
    once: Set[tuple[int]] = frozenset()
    twice: Set[tuple[int]] = frozenset()
    for _ in range(LONG):
        now = (rng.randrange(LONG),)
        if plain.get(now) == 2:
            continue  # the game is over before a position is added a third time
        plain[now] = plain.get(now, 0) + 1
        once, twice = past_with(now, once, twice)
    assert isinstance(once, Chunks)
    expected = [frozenset(p for p, times in plain.items() if times == n) for n in (1, 2)]
    assert [once, twice] == expected == [once, twice]
    assert [hash(once), hash(twice)] == [hash(some) for some in expected]
    assert not once & twice
    written = write_past(once, twice, lambda position: str(position[0]))
    assert read_past(written, lambda text: (int(text),)) == (once, twice)


def test_a_position_more_or_less_copies_a_small_part_of_a_long_past() -> None:
    once: Set[tuple[int]] = frozenset()
    for number in range(LONG):
        once, _ = past_with((number,), once, frozenset())
    more, _ = past_with((LONG,), once, frozenset())
    less, _ = past_with((0,), once, frozenset())
    assert isinstance(once, Chunks)
    assert isinstance(more, Chunks)
    assert isinstance(less, Chunks)
    for changed in (more, less):
        known = set(map(id, once.chunks))
        copied = [chunk for chunk in changed.chunks if id(chunk) not in known]
        assert sum(map(len, copied)) <= repetition._CHUNK_POSITIONS


def test_each_state_of_a_long_game_takes_little_for_its_past() -> None:
    pasts: list[Set[tuple[int]]] = [frozenset()]
    for number in range(300):
        pasts.append(past_with((number,), pasts[-1], frozenset())[0])
    chunks = {id(one): one for past in pasts for one in getattr(past, "chunks", (past,))}
    assert sum(map(sys.getsizeof, chunks.values())) < 2_500 * len(pasts)
