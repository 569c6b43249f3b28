"""The arena: sides swapped, the same games everywhere, intervals that mean something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import pairwise
from typing import Any

import pytest

from ludotheque import load
from ludotheque.play.arena import (
    Bout,
    Played,
    arena,
    bouts,
    cluster,
    cores,
    ladder,
    play_bout,
)


class Here:
    """Plays at once, in this process."""

    def submit(self, work: Any, bout: Bout, /) -> Future[Played]:
        done: Future[Played] = Future()
        done.set_result(work(bout))
        return done


@pytest.mark.parametrize("spec", ["plus4", "redline(players=3)"])
def test_each_bot_sits_on_every_seat_and_every_seat_begins(spec: str) -> None:
    kit = load(spec)
    seats = kit.game.seats
    easy = list(kit.bots)[1]
    games = list(bouts(kit, easy, "random", seats * seats * 2, 7))
    assert Counter((b.challenger, b.first) for b in games) == {
        (guest, first): 2 for guest in range(seats) for first in range(seats)
    }
    for bout in games:
        assert [n for n, bot in enumerate(bout.seating) if bot == easy] == [bout.challenger]
    by_seed = Counter(b.seed for b in games)
    assert set(by_seed.values()) == {seats}, "games of one deal differ only in who sits where"


def test_games_of_one_deal_share_their_chance() -> None:
    kit = load("redline")
    one, other = (play_bout(b) for b in list(bouts(kit, list(kit.bots)[1], "random", 2, 3)))
    dealt = [action for action in one.actions if action.startswith("+")][:10]
    assert dealt == [action for action in other.actions if action.startswith("+")][:10]


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    kit = load("plus4")
    games = list(bouts(kit, "beginner", "random", 6, 1))
    assert [play_bout(b) for b in games] == [play_bout(b) for b in games]
    assert [play_bout(b) for b in bouts(kit, "beginner", "random", 6, 2)] != [
        play_bout(b) for b in games
    ]


def test_a_better_bot_gets_more_and_equals_get_their_fair_share() -> None:
    kit = load("plus4")
    score = arena(kit, ("regular", "random"), 30, 1, Here())
    assert score.share.low > 0.5
    assert score.games == 30
    equal = arena(kit, ("random", "random"), 200, 1, Here())
    assert equal.share.low < equal.fair < equal.share.high


def test_the_ladder_has_a_rung_for_each_pair_of_neighbours() -> None:
    kit = load("babylone(start=3,3,3,3)")
    names = list(kit.bots)
    scores = list(ladder(kit, 4, 1, Here()))
    assert [score.bots for score in scores] == list(zip(names[1:], names, strict=False))


def every_level() -> Iterator[Bout]:
    """A game of each level against its neighbour."""
    for spec in ("plus4(mode=endless,target=1)", "babylone"):
        kit = load(spec)
        for lower, upper in pairwise(kit.bots):
            yield from bouts(kit, upper, lower, 1, 5)


def test_all_cores_and_a_cluster_of_two_play_the_same_games() -> None:
    from distributed import LocalCluster  # noqa: PLC0415  # takes long, in every worker

    kit = load("plus4")
    games = [*bouts(kit, "expert", "strong", 4, 5), *every_level()]
    here = [play_bout(b) for b in games]
    seen: list[float] = []
    with cores(2) as pool:
        assert [pool.submit(play_bout, b).result() for b in games] == here
        counted = arena(kit, ("strong", "casual"), 8, 5, pool, seen.append)
    assert seen == [done / 8 for done in range(1, 9)]
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
        ) as scheduler,
        cluster(scheduler.scheduler_address) as pool,
    ):
        assert [pool.submit(play_bout, b).result() for b in games] == here
        assert arena(kit, ("strong", "casual"), 8, 5, pool, seen.append) == counted
