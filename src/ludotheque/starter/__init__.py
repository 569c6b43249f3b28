"""Starter: a small but complete game to start your own game from."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents, Lid
from ludotheque.core.series import MatchFormat
from ludotheque.starter.notation import StarterNotation
from ludotheque.starter.rules import Starter, StarterOptions, State
from ludotheque.starter.scene import StarterPainter


def unpack(options: StarterOptions) -> Contents[State, int]:
    """One round; a lot decides who begins (1.2)."""
    rules = Starter(options)
    notation = StarterNotation(rules)
    match_format = MatchFormat("1.2", "3.1", "3.3", rounds=1)
    return Contents(rules, notation, StarterPainter(rules, notation), match_format)


BOX = Box(
    name="starter",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(2, 5),
    options=StarterOptions,
    unpack=unpack,
    cover=("starter", "..o/.x./x.. 1"),
    lid=Lid("#7A4B2A", "#FBF3E4"),
)
