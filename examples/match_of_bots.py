"""Plays one match of Babylone between two bots and prints its record.

Run it with `python examples/match_of_bots.py`; the same seed gives the same match.
"""

from random import Random

from ludotheque import load
from ludotheque.play.match import Match

kit, rng = load("babylone(to_win=3)"), Random(1)
match = Match(kit, names=["Ada", "Blaise"])
players = [kit.bots["perfect"], kit.bots["random"]]
match.settle(rng)  # chance says who begins
while match.turn is not None:
    match.move(players[match.turn], rng)
    match.settle(rng)
print(match.drawing("en"))
print(match.record().write())
