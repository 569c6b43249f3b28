"""Croisements (our name: the source has no title): a pawn goes where two paths cross."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from ludotheque.core.kit import Box, Contents, Lid, later
from ludotheque.core.series import MatchFormat
from ludotheque.games.croisements.notation import CroisementsNotation
from ludotheque.games.croisements.rules import Croisements, CroisementsOptions
from ludotheque.games.croisements.scene import CroisementsPainter
from ludotheque.games.croisements.state import Action, State
from ludotheque.words import HouseWords

_COVER = "0 9.3.14.6.1.13.8.2.5.11.7.12.4.10"
FILE = files(__name__).joinpath("strips.toml")


@cache
def strips(lang: str) -> tuple[str, ...]:
    """The 14 strips of a language; `tools/strips.py` found them."""
    return tuple(tomllib.loads(FILE.read_text("utf-8"))[lang]["strips"])


def unpack(options: CroisementsOptions) -> Contents[State, Action]:
    """One round, with the strips and the word list of the language."""
    words = HouseWords(options.language)
    rules = Croisements(strips(options.language), words, options)
    return Contents(
        rules,
        CroisementsNotation(rules),
        CroisementsPainter(rules),
        MatchFormat("1.3", "4.1", "7.1", rounds=1),
        headers=lambda: {"Words": f"{options.language} {words.hash}"},
    )


BOX = Box(
    name="croisements",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(15, 45),
    options=CroisementsOptions,
    unpack=unpack,
    cover=("croisements", f"{_COVER} a3.d5.g4 c7.e6.h7 0 6"),
    bots=later(f"{__name__}.bots:bots"),
    teacher=later(f"{__name__}.teacher:Teacher"),
    variants={
        "english": CroisementsOptions(language="en"),
        "fresh": CroisementsOptions(repeat_words=False),
    },
    print_set=later(f"{__name__}.pieces:print_set"),
    lid=Lid("#2E5E4B", "#FBF3E4"),
    numbers=later(f"{__name__}.numbers:CroisementsNumbers"),
)
