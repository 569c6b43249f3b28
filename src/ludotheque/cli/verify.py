"""`ludotheque verify`: checks the solution of a game by its rules alone."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.arguments import kit_of, optional_number, part_of, refused
from ludotheque.cli.progress import progress
from ludotheque.core.texts import Texts

EXAMPLE = 'ludotheque verify "plus4(mode=endless,target=2)" --sample 10000'
ARGUMENTS = "spec --sample=N"


def run(options: Namespace, say: Texts) -> int:
    """Prints each wrong position, then how many were checked; the status is 1 if any is wrong."""
    kit = kit_of(options, say)
    checker = part_of(kit, kit.checker, "bad.unverified", say)
    sample = optional_number(options, "sample", say, 1, 10**9)
    with progress(say) as tell:
        found = refused(kit, say, lambda: checker.check(sample, tell))
    for fault in found.faults:
        print(kit.text(fault, say.lang))
    print(say("verify.bad" if found.faults else "verify.good", n=found.looked_at))
    return 1 if found.faults else 0
