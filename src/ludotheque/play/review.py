"""The review of a finished game: what each decision was worth, and what was better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ludotheque.core.game import Seat, mover
from ludotheque.core.reason import Reason
from ludotheque.core.solver import Analysis, Verdict
from ludotheque.core.teacher import opposed
from ludotheque.games import AnyKit

# What an action gave away, as a share of a win. Less than a slip is within the error of estimates;
# a blunder is nearly the step from a win to a draw.
SLIP_SHARE, MISTAKE_SHARE, BLUNDER_SHARE = 0.05, 0.15, 0.4
# A reader steps through a line move by move, and each move of it costs an analysis.
_LONGEST_LINE_ACTIONS = 24

KnownMark = Literal["", "only", "slip", "mistake", "blunder"]
"""The mark of a decision: none, the only good one, or how much it gave away."""
Than = Literal["best", "better", "same", "worse"]
"""How an action compares with the one that was played; `best` if no action is better."""


@dataclass(frozen=True, slots=True)
class Better:
    """What would have been better: the action, what it is worth, why, and the line that proves it.

    `line` is the best play of both sides after the action; it is empty unless the action is proved
    to be better than a draw.
    """

    action: str
    verdict: Verdict
    why: Reason
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a game.

    `number` counts the actions before it. `worth` is what the position was worth to each seat,
    `best` and `taken` what the best action and the action taken were worth to the player who
    decided. `until` is what distances are counted to, `round` how many rounds were over. `better`
    is set if something was given away.
    """

    number: int
    seat: Seat
    action: str
    worth: tuple[Verdict, ...]
    best: Verdict
    taken: Verdict
    mark: KnownMark = ""
    until: str = "end"
    round: int = 0
    better: Better | None = None


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """A decision under review: where it was taken, and what it was worth (None: unknown)."""

    number: int
    state: Any
    action: Any
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """An action compared with the one that was played: what it is worth, and why.

    `why` is the reason for the action if no other is better, otherwise for `reply`, the answer of
    the opponent. If it is not the opponent's turn then, both are empty.
    """

    than: Than
    worth: Verdict
    until: str
    reply: str = ""
    why: Reason | None = None


def decisions(kit: AnyKit, actions: Sequence[Any]) -> Iterator[tuple[int, Any, Any]]:
    """Each decision of a player: the number of actions before it, the state, and the action."""
    game, state = kit.game, kit.game.initial()
    for number, action in enumerate(actions):
        if game.turn(state) is not None:
            yield number, state, action
        state = game.apply(state, action)


def understand(kit: AnyKit, state: Any, action: Any, number: int = 0) -> Decision:
    """What one decision was worth, and what was better; deterministic."""
    seat, teacher = mover(kit.game, state), kit.teacher
    analysis = teacher.analyse(state)
    taken = rated(kit, state, analysis, action)
    certain = analysis.verdict.proved and kit.game.seats == 2
    worth = opposed(analysis.verdict, seat) if certain else teacher.worth(state)
    mark = _mark(analysis, action, taken)
    better = _better(kit, state, analysis, taken) if gave_away(analysis.verdict, taken) else None
    text = kit.game.notation.write_action(action)
    before = number, seat, text, worth, analysis.verdict, taken
    return Decision(*before, mark, analysis.until, len(state.results), better)


def rated(kit: AnyKit, state: Any, analysis: Analysis[Any], action: Any) -> Verdict:
    """What an action is worth, whether the analysis of that state lists it or not."""
    known = dict(analysis.actions)
    return known[action] if action in known else kit.teacher.rate(state, action)


def gave_away(best: Verdict, taken: Verdict) -> bool:
    """Whether an action was worse than the best: proved, or by more than the error of estimates."""
    lost = best.share - taken.share
    if best.proved and taken.proved:
        return lost > 0
    low = best.share if best.low is None else best.low
    high = taken.share if taken.high is None else taken.high
    return lost >= SLIP_SHARE and high < low


def _mark(analysis: Analysis[Any], action: Any, taken: Verdict) -> KnownMark:
    best = analysis.verdict
    if gave_away(best, taken):
        lost = best.share - taken.share
        return (
            "blunder" if lost >= BLUNDER_SHARE else "mistake" if lost >= MISTAKE_SHARE else "slip"
        )
    only_good = analysis.keeping == (action,) and len(analysis.actions) > 1
    return "only" if only_good and best.proved and best.share > 0 else ""


def _better(kit: AnyKit, state: Any, analysis: Analysis[Any], taken: Verdict) -> Better:
    """The teacher's advice if it is clearly better than the action taken, else the best action."""
    action = kit.teacher.advice(state)
    if not gave_away(dict(analysis.actions).get(action, taken), taken):
        action = analysis.best[0]
    write = kit.game.notation.write_action
    verdict = analysis.of(action)
    proof = verdict.proved and verdict.share > 0.5
    line = tuple(map(write, _line(kit, state, action))) if proof else ()
    return Better(write(action), verdict, kit.teacher.why(state, action), line)


def _line(kit: AnyKit, state: Any, action: Any) -> Iterator[Any]:
    """The best play after an action, until chance acts, the round ends or a position returns."""
    game, rounds, seen = kit.game, len(state.results), set[Any]()
    for _ in range(_LONGEST_LINE_ACTIONS):
        state = game.apply(state, action)
        over = game.turn(state) is None or len(state.results) > rounds
        if over or game.key(state) in seen:
            return
        seen.add(game.key(state))
        if not kit.teacher.analyse(state).verdict.proved:
            return
        action = kit.teacher.advice(state)
        yield action


def compare(kit: AnyKit, state: Any, played: Any, action: Any) -> Comparison:
    """Compares another action with the one that was played; deterministic."""
    analysis = kit.teacher.analyse(state)
    was, now = (rated(kit, state, analysis, each) for each in (played, action))
    found = Comparison(_than(analysis.verdict, was, now), now, analysis.until)
    if found.than == "best":
        return replace(found, why=kit.teacher.why(state, action))
    return _replied(kit, state, kit.game.apply(state, action), found)


def _replied(kit: AnyKit, before: Any, after: Any, found: Comparison) -> Comparison:
    """The comparison, with the reply that the teacher advises if it is the opponent's turn."""
    game = kit.game
    if game.turn(after) in (None, game.turn(before)) or len(after.results) > len(before.results):
        return found
    reply = kit.teacher.advice(after)
    text = game.notation.write_action(reply)
    return replace(found, reply=text, why=kit.teacher.why(after, reply))


def _than(best: Verdict, was: Verdict, now: Verdict) -> Than:
    """How the worth `now` compares with `was`, by the measure of `gave_away`."""
    if not gave_away(best, now):
        return "best"
    if gave_away(now, was):
        return "better"
    return "worse" if gave_away(was, now) else "same"
