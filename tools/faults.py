"""Explains what wrong answers to a problem lead to, by proved values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ludotheque.core.lesson import Problem, Values
from ludotheque.core.player import settle
from ludotheque.games import AnyKit
from ludotheque.games.croisements.state import Announce
from ludotheque.play.commentary import percent

SEED = 1

Faults = Mapping[str, Values]
"""By action or pattern: the name of the text that explains it, and the values to fill in."""


def explained(kit: AnyKit, problem: Problem) -> Problem:
    """Returns the problem with explanations of its wrong answers at every step."""
    look = LOOKS.get(problem.name)
    steps = enumerate(positions(kit, problem)) if look else ()
    found = [look(kit, state, _wrong(kit, problem, step, state)) for step, state in steps if look]
    return replace(problem, faults=tuple(map(_joined, found)))


def positions(kit: AnyKit, problem: Problem) -> Iterator[Any]:
    """Yields the positions in which the problem asks for an action."""
    game, state = kit.round, kit.round.notation.read_state(problem.state)
    yield state
    for number, text in enumerate(problem.line[:-1], start=1):
        taken = game.notation.read_action(text.partition("|")[0])
        state = settle(game, game.apply(state, taken), Random(SEED))
        if number % 2 == 0:
            yield state


def _wrong(kit: AnyKit, problem: Problem, step: int, state: Any) -> list[Any]:
    """Returns the legal actions that are wrong."""
    write, actions = kit.round.notation.write_action, kit.round.actions(state)
    return [action for action in actions if not problem.wants(write(action), step)]


def _joined(faults: Faults) -> Faults:
    """Joins the actions that have the same explanation into one pattern."""
    alike: dict[tuple[tuple[str, str | int], ...], list[str]] = {}
    for text, values in faults.items():
        alike.setdefault(tuple(values.items()), []).append(text)
    return {"|".join(texts): dict(values) for values, texts in alike.items()}


def pushes(kit: AnyKit, state: Any, wrong: Sequence[Any]) -> Faults:
    """Plus 4: how the game ends, how soon, and by which reply."""
    assert kit.solver is not None
    found, write = kit.solver.analyse(state), kit.round.notation.write_action
    moves = found.verdict.moves
    return {write(push): _pushed(kit, state, push, found.of(push), moves) for push in wrong}


def _pushed(kit: AnyKit, state: Any, push: Any, worth: Any, moves: int | None) -> Values:
    assert kit.solver is not None
    after = kit.round.apply(state, push)
    end = kit.round.outcome(after)
    if end is not None:
        return {"why": "gives" if end.winners else "both"}
    if worth.share == 1:
        return {"why": "slower", "n": worth.moves, "best": moves}
    reply = kit.round.notation.write_action(kit.solver.analyse(after).best[0])
    if worth.share:
        return {"why": "draws", "reply": reply}
    if worth.moves == 1:
        return _lined_up(reply)
    return {"why": "loses", "reply": reply, "n": worth.moves}


def _lined_up(reply: str) -> Values:
    return {"why": "aligns", "reply": reply}


def stacks(kit: AnyKit, state: Any, wrong: Sequence[Any]) -> Faults:
    """Babylone: a reply that wins for the other player, preferably one that follows many moves."""
    assert kit.solver is not None
    write = kit.round.notation.write_action
    after = {write(move): kit.round.apply(state, move) for move in wrong}
    winning = {text: kit.solver.analyse(each).best for text, each in after.items()}
    common = Counter(reply for replies in winning.values() for reply in replies)
    chosen = {text: max(replies, key=common.__getitem__) for text, replies in winning.items()}
    return {text: _stacked(write(reply)) for text, reply in chosen.items()}


def _stacked(reply: str) -> Values:
    pile, _, on = reply.partition(">")
    return {"why": "loses", "pile": pile, "on": on}


def placements(kit: AnyKit, state: Any, wrong: Sequence[Any]) -> Faults:
    """Redline: the chance of winning that is left."""
    assert kit.solver is not None
    found, write = kit.solver.analyse(state), kit.round.notation.write_action
    assert found.verdict.proved
    shares = {write(action): found.of(action).share for action in wrong}
    return {text: _placed(share) for text, share in shares.items()}


def _placed(share: float) -> Values:
    return {"why": "chance", "percent": percent(share)} if share else {"why": "loses"}


def jumps(kit: AnyKit, state: Any, wrong: Sequence[Any]) -> Faults:
    """Croisements: how far the jump goes, and the longest one."""
    longest = max(map(jump, _announced(kit.round.actions(state))))
    return {
        f"{move.crossing.pawn}-{move.crossing.square}/*": {
            "why": "shorter", "n": jump(move), "best": longest
        }
        for move in _announced(wrong)
    }  # fmt: skip


def _announced(actions: Sequence[Any]) -> list[Announce]:
    return [action for action in actions if isinstance(action, Announce)]


def jump(move: Announce) -> int:
    """Returns how many squares a pawn moves."""
    pawn, square, _ = move.crossing
    return max(abs(pawn.row - square.row), abs(pawn.column - square.column))


LOOKS: Mapping[str, Callable[[AnyKit, Any, Sequence[Any]], Faults]] = {
    "win": pushes,
    "draw": pushes,
    "only": stacks,
    "placement": placements,
    "jump": jumps,
}
