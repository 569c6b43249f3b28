"""Plus 4 (Winning Moves France, 2007): a 4×4 grid whose columns are pushed down."""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.core.kit import Box, Contents, Lid
from ludotheque.core.numbers import Numbers
from ludotheque.core.player import Player
from ludotheque.core.reason import Reason, because
from ludotheque.core.scene import PrintSet
from ludotheque.core.solver import Checker, Solver
from ludotheque.core.teacher import Teacher
from ludotheque.core.texts import Texts
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


def _bots(options: Plus4Options) -> Mapping[str, Player]:
    from ludotheque.games.plus4.bots import bots

    return bots(options)


def _teacher(options: Plus4Options) -> Teacher:
    from ludotheque.games.plus4 import teacher

    return teacher.Teacher(options)


def _solver(options: Plus4Options) -> Solver:
    from ludotheque.games.plus4 import solver

    return solver.Solver(options)


def _checker(options: Plus4Options) -> Checker:
    from ludotheque.games.plus4.proof import checker

    return checker.Checker(options)


def _print_set(options: Plus4Options, words: Texts) -> PrintSet:
    from ludotheque.games.plus4.pieces import print_set

    return print_set(options, words)


def _numbers(options: Plus4Options) -> Numbers[State, Push]:
    from ludotheque.games.plus4.numbers import Plus4Numbers

    return Plus4Numbers(options)


BOX = Box(
    name="plus4",
    package=__name__,
    version=1,
    players=(2, 2),
    minutes=(5, 30),
    options=Plus4Options,
    unpack=unpack,
    cover=("plus4(mode=endless)", "rbrb/Rbrb/brBr/brrb 0 0:0"),
    bots=_bots,
    teacher=_teacher,
    variants={
        "endless": Plus4Options(mode="endless"),
        "rounds": Plus4Options(mode="rounds"),
        "short": Plus4Options(mode="rounds", target=5),
        "three": Plus4Options(mode="rounds", rounds=3),
    },
    solver=_solver,
    checker=_checker,
    publisher="Winning Moves France",
    year=2007,
    print_set=_print_set,
    lid=Lid("#2B3E5E", "#FBF3E4"),
    numbers=_numbers,
)
