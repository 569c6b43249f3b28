"""Redline (J. Schouten and P. Velleman, Cobrain, 1988): prolong the red lines, place last."""

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
from ludotheque.games.redline.notation import RedlineNotation
from ludotheque.games.redline.rules import Action, Redline, RedlineOptions, State
from ludotheque.games.redline.scene import RedlinePainter


def unpack(options: RedlineOptions) -> Contents[State, Action]:
    """The round, and a match of such rounds, each begun by the last winner (1.5, 6.4)."""
    rules = Redline(options)
    match_format = MatchFormat("1.5", "6.4", "8.1", NextBeginner.WINNER, rounds=options.rounds)
    return Contents(rules, RedlineNotation(rules), RedlinePainter(rules), match_format)


def _bots(options: RedlineOptions) -> Mapping[str, Player]:
    from ludotheque.games.redline.bots import bots

    return bots(options)


def _teacher(options: RedlineOptions) -> Teacher:
    from ludotheque.games.redline import teacher

    return teacher.Teacher(options)


def _solver(options: RedlineOptions) -> Solver:
    from ludotheque.games.redline import solver

    return solver.Solver(options)


def _print_set(options: RedlineOptions, words: Texts) -> PrintSet:
    from ludotheque.games.redline.pieces import print_set

    return print_set(options, words)


def _numbers(options: RedlineOptions) -> Numbers[State, Action]:
    from ludotheque.games.redline.numbers import RedlineNumbers

    return RedlineNumbers(options)


BOX = Box(
    name="redline",
    package=__name__,
    version=1,
    players=(2, 6),
    minutes=(15, 45),
    options=RedlineOptions,
    unpack=unpack,
    cover=("redline", "Y13@0,0 B457@1,-1 Y2@0,-1 B56@1,1 / Y04 Y02 | B1 / 0 last=B placed=1"),
    bots=_bots,
    teacher=_teacher,
    variants={
        "three": RedlineOptions(players=3),
        "four": RedlineOptions(players=4),
        "six": RedlineOptions(players=6),
        "contrast": RedlineOptions(contrast=True),
        "ten": RedlineOptions(hand=10),
    },
    solver=_solver,
    age=8,
    authors=("J. Schouten", "P. Velleman"),
    publisher="Cobrain",
    year=1988,
    print_set=_print_set,
    lid=Lid("#EFE3C8"),
    numbers=_numbers,
)
