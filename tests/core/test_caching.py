"""What functions keep stays within the bound that the house sets."""

from __future__ import annotations

from threading import Thread

import pytest

from ludotheque.core.caching import Results

BOUND = 100


@pytest.fixture
def results() -> Results:
    return Results(BOUND)


def test_the_same_is_made_once(results: Results) -> None:
    made = results.bounded_cache(lambda number: [number])
    assert made(1) is made(1)
    assert made(1) is not made(2)


def test_all_functions_together_keep_no_more_than_the_bound(results: Results) -> None:
    few, many = (
        results.bounded_cache(lambda number: [number]),
        results.bounded_cache(lambda number: [number]),
    )
    kept = [few(number) for number in range(10)]
    for number in range(10 * BOUND):
        many(number)
        assert len(results) <= BOUND
    assert [few(number) for number in range(10)] == kept
    assert all(few(number) is kept[number] for number in range(10)), "the one with most forgets"


def test_large_results_count_for_more(results: Results) -> None:
    small = results.bounded_cache(lambda number: number)
    large = results.weighed_cache(len)(lambda size: [0] * size)
    kept = [small(number) for number in range(BOUND // 5)]
    for size in range(1, BOUND // 2):
        large(size)
        assert results.kib() <= BOUND
        assert len(results) >= len(kept), "the cache that takes most is emptied"
    large(10 * BOUND)
    assert len(results) == 1
    small(1)
    assert results.kib() == 1


def test_results_that_are_found_again_stay(results: Results) -> None:
    often = results.bounded_cache(lambda number: [number])
    never = results.bounded_cache(lambda number: [number])
    kept = [often(number) for number in range(BOUND // 2)]
    for number in range(10 * BOUND):
        assert often(number % len(kept)) is kept[number % len(kept)]
        never(number)
        assert len(results) <= BOUND


def test_a_house_may_set_another_bound_at_any_time(results: Results) -> None:
    made = results.bounded_cache(lambda number: number)
    for number in range(BOUND // 2):
        made(number)
    results.set_bound(BOUND // 10)
    made(BOUND)
    assert len(results) <= BOUND // 10


def test_large_results_are_few_those_asked_for_last(results: Results) -> None:
    made = results.cache_of_large(2)(lambda number: [number])
    first, second = made(1), made(2)
    assert made(1) is first
    made(3)
    assert made(1) is first
    assert made(2) is not second


def test_threads_keep_the_bound_and_get_what_they_asked_for(results: Results) -> None:
    made, wrong = results.bounded_cache(lambda number: [number]), list[int]()

    def ask() -> None:
        wrong.extend(number for number in range(20 * BOUND) if made(number) != [number])

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(results) <= BOUND + len(threads)
