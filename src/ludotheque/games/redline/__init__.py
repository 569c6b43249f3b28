"""Redline (J. Schouten and P. Velleman, Cobrain, 1988): prolong the red lines, place last."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents, Lid, later
from ludotheque.core.series import MatchFormat, NextBeginner
from ludotheque.games.redline.notation import RedlineNotation
from ludotheque.games.redline.rules import Action, Redline, RedlineOptions, State
from ludotheque.games.redline.scene import RedlinePainter


def unpack(options: RedlineOptions) -> Contents[State, Action]:
    """The round, and a match of such rounds, each begun by the last winner (1.5, 6.4)."""
    rules = Redline(options)
    match_format = MatchFormat("1.5", "6.4", "8.1", NextBeginner.WINNER, rounds=options.rounds)
    return Contents(rules, RedlineNotation(rules), RedlinePainter(rules), match_format)


BOX = Box(
    name="redline",
    package=__name__,
    version=1,
    players=(2, 6),
    minutes=(15, 45),
    options=RedlineOptions,
    unpack=unpack,
    cover=("redline", "Y13@0,0 B457@1,-1 Y2@0,-1 B56@1,1 / Y04 Y02 | B1 / 0 last=B placed=1"),
    bots=later(f"{__name__}.bots:bots"),
    teacher=later(f"{__name__}.teacher:Teacher"),
    variants={
        "three": RedlineOptions(players=3),
        "four": RedlineOptions(players=4),
        "six": RedlineOptions(players=6),
        "contrast": RedlineOptions(contrast=True),
        "ten": RedlineOptions(hand=10),
    },
    solver=later(f"{__name__}.solver:Solver"),
    age=8,
    authors=("J. Schouten", "P. Velleman"),
    publisher="Cobrain",
    year=1988,
    print_set=later(f"{__name__}.pieces:print_set"),
    lid=Lid("#EFE3C8"),
    numbers=later(f"{__name__}.numbers:RedlineNumbers"),
)
