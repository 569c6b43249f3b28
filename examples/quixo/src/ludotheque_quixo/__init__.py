"""Quixo (Thierry Chapeau, Gigamic 1995): push cubes until five of your sign are in line."""

from __future__ import annotations

from ludotheque.core.kit import Box, Contents, Lid
from ludotheque.core.series import MatchFormat
from ludotheque.core.spec import Options
from ludotheque_quixo.notation import QuixoNotation
from ludotheque_quixo.rules import Push, Quixo, State
from ludotheque_quixo.scene import QuixoPainter


def unpack(options: Options) -> Contents[State, Push]:
    """One round; who begins is drawn by lot (1.3)."""
    del options
    rules, notation = Quixo(), QuixoNotation()
    match_format = MatchFormat("1.3", "3.1", "3.4", rounds=1)
    return Contents(rules, notation, QuixoPainter(rules, notation), match_format)


BOX = Box(
    name="quixo",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(10, 20),
    options=Options,
    unpack=unpack,
    cover=("quixo", "xo..x/.x.o./ooxx./..oxo/x.o.. 0 0"),
    age=8,
    authors=("Thierry Chapeau",),
    publisher="Gigamic",
    year=1995,
    lid=Lid("#5B3A29", "#FBF3E4"),
)
