"""Babylone (Bruno Faidutti, 2004): stack whole piles until one player cannot move."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.kit import Box, Contents, Lid
from ludotheque.core.numbers import Numbers
from ludotheque.core.player import Player
from ludotheque.core.scene import PrintSet
from ludotheque.core.series import MatchFormat, NextBeginner
from ludotheque.core.solver import Solver
from ludotheque.core.teacher import Teacher
from ludotheque.core.texts import Texts
from ludotheque.games.babylone.notation import BabyloneNotation
from ludotheque.games.babylone.rules import Babylone, BabyloneOptions, Move, State
from ludotheque.games.babylone.scene import BabylonePainter


def unpack(options: BabyloneOptions) -> Contents[State, Move]:
    """The round, and a match to `to_win` rounds in which the loser chooses (section 4)."""
    rules = Babylone(options)
    notation = BabyloneNotation(rules)
    chosen = NextBeginner.LOSER_CHOOSES
    match_format = MatchFormat("1.4", "4.1", "3.2", chosen, target=options.to_win)
    return Contents(rules, notation, BabylonePainter(rules, notation), match_format)


def _bots(options: BabyloneOptions) -> Mapping[str, Player]:
    from ludotheque.games.babylone.bots import bots

    return bots(options)


def _teacher(options: BabyloneOptions) -> Teacher:
    from ludotheque.games.babylone import teacher

    return teacher.Teacher(options)


def _solver(options: BabyloneOptions) -> Solver:
    from ludotheque.games.babylone import solver

    return solver.Solver(options)


def _print_set(options: BabyloneOptions, words: Texts) -> PrintSet:
    from ludotheque.games.babylone.pieces import print_set

    return print_set(options, words)


def _numbers(options: BabyloneOptions) -> Numbers[State, Move]:
    from ludotheque.games.babylone.numbers import BabyloneNumbers

    return BabyloneNumbers(options)


BOX = Box(
    name="babylone",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(5, 15),
    options=BabyloneOptions,
    unpack=unpack,
    cover=("babylone(start=2,2,2,2)", "- rbvn - - - vbrn - - 0"),
    bots=_bots,
    teacher=_teacher,
    variants={
        "match": BabyloneOptions(to_win=3),
        "soluna": BabyloneOptions(start=(4, 4, 3, 1)),
    },
    solver=_solver,
    authors=("Bruno Faidutti",),
    publisher="Cocktail Games",
    year=2004,
    print_set=_print_set,
    lid=Lid("#E0C594"),
    numbers=_numbers,
)
