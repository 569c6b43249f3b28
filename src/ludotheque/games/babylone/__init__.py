"""Babylone (Bruno Faidutti, 2004): stack whole piles until one player cannot move."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents, Lid, later
from ludotheque.core.series import MatchFormat, NextBeginner
from ludotheque.games.babylone.notation import BabyloneNotation
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, Move, State
from ludotheque.games.babylone.scene import BabylonePainter


def unpack(options: BabyloneOptions) -> Contents[State, Move]:
    """The round, and a match to `to_win` rounds in which the loser chooses (section 4)."""
    rules = Babylone(options)
    notation = BabyloneNotation(rules)
    chosen = NextBeginner.LOSER_CHOOSES
    match_format = MatchFormat(
        "1.4", "4.1", "3.2", chosen, target=options.to_win, chooser=options.youngest
    )
    return Contents(rules, notation, BabylonePainter(rules, notation), match_format)


BOX = Box(
    name="babylone",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(5, 15),
    options=BabyloneOptions,
    unpack=unpack,
    cover=("babylone(start=2,2,2,2)", "- rbvn - - - vbrn - - 0"),
    bots=later(f"{__name__}.bots:bots"),
    teacher=later(f"{__name__}.teacher:Teacher"),
    variants={
        "match": BabyloneOptions(to_win=3),
        "soluna": BabyloneOptions(start=(4, 4, 3, 1)),
    },
    solver=later(f"{__name__}.solver:Solver"),
    authors=("Bruno Faidutti",),
    publisher="Cocktail Games",
    year=2004,
    print_set=later(f"{__name__}.pieces:print_set"),
    lid=Lid("#E0C594"),
    numbers=later(f"{__name__}.numbers:BabyloneNumbers"),
)
