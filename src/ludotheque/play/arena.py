"""Games of bots against bots, with equal chances for both, on all cores or on a cluster."""

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
from ludotheque.core.game import Seat, mover
from ludotheque.core.solver import Progress
from ludotheque.core.teacher import finished
from ludotheque.games import AnyKit, load
from ludotheque.play.match import Match

# A running scheduler answers at once; a wrong address should fail soon.
_CLUSTER_ANSWERS_WITHIN_S = 10


@dataclass(frozen=True, slots=True)
class Bout:
    """One game to be played: the bot of each seat, who begins, and the random seed.

    `challenger` is the seat of the first of the two bots that are compared.
    """

    spec: str
    seating: tuple[str, ...]
    challenger: Seat
    first: Seat
    seed: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: the share of a win that the first bot got, and every action."""

    score: float
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The share of games that the first bot won, a draw counting as half, with its interval.

    The interval is that of wins and losses; draws vary less, so it is never too narrow.
    """

    bots: tuple[str, str]
    games: int
    share: Estimate
    fair: float

    def as_json(self) -> dict[str, Any]:
        """The score as plain values; `fair` is the share expected of equally strong bots."""
        return {
            "bots": list(self.bots),
            "games": self.games,
            "share": self.share.value,
            "interval": [self.share.low, self.share.high],
            "fair": self.fair,
        }


class Pool(Protocol):
    """Where bouts are played: any kind of executor that returns futures."""

    def submit(self, work: Callable[[Bout], Played], bout: Bout, /) -> Any:
        """Starts a game; returns its future."""


def bouts(kit: AnyKit, one: str, other: str, games: int, seed: int) -> Iterator[Bout]:
    """The games to play: the first bot takes each seat in turn, and each seat begins in turn.

    Games that differ only in who sits where share their seed, so that chance does the same in
    them until the players choose differently.
    """
    seats = kit.game.seats
    for number in range(games):
        deal, challenger = divmod(number, seats)
        seating = tuple(one if seat == challenger else other for seat in range(seats))
        yield Bout(kit.spec, seating, challenger, deal % seats, f"{seed}:{deal}")


def play_bout(bout: Bout) -> Played:
    """Plays one game to its end."""
    kit, rng = load(bout.spec), Random(bout.seed)
    match = Match(kit, first=bout.first)
    rngs = [Random(f"{bout.seed}:{seat}") for seat in range(kit.game.seats)]
    match.settle(rng)
    while match.outcome is None:
        turn = mover(kit.game, match.state)
        match.move(kit.bots[bout.seating[turn]], rngs[turn])
        match.settle(rng)
    write = kit.game.notation.write_action
    return Played(finished(match.outcome)[bout.challenger].share, tuple(map(write, match.actions)))


def arena(
    kit: AnyKit,
    bots: tuple[str, str],
    games: int,
    seed: int,
    pool: Pool,
    progress: Progress | None = None,
) -> Score:
    """Plays that many games, which are the same on any pool, and adds up their scores."""
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
    """Pairs of a level and the one below it, the weakest first."""
    for lower, upper in pairwise(kit.bots):
        yield upper, lower


@contextmanager
def cores(jobs: int | None = None) -> Iterator[Executor]:
    """A pool of that many processes, by default one for each core of this machine."""
    with ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield pool


def cluster(address: str) -> AbstractContextManager[Pool]:
    """The workers of a Dask scheduler, such as `tcp://127.0.0.1:8786`."""
    from distributed import Client  # noqa: PLC0415  # only a cluster needs it

    return _leaving(Client(address, timeout=_CLUSTER_ANSWERS_WITHIN_S))


@contextmanager
def _leaving(client: Any) -> Iterator[Pool]:
    """The pool of a client, which is disconnected at the end."""
    with client:
        yield client.get_executor(pure=False)


def _finished(jobs: Sequence[Any]) -> Iterator[Any]:
    """Each job as soon as it is done; in their order if the pool has its own kind of futures."""
    if jobs and isinstance(jobs[0], Future):
        return as_completed(jobs)
    return (job for job in jobs if job.result())
