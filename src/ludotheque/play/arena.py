"""Bots against bots: the same chance for both sides, on all cores or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from typing import Any, Protocol

from ludotheque.core.estimate import Estimate, share
from ludotheque.core.game import Seat
from ludotheque.core.solver import Progress
from ludotheque.core.teacher import finished
from ludotheque.games import AnyKit, load
from ludotheque.play.match import Match


@dataclass(frozen=True, slots=True)
class Bout:
    """One game to be played: who sits where, who begins, and the seed of all chance."""

    spec: str
    seating: tuple[str, ...]
    guest: Seat
    first: Seat
    seed: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: what the first bot got of it, and every action."""

    score: float
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What the first bot got against the second, a draw being half, with its interval.

    Draws spread less than wins and losses: the interval is never too narrow for them.
    """

    bots: tuple[str, str]
    games: int
    share: Estimate
    fair: float

    def as_json(self) -> dict[str, Any]:
        """The same as plain values; `fair` is what equals would get."""
        return {
            "bots": list(self.bots),
            "games": self.games,
            "share": self.share.value,
            "interval": [self.share.low, self.share.high],
            "fair": self.fair,
        }


class Pool(Protocol):
    """Where bouts are played: something that takes work and gives futures."""

    def submit(self, work: Callable[[Bout], Played], bout: Bout, /) -> Any:
        """The promise of that game."""
        ...


def bouts(kit: AnyKit, one: str, other: str, games: int, seed: int) -> Iterator[Bout]:
    """The first bot sits on every seat in turn, the second on the others; so does who begins.

    Games that differ only in who sits where share their seed, and with it all that chance does
    before the players make a difference.
    """
    seats = kit.game.seats
    for number in range(games):
        deal, guest = divmod(number, seats)
        seating = tuple(one if seat == guest else other for seat in range(seats))
        yield Bout(kit.spec, seating, guest, deal % seats, f"{seed}:{deal}")


def play_bout(bout: Bout) -> Played:
    """Plays one game to its end."""
    kit, rng = load(bout.spec), Random(bout.seed)
    match = Match(kit, first=bout.first)
    minds = [Random(f"{bout.seed}:{seat}") for seat in range(kit.game.seats)]
    match.settle(rng)
    while match.outcome is None:
        turn = match.turn
        assert turn is not None
        match.move(kit.bots[bout.seating[turn]], minds[turn])
        match.settle(rng)
    write = kit.game.notation.write_action
    return Played(finished(match.outcome)[bout.guest].share, tuple(map(write, match.actions)))


def arena(
    kit: AnyKit,
    bots: tuple[str, str],
    games: int,
    seed: int,
    pool: Pool,
    progress: Progress | None = None,
) -> Score:
    """Plays that many games and adds them up; the same games on whatever pool."""
    jobs = [pool.submit(play_bout, bout) for bout in bouts(kit, *bots, games, seed)]
    if progress is not None:
        for done, _ in enumerate(_finished(jobs), start=1):
            progress(done / games)
    scores = [job.result().score for job in jobs]
    return Score(bots, games, share(sum(scores), games), 1 / kit.game.seats)


def ladder(
    kit: AnyKit,
    games: int,
    seed: int,
    pool: Pool,
    progress: Progress | None = None,
) -> Iterator[Score]:
    """Every level against the one below it, the weakest first."""
    for pair in rungs(kit):
        yield arena(kit, pair, games, seed, pool, progress)


def rungs(kit: AnyKit) -> Iterator[tuple[str, str]]:
    """Every level with the one below it, the weakest first."""
    for lower, upper in pairwise(kit.bots):
        yield upper, lower


@contextmanager
def cores(jobs: int | None = None) -> Iterator[Executor]:
    """This machine's cores."""
    with ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield pool


def cluster(address: str) -> AbstractContextManager[Pool]:
    """The workers of a Dask scheduler, such as `tcp://127.0.0.1:8786`."""
    from distributed import Client  # noqa: PLC0415  # only a cluster needs it

    return _leaving(Client(address, timeout=10))


@contextmanager
def _leaving(client: Any) -> Iterator[Pool]:
    """The client's pool; the client leaves the cluster at the end."""
    with client:
        yield client.get_executor(pure=False)


def _finished(jobs: Sequence[Any]) -> Iterator[Any]:
    """Each job once it is done; in order where the pool knows no other."""
    if jobs and isinstance(jobs[0], Future):
        return as_completed(jobs)
    return (job for job in jobs if job.result())
