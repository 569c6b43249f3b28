"""`ludotheque solve`: who wins under perfect play."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ludotheque.cli.arguments import Bad, kit_of, part_of, position_of, refused
from ludotheque.cli.progress import progress
from ludotheque.core.solver import Analysis, OnGpu, Solver, Verdict
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit

EXAMPLE = 'ludotheque solve "babylone(start=4,4,3,1)"'
ARGUMENTS = "spec --state=POSITION --gpu"
FROM_THE_START = {"win": "first", "draw": "draw", "loss": "second"}


def run(options: Namespace, say: Texts) -> None:
    """Prints every action's value, the best ones, and the value alone on the last line."""
    kit = kit_of(options, say)
    solver = part_of(kit, kit.solver, "bad.unsolved", say)
    playable, state = position_of(kit, options.state, say)
    if options.gpu:
        _use_gpu(kit, solver, say)
    _prepare(kit, solver, say)
    found = refused(kit, say, lambda: solver.analyse(state))
    for line in _lines(kit, found, say, best=playable.turn(state) is not None):
        print(line)
    for fact in found.facts:
        print(kit.text(fact, say.lang))
    word = found.verdict.word
    print(FROM_THE_START[word] if options.state is None else word)


def _use_gpu(kit: AnyKit, solver: Solver, say: Texts) -> None:
    on_gpu = part_of(kit, solver if isinstance(solver, OnGpu) else None, "bad.no_gpu", say)
    refused(kit, say, on_gpu.use_gpu)


def _prepare(kit: AnyKit, solver: Solver, say: Texts) -> None:
    """Solves the missing positions with a progress bar; Ctrl-C keeps those solved so far."""
    try:
        with progress(say) as tell:
            refused(kit, say, lambda: solver.prepare(tell))
    except KeyboardInterrupt:
        raise Bad(say("solve.interrupted"), 130) from None


def _lines(kit: AnyKit, found: Analysis[Any], say: Texts, best: bool) -> list[str]:
    write = kit.game.notation.write_action
    until = found.until
    lines = [f"{write(action)}: {value_text(v, say, until)}" for action, v in found.actions]
    if best:
        lines.append(say("solve.best", actions=" ".join(map(write, found.best))))
    lines.append(value_text(found.verdict, say, until))
    lines.append(_label(found.verdict, say))
    if found.looked_at is not None:
        lines.append(say("solve.looked_at", n=found.looked_at))
    return lines


def value_text(verdict: Verdict, say: Texts, until: str = "end") -> str:
    """The verdict in words: a chance, or a win, draw or loss and the number of own moves."""
    if verdict.odds or not verdict.proved:
        return say("solve.chance", percent=f"{100 * verdict.share:.2f}")
    if verdict.moves is None:
        return say(f"solve.{verdict.word}")
    manner = "in" if until == "end" else until
    return say(f"solve.{verdict.word}_{manner}", n=verdict.moves)


def _label(verdict: Verdict, say: Texts) -> str:
    if verdict.low is None or verdict.high is None:
        return say("solve.proved")
    low, high = (f"{100 * bound:.2f}" for bound in (verdict.low, verdict.high))
    return say("solve.estimated", low=low, high=high)
