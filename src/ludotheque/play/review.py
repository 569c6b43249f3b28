"""A game looked through afterwards: what each decision was worth, and what was better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ludotheque.core.game import Seat
from ludotheque.core.reason import Reason
from ludotheque.core.solver import Analysis, Verdict
from ludotheque.core.teacher import opposed
from ludotheque.games import AnyKit

MATTERS = 0.05
MISTAKE, BLUNDER = 0.15, 0.4
LINE = 24

Mark = Literal["", "only", "slip", "mistake", "blunder"]
"""What there is to say of a decision: nothing, the only good one, or how much it gave away."""


@dataclass(frozen=True, slots=True)
class Better:
    """What would have been better: the action, what it is worth, why, and the line that proves it.

    The line holds what follows if both play on as well as they can; it is empty where nothing is
    proved or nothing is won.
    """

    action: str
    verdict: Verdict
    why: Reason
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game.

    `number` counts the actions before it; `worth` is what each seat had then, `best` what the best
    action was worth to who decided, `taken` what the action taken was; `until` is what distances
    are counted to, `round` how many rounds were over. `better` is there where something was given
    away.
    """

    number: int
    seat: Seat
    action: str
    worth: tuple[Verdict, ...]
    best: Verdict
    taken: Verdict
    mark: Mark = ""
    until: str = "end"
    round: int = 0
    better: Better | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A decision under review: where it was taken, and what was found (None if that failed)."""

    number: int
    state: Any
    action: Any
    found: Decision | None


def review(kit: AnyKit, actions: Sequence[Any]) -> Iterator[Decision]:
    """Every decision, in order, each as soon as it is understood."""
    for number, state, action in decisions(kit, actions):
        yield understand(kit, state, action, number)


def decisions(kit: AnyKit, actions: Sequence[Any]) -> Iterator[tuple[int, Any, Any]]:
    """Where somebody decided: how many actions came before, the state then, and the action."""
    game, state = kit.game, kit.game.initial()
    for number, action in enumerate(actions):
        if game.turn(state) is not None:
            yield number, state, action
        state = game.apply(state, action)


def understand(kit: AnyKit, state: Any, action: Any, number: int = 0) -> Decision:
    """What one decision was worth, and what was better; the same at every call."""
    seat, teacher = kit.game.turn(state), kit.teacher
    assert seat is not None
    found = teacher.analyse(state)
    known = dict(found.actions)
    taken = known[action] if action in known else teacher.rate(state, action)
    certain = found.verdict.proved and kit.game.seats == 2
    worth = opposed(found.verdict, seat) if certain else teacher.worth(state)
    mark = _mark(found, action, taken)
    better = _better(kit, state, found, taken) if gave_away(found.verdict, taken) else None
    text = kit.game.notation.write_action(action)
    before = number, seat, text, worth, found.verdict, taken
    return Decision(*before, mark, found.until, len(state.results), better)


def gave_away(best: Verdict, taken: Verdict) -> bool:
    """Whether an action was worse than the best: for certain, or beyond the doubt of estimates."""
    lost = best.share - taken.share
    if best.proved and taken.proved:
        return lost > 0
    low = best.share if best.low is None else best.low
    high = taken.share if taken.high is None else taken.high
    return lost >= MATTERS and high < low


def _mark(found: Analysis[Any], action: Any, taken: Verdict) -> Mark:
    best = found.verdict
    if gave_away(best, taken):
        lost = best.share - taken.share
        return "blunder" if lost >= BLUNDER else "mistake" if lost >= MISTAKE else "slip"
    lonely = found.keeping == (action,) and len(found.actions) > 1
    return "only" if lonely and best.proved and best.share > 0 else ""


def _better(kit: AnyKit, state: Any, found: Analysis[Any], taken: Verdict) -> Better:
    """What the teacher advises, if that is clearly better than what was taken; else the best."""
    action = kit.teacher.advice(state)
    if not gave_away(dict(found.actions).get(action, taken), taken):
        action = found.best[0]
    write = kit.game.notation.write_action
    verdict = found.of(action)
    proof = verdict.proved and verdict.share > 0.5
    line = tuple(map(write, _line(kit, state, action))) if proof else ()
    return Better(write(action), verdict, kit.teacher.why(state, action), line)


def _line(kit: AnyKit, state: Any, action: Any) -> Iterator[Any]:
    """What follows; up to where chance acts, the round ends, or nothing new comes."""
    game, rounds, seen = kit.game, len(state.results), set[Any]()
    for _ in range(LINE):
        state = game.apply(state, action)
        over = game.turn(state) is None or len(state.results) > rounds
        if over or game.key(state) in seen:
            return
        seen.add(game.key(state))
        if not kit.teacher.analyse(state).verdict.proved:
            return
        action = kit.teacher.advice(state)
        yield action
