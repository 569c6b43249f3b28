"""`ludotheque play`: people and bots on one terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from random import Random, SystemRandom

from ludotheque.cli.parser import Arguments, Bad, kit_of, number, write_file
from ludotheque.core.texts import Texts, texts
from ludotheque.games import AnyKit, catalogue
from ludotheque.terminal.session import PERSON, Quit, Session, ask

EXAMPLE = 'ludotheque play "plus4(mode=endless,target=5)" --seats person,random'


def configure(verb: Arguments) -> None:
    """The game, who sits where, a seed, a file for the record."""
    verb.word("spec")
    verb.option("seats", "WHO,WHO")
    verb.option("seed", "S")
    verb.option("record", "FILE")


def run(options: Namespace, lang: str) -> int:
    """Plays to the end or until somebody leaves."""
    say = texts("ludotheque.cli", lang)
    seed = None if options.seed is None else number(options, "seed", lang, 0, 10**12)
    try:
        options.spec = options.spec or _choose_box(say, lang)
        kit = kit_of(options, lang)
        seats = _seats(kit, options.seats, say)
        rng = SystemRandom() if seed is None else Random(seed)
        if options.record is not None:
            write_file(options.record, "", lang)
        return Session(kit, seats, rng, lang, options.record).run()
    except Quit:
        print()
        return 0


def _choose_box(say: Texts, lang: str) -> str:
    """The box that the person picks from the shelf."""
    boxes = catalogue()
    for place, box in enumerate(boxes, start=1):
        print(f"  {place}  {box.title(lang):12} {box.line(lang)}")
    while True:
        word = ask(say("pick", most=len(boxes)))
        if word.isascii() and word.isdigit() and 1 <= int(word) <= len(boxes):
            return boxes[int(word) - 1].name
        if word:
            print(say("bad.pick", most=len(boxes)), file=sys.stderr)


def _seats(kit: AnyKit, text: str | None, say: Texts) -> list[str]:
    """Who sits where: by default a person against the best bot there is."""
    names = [PERSON, *kit.bots]
    if text is None:
        best = list(kit.bots)[-1]
        return [PERSON] + [best] * (kit.game.seats - 1)
    seats = [name.strip() for name in text.split(",")]
    for name in seats:
        if name not in names:
            raise Bad(say("bad.seat", name=name[:30], known=", ".join(names)))
    if len(seats) != kit.game.seats:
        raise Bad(say("bad.seats", found=len(seats), wanted=kit.game.seats))
    return seats
