"""`ludotheque review`: what each move of a record was worth, what was better and why."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator

from ludotheque.cli.arguments import Bad, optional_number
from ludotheque.cli.check import match_of
from ludotheque.core.reason import Refusal
from ludotheque.core.texts import Texts
from ludotheque.play.commentary import SIGNS, Comment, as_json, comment, luck
from ludotheque.play.match import Match
from ludotheque.play.review import Decision, decisions, understand
from ludotheque.practice.mistakes import mistake_of
from ludotheque.terminal.practice import ask_mistake
from ludotheque.terminal.result import name_of, result_lines

EXAMPLE = "ludotheque review game.txt"
ARGUMENTS = "file --json --retry=N"
GIVEN_AWAY = ("slip", "mistake", "blunder")
Judged = tuple[Decision, Comment, str]


def run(options: Namespace, say: Texts) -> None:
    """Prints every decision as soon as it is reviewed, then how often each player went wrong.

    With `--retry`, asks for a better action than one of them instead.
    """
    match = match_of(options, say)
    number = optional_number(options, "retry", say, 1, len(match.actions))
    if number is not None:
        _retried(match, number, say)
    elif options.json:
        found = [as_json(*judged) for judged in _judged(match, say)]
        print(json.dumps(found, ensure_ascii=False))
    else:
        marks = Counter(_shown(judged) for judged in _judged(match, say))
        for line in _counts(match, marks, say) + result_lines(match, say.lang):
            print(line)


def _retried(match: Match, number: int, say: Texts) -> None:
    try:
        mistake = mistake_of(match.history, number - 1, match.kit.words(say.lang))
    except Refusal:
        raise Bad(say("bad.chance", n=number)) from None
    ask_mistake(mistake)


def _judged(match: Match, say: Texts) -> Iterator[Judged]:
    """Each decision, the comment on it, and a sentence on the luck just before it."""
    kit, words, before = match.kit, match.kit.words(say.lang), None
    for number, state, action in decisions(kit, match.actions):
        decision = understand(kit, state, action, number)
        spoke = luck(before, decision, words) if before else ""
        yield decision, comment(kit, state, decision, words), spoke
        before = decision


def _shown(judged: Judged) -> tuple[int, str]:
    """Prints one decision; returns the seat that made it, and its mark."""
    decision, said, spoke = judged
    if spoke:
        print(f"   {spoke}")
    sign = f" {SIGNS[decision.mark]}" if decision.mark else ""
    print(f"{decision.number + 1}. {decision.action}{sign}", flush=True)
    for line in filter(None, (said.told, said.worth, said.better, said.line)):
        print(f"   {line}")
    return decision.seat, decision.mark


def _counts(match: Match, marks: Counter[tuple[int, str]], say: Texts) -> list[str]:
    return [
        say(
            "review.counts",
            name=name_of(match, seat, say.lang),
            **{mark: marks[seat, mark] for mark in GIVEN_AWAY},
        )
        for seat in range(match.kit.game.seats)
    ]
