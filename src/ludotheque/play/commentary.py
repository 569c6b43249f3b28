"""A review in words: what a decision was worth, what was better and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from ludotheque.core.game import Seat, mover
from ludotheque.core.reason import because
from ludotheque.core.solver import Verdict
from ludotheque.core.texts import Texts
from ludotheque.games import AnyKit
from ludotheque.play.review import SLIP_SHARE, Decision, KnownMark, ReviewStep, gave_away

SIGNS = {"": "", "only": "!", "slip": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True, slots=True)
class Comment:
    """A decision in words: what was done, its worth, what was better, and what would follow."""

    told: str
    worth: str
    better: str = ""
    line: str = ""


class Worth(TypedDict):
    """What something is worth to a seat; an estimate lies between `low` and `high`."""

    share: float
    proved: bool
    low: float | None
    high: float | None
    distance: int | None


class SentBetter(TypedDict):
    """What would have been better, with the line that proves it."""

    action: str
    proof: list[str]
    text: str


class SentDecision(TypedDict):
    """A decision as the review judges it."""

    number: int
    round: int
    seat: Seat
    action: str
    mark: KnownMark | Literal["unknown"]
    luck: str
    told: str
    text: str
    worth: list[Worth]
    best: Worth | None
    taken: Worth | None
    better: SentBetter | None


def comment(kit: AnyKit, state: Any, decision: Decision, words: Texts) -> Comment:
    """Puts a decision that was taken in that state into words."""
    tell, read = kit.game.painter.tell, kit.game.notation.read_action
    told = tell(state, read(decision.action), words)
    worth = _worth(words, decision)
    better = decision.better
    if better is None:
        return Comment(told, worth)
    instead = tell(state, read(better.action), words)
    named = words("review.better", told=instead, why=words.say(better.why))
    line = words("review.line", line=" ".join((better.action, *better.line)))
    return Comment(told, worth, named, line if better.line else "")


def luck(before: Decision, after: Decision, words: Texts) -> str:
    """How chance changed the prospects of the player who took `before`; empty if unclear.

    A proved value is not compared with an estimated one: their difference would not be luck.
    """
    acted = after.number > before.number + 1 and after.round == before.round
    was, now = before.taken, after.worth[before.seat]
    alike = was.proved == now.proved and (gave_away(was, now) or gave_away(now, was))
    if not acted or not alike or abs(was.share - now.share) < SLIP_SHARE:
        return ""
    seat, shown = f"@seat.{before.seat}", value(now, words, after.until)
    return words.say(because("review.luck", seat=seat, value=shown))


def value(verdict: Verdict, words: Texts, until: str = "end") -> str:
    """A verdict in words, labelled as proved or as estimated."""
    if verdict.low is not None and verdict.high is not None:
        low, high = percent(verdict.low), percent(verdict.high)
        return words("review.estimated", percent=percent(verdict.share), low=low, high=high)
    if verdict.odds:
        return words("review.proved", what=words("review.chance", percent=percent(verdict.share)))
    what = words(f"review.{verdict.word}")
    if verdict.moves:
        key = "review.in" if until == "end" else f"review.in_{until}"
        what = words(key, what=what, n=verdict.moves)
    return words("review.proved", what=what)


def _worth(words: Texts, decision: Decision) -> str:
    seat = f"@seat.{decision.seat}"
    taken = value(decision.taken, words, decision.until)
    if decision.better is not None:
        best = value(decision.better.verdict, words, decision.until)
        return words.say(because("review.lost", seat=seat, value=taken, best=best))
    key = "only" if decision.mark == "only" else "kept" if decision.taken.proved else "fine"
    return words.say(because(f"review.{key}", seat=seat, value=taken))


def percent(share: float) -> int:
    """A share in whole percent; 0 and 100 only for what is certain."""
    return round(100 * share) if share in (0.0, 1.0) else min(99, max(1, round(100 * share)))


def as_json(decision: Decision, said: Comment, luck: str = "") -> SentDecision:
    """A decision for programs: notation, figures, words, and the luck just before it."""
    better: SentBetter | None = None
    if decision.better:
        proof = list(decision.better.line)
        better = {"action": decision.better.action, "proof": proof, "text": said.better}
    return {
        "number": decision.number,
        "round": decision.round,
        "seat": decision.seat,
        "action": decision.action,
        "mark": decision.mark,
        "luck": luck,
        "told": said.told,
        "text": said.worth,
        "worth": [_figures(verdict) for verdict in decision.worth],
        "best": _figures(decision.best),
        "taken": _figures(decision.taken),
        "better": better,
    }


def unknown_as_json(kit: AnyKit, step: ReviewStep, words: Texts) -> SentDecision:
    """The same as `as_json` for a decision whose worth is unknown."""
    game = kit.game
    return {
        "number": step.number,
        "round": len(step.state.results),
        "seat": mover(game, step.state),
        "action": game.notation.write_action(step.action),
        "mark": "unknown",
        "luck": "",
        "told": game.painter.tell(step.state, step.action, words),
        "text": words("review.unknown"),
        "worth": [],
        "best": None,
        "taken": None,
        "better": None,
    }


def _figures(verdict: Verdict) -> Worth:
    return {
        "share": verdict.share,
        "proved": verdict.proved,
        "low": verdict.low,
        "high": verdict.high,
        "distance": verdict.distance,
    }
