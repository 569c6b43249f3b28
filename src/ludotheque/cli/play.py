"""`ludotheque play`: people and bots on one terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from random import Random, SystemRandom

from ludotheque.cli.arguments import (
    Bad,
    check_players,
    kit_of,
    optional_number,
    write_file,
)
from ludotheque.cli.renamed import OLD_ME, notice
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit, catalogue
from ludotheque.play.clock import read_pace
from ludotheque.play.levels import middling_bot
from ludotheque.terminal.session import LEAVING, ME, Quit, Session, ask
from ludotheque.terminal.timing import Timing

EXAMPLE = 'ludotheque play "plus4(mode=endless,target=5)" --seats me,random'
ARGUMENTS = "spec? --seats=WHO --seed=SEED --clock=CLOCK --save=FILE"


def run(options: Namespace, say: Texts) -> None:
    """Plays to the end or until the person leaves."""
    seed = optional_number(options, "seed", say, 0, 10**12)
    pace = read_pace(options.clock or "")
    options.spec = options.spec or _choose_box(say)
    kit = kit_of(options, say)
    seats = _seats(kit, options.seats or _against(kit, say), say)
    rng = SystemRandom() if seed is None else Random(seed)
    if options.save is not None:
        write_file(options.save, "", say)
    timing = None if pace is None else Timing(pace, kit.game.seats)
    Session(kit, seats, rng, say.lang, options.save, timing).run()


def _choose_box(say: Texts) -> str:
    """The name of the box that the person picks from the shelf."""
    boxes = catalogue()
    lines = [f"{box.title(say.lang):12} {box.line(say.lang)}" for box in boxes]
    return boxes[_pick("pick", lines, say)].name


def _against(kit: AnyKit, say: Texts) -> str:
    """Seats for the person and for the bot that the person picks from the list of levels."""
    bots, middle = list(kit.bots), middling_bot(kit)
    lines = [say("level", **kit.level(bot, say.lang)._asdict()) for bot in bots]
    called = kit.level(middle, say.lang).name
    bot = bots[_pick("pick_level", lines, say, bots.index(middle), middle=called)]
    return ",".join([ME] + [bot] * (kit.game.seats - 1))


def _pick(question: str, lines: list[str], say: Texts, usual: int = -1, **values: str) -> int:
    """The index of the line that the person picks by number; Enter alone picks `usual`."""
    for place, line in enumerate(lines, start=1):
        print(f"  {place}  {line}")
    while True:
        word = ask(say(question, most=len(lines), **values))
        if word.isascii() and word.isdigit() and 1 <= int(word) <= len(lines):
            return int(word) - 1
        if word in LEAVING:
            raise Quit
        if word:
            print(say("bad.pick", most=len(lines)), file=sys.stderr)
        elif usual >= 0:
            return usual


def _seats(kit: AnyKit, text: str, say: Texts) -> list[str]:
    """The players that a text such as `me,random` names, one for each seat."""
    names = [ME, *kit.bots]
    seats = [name.strip() for name in text.split(",")]
    if OLD_ME in seats:
        notice(OLD_ME, ME, say)
        seats = [ME if name == OLD_ME else name for name in seats]
    check_players(kit, seats, names, say)
    if len(seats) != kit.game.seats:
        raise Bad(say("bad.seats", found=len(seats), wanted=kit.game.seats))
    return seats
