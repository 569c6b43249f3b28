"""`ludotheque arena`: bots against bots, with sides swapped."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager

from ludotheque.cli.arguments import Bad, check_players, kit_of, number, optional_number
from ludotheque.cli.progress import progress
from ludotheque.cli.random_games import percentage
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit
from ludotheque.play.arena import Pool, Score, arena, cluster, cores, rungs

EXAMPLE = "ludotheque arena plus4 strong regular --games 200 --seed 1"
ARGUMENTS = "spec bots... --games=N:100 --seed=SEED:0 --ladder --jobs=N --dask=ADDRESS --json"


def run(options: Namespace, say: Texts) -> None:
    """Prints the share that the first bot of each pair won (1/2 for a draw), and its interval."""
    kit = kit_of(options, say)
    bots = _bots(kit, options, say)
    games = number(options, "games", say, 1, 1_000_000)
    seed = number(options, "seed", say, 0, 10**12)
    jobs = optional_number(options, "jobs", say, 1, 1024)
    with _pool(options, jobs, say) as pool:
        pairs = rungs(kit) if options.ladder else [bots]
        scores = (_score(kit, pair, games, seed, pool, say) for pair in pairs)
        if options.json:
            print(json.dumps([score.as_json() for score in scores]))
        else:
            _print(kit, scores, games, say)


def _score(
    kit: AnyKit, pair: tuple[str, str], games: int, seed: int, pool: Pool, say: Texts
) -> Score:
    """Plays one pair, with a progress bar of its own."""
    with progress(say) as tell:
        return arena(kit, pair, games, seed, pool, tell)


def _print(kit: AnyKit, scores: Iterator[Score], games: int, say: Texts) -> None:
    print(say("arena.games", spec=kit.spec, n=games))
    for score in scores:
        print(_line(score, say), flush=True)


def _line(score: Score, say: Texts) -> str:
    one, other = score.bots
    return f"  {say('arena.pair', one=one, other=other):28} {percentage(score.share)}"


def _bots(kit: AnyKit, options: Namespace, say: Texts) -> tuple[str, str]:
    """The two bots that are named; two empty names with `--ladder`."""
    named = list(options.bots)
    check_players(kit, named, list(kit.bots), say)
    if options.ladder and not named:
        return ("", "")
    if options.ladder or len(named) != 2:
        raise Bad(say("bad.two_bots", known=", ".join(kit.bots)))
    return named[0], named[1]


def _pool(options: Namespace, jobs: int | None, say: Texts) -> AbstractContextManager[Pool]:
    if options.dask is None:
        return cores(jobs)
    try:
        return cluster(options.dask)
    except (OSError, ValueError) as error:
        raise Bad(say("bad.no_cluster", address=options.dask[:60])) from error
