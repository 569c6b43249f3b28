"""`ludotheque problem`: the problem of the day."""

from __future__ import annotations

from argparse import Namespace
from datetime import date

from ludotheque.cli.arguments import Bad, kit_of, part_of
from ludotheque.core.texts import Texts
from ludotheque.practice.problems import daily, today
from ludotheque.terminal.practice import ask_problem

EXAMPLE = "ludotheque problem plus4 --date 2026-11-16"
ARGUMENTS = "spec --date=DATE"


def run(options: Namespace, say: Texts) -> None:
    """Asks until the problem is solved or the person leaves."""
    kit, day = kit_of(options, say), _day(options.date, say)
    part_of(kit, kit.box.problems(say.lang) or None, "bad.no_problems", say)
    ask_problem(daily(kit.name, day, say.lang))


def _day(text: str | None, say: Texts) -> date:
    """The given date, by default today's; raises Bad if it is invalid or in the future."""
    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.max
    if day > today():
        raise Bad(say("bad.date", text=text[:30]))
    return day
