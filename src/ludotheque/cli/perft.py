"""`ludotheque perft`: how many sequences of legal actions there are."""

from __future__ import annotations

from argparse import Namespace
from random import Random

from ludotheque.cli.arguments import kit_of, number, refused
from ludotheque.core.player import settle
from ludotheque.core.texts import Texts
from ludotheque.play.perft import divide, perft

EXAMPLE = "ludotheque perft redline 2 --deal 7 --divide"
ARGUMENTS = "spec depth --state=POSITION --deal=SEED --divide"


def run(options: Namespace, say: Texts) -> None:
    """Counts in a single round that seat 0 begins; prints the number alone on the last line."""
    kit = kit_of(options, say)
    depth = number(options, "depth", say, 0, 99)
    game = kit.round
    state = game.initial()
    if options.state is not None:
        state = refused(kit, say, lambda: game.notation.read_state(options.state))
    if options.deal is not None:
        state = settle(game.rules, state, Random(number(options, "deal", say, 0, 10**12)))
    if options.divide and depth:
        parts = divide(game.rules, state, depth)
        for action, count in parts.items():
            print(f"{game.notation.write_action(action)}: {count}")
        print(sum(parts.values()))
    else:
        print(perft(game.rules, state, depth))
