"""What painters share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

from ludotheque.core.scene import Circle, Group, LastMade, Paint


def test_what_was_made_last_is_given_again_and_nothing_older() -> None:
    made = LastMade(lambda word, number: [word, number])
    first = made("a", 1)
    assert made("".join(["a"]), 1) is first
    assert made("a", 2) == ["a", 2]
    assert made("a", 1) == first
    assert made("a", 1) is not first


def test_threads_never_get_what_another_asked_for() -> None:
    made = LastMade(lambda number: [number])

    def asks(seed: int) -> bool:
        rng = Random(seed)
        return all(made(n) == [n] for n in (rng.randrange(3) for _ in range(5000)))

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(asks, range(4)))


def test_groups_with_the_same_ends_are_told_apart() -> None:
    """Though their hashes are the same, which look at the ends only."""
    a, b, c = (Circle(n, n, 1, Paint("ink")) for n in range(3))
    assert hash(Group((a, b, a))) == hash(Group((a, c, a)))
    assert len({Group((a, b, a)), Group((a, c, a)), Group((a, b, a))}) == 2
