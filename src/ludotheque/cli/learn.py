"""`ludotheque learn`: the guided first game of a box, then a game against the easiest level."""

from __future__ import annotations

from argparse import Namespace
from random import Random, SystemRandom

from ludotheque.cli.arguments import kit_of, optional_number, part_of
from ludotheque.core.texts import Texts
from ludotheque.terminal.practice import teach_lessons

EXAMPLE = "ludotheque learn redline --lesson 3"
ARGUMENTS = "spec --lesson=N --seed=SEED"


def run(options: Namespace, say: Texts) -> None:
    """Teaches the lessons and then plays a game, unless the person leaves before."""
    kit = kit_of(options, say)
    box, lessons = kit.box, kit.box.lessons(say.lang)
    part_of(kit, lessons or None, "bad.no_lessons", say)
    start = optional_number(options, "lesson", say, 1, len(lessons)) or 1
    seed = optional_number(options, "seed", say, 0, 10**12)
    rng = SystemRandom() if seed is None else Random(seed)
    teach_lessons(box, say.lang, rng, start)
