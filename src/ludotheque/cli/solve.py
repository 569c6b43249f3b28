"""`ludotheque solve`: who wins under perfect play."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.parser import Arguments, Bad, kit_of, refused
from ludotheque.core.texts import texts

EXAMPLE = 'ludotheque solve "babylone(start=4,4,3,1)"'


def configure(verb: Arguments) -> None:
    """The game, and perhaps a position."""
    verb.word("spec")
    verb.option("state", "TEXT")


def run(options: Namespace, lang: str) -> int:
    """Prints the winning actions, one a line, then the value alone on the last line."""
    kit = kit_of(options, lang)
    solver = kit.solver
    if solver is None:
        raise Bad(texts("ludotheque.cli", lang)("bad.unsolved", title=kit.box.title(lang)))
    state = kit.round.initial()
    if options.state is not None:
        state = refused(kit, lang, lambda: kit.round.notation.read_state(options.state))
    winning = solver.best(state)
    for action in winning:
        print(kit.round.notation.write_action(action))
    if options.state is None:
        print("first" if winning else "second")
    else:
        print("win" if winning else "loss")
    return 0
