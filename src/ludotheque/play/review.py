"""A game looked through afterwards: what each decision was worth, and what was better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.solver import Analysis, Verdict
from ludotheque.core.teacher import opposed
from ludotheque.games import AnyKit

MATTERS = 0.05
LINE = 6


@dataclass(frozen=True, slots=True)
class Better:
    """What would have been better: the action, what it is worth, why, and what may follow it."""

    action: str
    verdict: Verdict
    why: Reason
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game.

    `number` counts the actions before it; `worth` is what each seat had then; `taken` is what the
    action is worth to who took it; `better` is there where it gave something away.
    """

    number: int
    seat: Seat
    action: str
    worth: tuple[Verdict, ...]
    taken: Verdict
    better: Better | None


def review(kit: AnyKit, actions: Sequence[Any]) -> Iterator[Decision]:
    """Every decision, in order, each as soon as it is understood."""
    game, state = kit.game, kit.game.initial()
    for number, action in enumerate(actions):
        seat = game.turn(state)
        if seat is not None:
            yield _decision(kit, state, action, number, seat)
        state = game.apply(state, action)


def _decision(kit: AnyKit, state: Any, action: Any, number: int, seat: Seat) -> Decision:
    found = kit.teacher.analyse(state)
    taken = kit.teacher.rate(state, action)
    write = kit.game.notation.write_action
    pair = kit.game.seats == 2
    worth = opposed(found.verdict, seat) if pair else kit.teacher.worth(state)
    better = _better(kit, state, found) if gave_away(found.verdict, taken) else None
    return Decision(number, seat, write(action), worth, taken, better)


def gave_away(best: Verdict, taken: Verdict) -> bool:
    """Whether an action was worse than the best: for certain, or beyond the doubt of estimates."""
    if best.share - taken.share <= 0:
        return False
    if best.low is None or taken.high is None:
        return True
    return best.share - taken.share >= MATTERS and taken.high < best.low


def _better(kit: AnyKit, state: Any, found: Analysis[Any]) -> Better:
    action = found.best[0]
    write = kit.game.notation.write_action
    line = tuple(map(write, _line(kit, state, action)))
    return Better(write(action), found.of(action), kit.teacher.why(state, action), line)


def _line(kit: AnyKit, state: Any, action: Any) -> Iterator[Any]:
    """What follows if both play on as well as they can; up to where chance acts or it ends."""
    rounds = len(state.results)
    for _ in range(LINE):
        state = kit.game.apply(state, action)
        if kit.game.turn(state) is None or len(state.results) > rounds:
            return
        found = kit.teacher.analyse(state)
        if not found.verdict.proved:
            return
        action = found.best[0]
        yield action
