"""`ludotheque puzzle`: the problem of the day."""

from __future__ import annotations

from argparse import Namespace
from datetime import date

from ludotheque.cli.arguments import Bad, kit_of, part_of
from ludotheque.core.texts import texts
from ludotheque.practice.problems import daily, today
from ludotheque.terminal.practice import ask_problem
from ludotheque.terminal.session import Quit

EXAMPLE = "ludotheque puzzle plus4 --day 2026-11-16"
ARGUMENTS = "spec --day=DATE"


def run(options: Namespace, lang: str) -> int:
    """Asks until the problem is solved or the person leaves."""
    kit, day = kit_of(options, lang), _day(options.day, lang)
    box = kit.box
    part_of(kit, box.problems(lang) or None, "bad.no_problems", lang)
    try:
        ask_problem(daily(box.name, day, lang))
    except Quit:
        print()
    return 0


def _day(text: str | None, lang: str) -> date:
    """The given date, by default today's; raises Bad if it is invalid or in the future."""
    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.max
    if day > today():
        raise Bad(texts("ludotheque.cli", lang)("bad.day", text=text[:30]))
    return day
