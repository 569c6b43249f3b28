"""Plus 4 (Winning Moves France, 2007): a 4×4 grid whose columns are pushed down."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents
from ludotheque.core.series import MatchFormat, NextBeginner
from ludotheque.games.plus4.notation import Plus4Notation
from ludotheque.games.plus4.rules import Plus4, Plus4Options, Push, State
from ludotheque.games.plus4.scene import Plus4Painter


def unpack(options: Plus4Options) -> Contents[State, Push]:
    """The round; in mode `rounds`, a match of them (section 5)."""
    rules = Plus4(options)
    return Contents(rules, Plus4Notation(rules), Plus4Painter(rules), series(options))


def series(options: Plus4Options) -> MatchFormat:
    """One round, or rounds to a target or a number, the loser beginning (5.4 to 5.8)."""
    lot, resign = "1.3", "6.1"
    if options.mode != "rounds":
        return MatchFormat(lot, "3.1" if options.mode == "elementary" else "4.5", resign, rounds=1)
    if options.rounds:
        return MatchFormat(lot, "5.7", resign, NextBeginner.LOSER, rounds=options.rounds, drawn=3)
    return MatchFormat(lot, "5.6", resign, NextBeginner.LOSER, target=options.target, drawn=3)


BOX = Box(
    name="plus4",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(5, 30),
    options=Plus4Options,
    unpack=unpack,
    cover=("plus4(mode=endless)", "rbrb/Rbrb/brBr/brrb 0 0:0"),
    variants={
        "endless": Plus4Options(mode="endless"),
        "rounds": Plus4Options(mode="rounds"),
        "short": Plus4Options(mode="rounds", target=5),
        "three": Plus4Options(mode="rounds", rounds=3),
    },
    solved=True,
    checked=True,
)
