"""`ludotheque random-games`: statistics of uniformly random games."""

from __future__ import annotations

import json
from argparse import Namespace
from random import Random

from ludotheque.cli.arguments import kit_of, number, optional_number
from ludotheque.cli.progress import progress
from ludotheque.core.estimate import Estimate
from ludotheque.core.texts import Texts
from ludotheque.play.stats import random_games

EXAMPLE = "ludotheque random-games redline --games 1000 --seed 1 --json"
ARGUMENTS = "spec --games=N:1000 --seed=SEED --json"


def run(options: Namespace, say: Texts) -> None:
    """Prints shares of wins by order of play, the beginner first, and the mean length."""
    kit = kit_of(options, say)
    games = number(options, "games", say, 1, 10_000_000)
    seed = optional_number(options, "seed", say, 0, 10**12)
    with progress(say) as tell:
        found = random_games(kit, games, Random(seed), tell)
    if options.json:
        print(json.dumps(found.as_json()))
        return
    print(say("random_games.games", spec=kit.spec, n=games))
    for order, estimate in enumerate(found.wins, start=1):
        print(f"  {say('random_games.wins', order=order):22} {percentage(estimate)}")
    print(f"  {say('random_games.draws'):22} {percentage(found.draws)}")
    turns, label = found.turns, say("random_games.turns")
    print(f"  {label:22} {turns.value:.2f}  [{turns.low:.2f} – {turns.high:.2f}]")


def percentage(estimate: Estimate) -> str:
    """A share and its interval in per cent."""
    value, low, high = (100 * x for x in (estimate.value, estimate.low, estimate.high))
    return f"{value:5.1f} %  [{low:.1f} – {high:.1f}]"
