"""`ludotheque verify`: checks what is solved, by the rules alone."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.parser import Arguments, Bad, kit_of, number, refused
from ludotheque.cli.progress import progress
from ludotheque.core.texts import texts

EXAMPLE = 'ludotheque verify "plus4(mode=endless,target=2)" --sample 10000'


def configure(verb: Arguments) -> None:
    """The game, and perhaps how many positions."""
    verb.word("spec")
    verb.option("sample", "N")


def run(options: Namespace, lang: str) -> int:
    """Prints what is wrong, one position a line, then what was looked at; status 1 if wrong."""
    kit = kit_of(options, lang)
    say = texts("ludotheque.cli", lang)
    checker = kit.checker
    if checker is None:
        raise Bad(say("bad.unverified", title=kit.box.title(lang)))
    sample = None if options.sample is None else number(options, "sample", lang, 1, 10**9)
    with progress(say) as tell:
        found = refused(kit, lang, lambda: checker.check(sample, tell))
    for fault in found.faults:
        print(kit.text(fault, lang))
    print(say("verify.bad" if found.faults else "verify.good", n=found.looked_at))
    return 1 if found.faults else 0
