"""A decision taken again: how it compares with the one that was played, by the review's measure."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludotheque import load
from ludotheque.games import AnyKit
from ludotheque.games.croisements.state import Announce
from ludotheque.play.match import Match
from ludotheque.play.retry import Retry, compare
from ludotheque.play.review import understand

# Red can win by column 3 and hold the draw by column 1; by 2 or 4, Blue lines up four at once.
SHARP = "[] begin=0 rb/br/rb/br 0 0:0"


def position(spec: str, state: str) -> tuple[AnyKit, Any]:
    kit = load(spec)
    return kit, kit.game.notation.read_state(state)


def retried(kit: AnyKit, state: Any, played: str, text: str) -> tuple[str, str, str]:
    """How another action compares, and the kind and text of the answer."""
    was, action = map(kit.game.notation.read_action, (played, text))
    retry = Retry(kit, state, was, kit.words("en", ("Ana", "Bruno")))
    found = compare(kit, state, was, action)
    answer = retry.answer(action, found)
    return found.than, answer.kind, answer.text


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
    assert retried(kit, state, played, text)[:2] == (than, kind)


def test_what_is_worth_less_is_answered_with_the_reply_and_its_reason() -> None:
    kit, state = position("plus4", SHARP)
    _, _, text = retried(kit, state, "1", "2")
    assert text.startswith("Worse than in the game: a loss in 2 moves (proved).")
    assert text.endswith("The answer: Bruno pushes column 4. Four pawns line up on level 2.")
    assert retried(kit, state, "2", "3")[2] == "Well played: a win in 11 moves (proved)."


def test_the_solution_is_what_the_review_calls_better() -> None:
    kit, state = position("plus4", SHARP)
    played = kit.game.notation.read_action("2")
    retry = Retry(kit, state, played, kit.words("en"))
    assert retry.task.why == "In the game: Red pushes column 2."
    hint = retry.advised(understand(kit, state, played))
    assert hint.text.startswith("Push column 3. ")
    assert hint.parts == ("column-3",)
    assert retry.advised(None).text == "This move could not be judged."


def test_nobody_replies_once_it_is_over() -> None:
    kit, state = position("plus4", "[] begin=0 brbr/b/brbb/rrrb 0 0:0")
    than, kind, text = retried(kit, state, "1", "2")  # which makes a line for Blue
    assert (than, kind) == ("worse", "other")
    assert "The answer" not in text


def test_a_lost_turn_is_never_better() -> None:
    kit = load("croisements(language=en)")
    match, rng = Match(kit), Random(1)
    match.settle(rng)
    while not isinstance(kit.game.actions(match.state)[0], Announce):
        match.move(kit.bots["random"], rng)
    played = kit.teacher.advice(match.state)
    retry = Retry(kit, match.state, played, kit.words("en"))
    action = retry.checked(f"{kit.game.notation.write_action(played)}QZ")
    answer = retry.at_once(action)
    assert answer is not None
    assert answer.kind == "other"
    assert answer.text.startswith(f"{action.word} is not in the list: turn lost.")
    assert retry.at_once(played) is not None, "the action of the game is no other"
