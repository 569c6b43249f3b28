"""A decision taken again: how it compares with the one that was played, by the review's measure."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.games import AnyKit
from ludotheque.games.croisements.state import Announce
from ludotheque.play.match import Match
from ludotheque.play.review import Comparison, understand
from ludotheque.practice.exercise import Answer, Attempt
from ludotheque.practice.mistakes import Mistake, mistake_of

# Red can win by column 3 and hold the draw by column 1; by 2 or 4, Blue lines up four at once.
SHARP = "[] begin=0 rb/br/rb/br 0 0:0"


def position(spec: str, state: str) -> tuple[AnyKit, Any]:
    kit = load(spec)
    return kit, kit.game.notation.read_state(state)


def retried(kit: AnyKit, state: Any, played: str, text: str) -> tuple[str, Answer]:
    """How another action compares, and the answer to it."""
    was = kit.game.notation.read_action(played)
    mistake = Mistake(kit, state, was, kit.words("en", ("Ana", "Bruno")))
    work = mistake.work(Attempt((text,)))
    assert work is not None
    found = work.run(lambda: None)
    assert isinstance(found, Comparison)
    return found.than, mistake.knowing(found).tried([text])


@pytest.mark.parametrize(
    ("played", "text", "than", "kind"),
    [
        ("2", "3", "best", "done"),
        ("2", "1", "better", "other"),
        ("2", "4", "same", "other"),
        ("1", "2", "worse", "other"),
        ("1", "3", "best", "done"),
    ],
)
def test_an_action_is_best_or_better_or_as_good_or_worse(
    played: str, text: str, than: str, kind: str
) -> None:
    kit, state = position("plus4", SHARP)
    compared, answer = retried(kit, state, played, text)
    assert (compared, answer.kind) == (than, kind)


def test_what_is_worth_less_is_answered_with_the_reply_and_its_reason() -> None:
    kit, state = position("plus4", SHARP)
    _, worse = retried(kit, state, "1", "2")
    assert worse.text.startswith("Worse than in the game: a loss in 1 move (proved).")
    assert worse.text.endswith(
        "The answer: Bruno pushes column 4. Four pawns line up in row 2 from the top."
    )
    _, best = retried(kit, state, "2", "3")
    assert best.text == "Well played: a win in 6 moves (proved)."
    assert best.why


def test_the_solution_is_what_the_review_calls_better() -> None:
    kit, state = position("plus4", SHARP)
    played = kit.game.notation.read_action("2")
    mistake = Mistake(kit, state, played, kit.words("en"))
    assert mistake.task.why == "In the game: Red pushes column 2."
    decision = understand(kit, state, played)
    begun = mistake.tried([])
    hint = mistake.knowing(decision).solution(begun)
    assert hint.text.startswith("Push column 3. ")
    assert hint.parts == ("column-3",)
    best = Mistake(kit, state, kit.game.notation.read_action("3"), kit.words("en"))
    work = best.work(Attempt(solution=True))
    assert work is not None
    kept = best.knowing(work.run(lambda: None)).solution(begun)
    assert (kept.text, kept.parts) == ("Push column 3.", ("column-3",))


def test_what_no_teacher_could_judge_is_said_to_be_unknown() -> None:
    kit, state = position("plus4", SHARP)
    mistake = Mistake(kit, state, kit.game.notation.read_action("2"), kit.words("en"))
    unjudged = mistake.knowing(None)
    for answer in (unjudged.tried(["3"]), unjudged.solution(mistake.tried([]))):
        assert answer.text == "This move could not be judged."
    assert unjudged.tried(["3"]).kind == "other"


def test_nobody_replies_once_it_is_over() -> None:
    kit, state = position("plus4", "[] begin=0 brbr/b/brbb/rrrb 0 0:0")
    than, answer = retried(kit, state, "1", "2")  # which makes a line for Blue
    assert (than, answer.kind) == ("worse", "other")
    assert "The answer" not in answer.text


def test_a_lost_turn_is_never_better() -> None:
    kit = load("croisements(language=en)")
    match, rng = Match(kit), Random(1)
    match.settle(rng)
    while not isinstance(kit.game.actions(match.state)[0], Announce):
        match.move(kit.bots["random"], rng)
    played = kit.teacher.advice(match.state)
    mistake = Mistake(kit, match.state, played, kit.words("en"))
    text = kit.game.notation.write_action(played)
    for tried in (text, f"{text}QZ"):
        assert mistake.work(Attempt((tried,))) is None, "no teacher is asked"
    lost = mistake.tried([f"{text}QZ"])
    assert lost.kind == "other"
    assert re.match(r"\w*QZ is not in the list: turn lost\.", lost.text)
    assert mistake.tried([text]).text == mistake.words("retry.again")


def test_only_decisions_are_tried_again() -> None:
    kit = load("plus4")
    match = Match(kit)
    match.settle(Random(1))
    for action in ("1", "2"):
        match.play(action)
    words = kit.words("en")
    found = mistake_of(match.history, 2, words, "table")
    assert (found.number, found.turn, found.table) == (2, 2, "table")
    assert kit.game.notation.write_action(found.played) == "2"
    for number in (-1, 0, 3):  # chance decided who begins
        with pytest.raises(Refusal, match="no_move"):
            mistake_of(match.history, number, words)
