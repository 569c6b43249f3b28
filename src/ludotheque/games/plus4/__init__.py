"""Plus 4 (Winning Moves France, 2007): a 4×4 grid whose columns are pushed down."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents, Lid, later
from ludotheque.core.reason import Reason, because
from ludotheque.games.plus4.match_format import match_format
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.options import Plus4Options
from ludotheque.games.plus4.rules import Plus4, Push, State
from ludotheque.games.plus4.scene import Plus4Painter


def unpack(options: Plus4Options) -> Contents[State, Push]:
    """The round; in mode `rounds`, a match of them (section 5)."""
    rules = Plus4(options)
    painter, aim = Plus4Painter(rules), _aim(options)
    return Contents(rules, Plus4Notation(rules), painter, match_format(options), aim)


def _aim(options: Plus4Options) -> Reason:
    """What wins: a line, a number of points, or the most points."""
    if options.mode == "elementary":
        return because("aim")
    if options.mode == "rounds" and options.rounds:
        return because("aim_rounds")
    return because("aim_points", target=options.target)


BOX = Box(
    name="plus4",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(5, 30),
    options=Plus4Options,
    unpack=unpack,
    cover=("plus4(mode=endless)", "rbrb/Rbrb/brBr/brrb 0 0:0"),
    bots=later(f"{__name__}.bots:bots"),
    teacher=later(f"{__name__}.teacher:Teacher"),
    variants={
        "endless": Plus4Options(mode="endless"),
        "rounds": Plus4Options(mode="rounds"),
        "short": Plus4Options(mode="rounds", target=5),
        "three": Plus4Options(mode="rounds", rounds=3),
    },
    solver=later(f"{__name__}.solver:Solver"),
    checker=later(f"{__name__}.proof.checker:Checker"),
    publisher="Winning Moves France",
    year=2007,
    print_set=later(f"{__name__}.pieces:print_set"),
    lid=Lid("#2B3E5E", "#FBF3E4"),
    numbers=later(f"{__name__}.numbers:Plus4Numbers"),
)
