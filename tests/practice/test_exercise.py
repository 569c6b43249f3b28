"""Properties that lessons, problems and mistakes share, and how attempts are read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from ludotheque import load
from ludotheque.core.reason import Refusal
from ludotheque.practice.exercise import Attempt, Exercise, read_attempt
from ludotheque.practice.lessons import exercise
from ludotheque.practice.mistakes import Mistake
from ludotheque.practice.problems import daily
from ludotheque.practice.shapes import LessonAnswer
from ludotheque.practice.view import answer_view, first_view
from tests.shapes import assert_shaped


def _mistake() -> Mistake:
    """Red can win by column 3; by 2, as in the game, Blue lines up four at once."""
    kit = load("plus4")
    state = kit.game.notation.read_state("[] begin=0 rb/br/rb/br 0 0:0")
    return Mistake(kit, state, kit.game.notation.read_action("2"), kit.words("en"))


KINDS: dict[str, Callable[[], Exercise]] = {
    "lesson": lambda: exercise("plus4", 4, "en"),
    "problem": lambda: daily("plus4", date(2026, 1, 5), "en"),
    "mistake": _mistake,
}


@pytest.fixture(params=KINDS)
def played(request: pytest.FixtureRequest) -> Exercise:
    return KINDS[request.param]()


def knowing(played: Exercise, attempt: Attempt) -> Exercise:
    """The exercise with what a teacher has worked out for the attempt, if it needs one."""
    work = played.work(attempt)
    return played if work is None else played.knowing(work.run(lambda: None))


def told(played: Exercise, attempt: Attempt) -> dict[str, Any]:
    """The answer that a page is sent."""
    answer = answer_view(knowing(played, attempt), attempt)
    assert_shaped(answer, LessonAnswer)
    return {**answer}


def example(played: Exercise, *actions: str) -> str:
    return knowing(played, Attempt(solution=True)).example(played.tried(actions))


def right(played: Exercise) -> tuple[str, ...]:
    """The actions with which it is done."""
    actions: tuple[str, ...] = (example(played),)
    while told(played, Attempt(actions))["kind"] == "on":
        actions = (*actions, example(played, *actions))
    return actions


def test_nothing_tried_is_the_position_with_what_to_do(played: Exercise) -> None:
    first = told(played, Attempt())
    assert (first["kind"], first["text"], first["rule"]) == ("on", "", "")
    assert first["view"]["gestures"]
    assert first["view"]["prompt"]["do"]
    assert not first["view"]["done"]
    begun = first_view(played, played.tried([]), ())
    assert begun == {**first, "actions": ()}


def test_nonsense_is_refused(played: Exercise) -> None:
    refused = told(played, Attempt(("§",)))
    assert refused["kind"] == "refused"
    assert "§" in refused["text"]
    assert "view" not in refused


def test_what_is_not_right_is_answered_and_changes_nothing(played: Exercise) -> None:
    wrong = next(text for text in "1234" if text != example(played))
    other = told(played, Attempt((wrong,)))
    assert other["kind"] == "other"
    assert other["text"].endswith(".")
    assert "view" not in other
    assert told(played, Attempt((wrong, *right(played)))) == other, "the rest is not looked at"


def test_what_is_right_is_praised(played: Exercise) -> None:
    done = told(played, Attempt(right(played)))
    assert done["kind"] == "done"
    assert done["view"]["done"]
    assert done["view"]["gestures"] == []
    assert done["view"]["solution"] is None
    assert all(done["view"]["prompt"][line] for line in ("do", "why"))


def test_presses_are_refused_or_go_on_or_have_an_outlook(played: Exercise) -> None:
    for column in "1234":
        pressed = told(played, Attempt(presses=(f"column-{column}",)))
        assert pressed["kind"] in ("nothing", "outlook")
        assert pressed.get("text") != ""
    for strange in (("nowhere-7",), ("column-",), ("column-1", "column-1"), ("",)):
        assert told(played, Attempt(presses=strange))["kind"] in ("refused", "nothing", "outlook")


def test_the_solution_is_told_with_the_parts_to_press(played: Exercise) -> None:
    solution = told(played, Attempt(solution=True))
    assert solution["kind"] == "solution"
    assert solution["text"]
    assert solution["parts"] == (f"column-{example(played)}",)
    asked = played.work(Attempt(solution=True)) is not None
    at_once = told(played, Attempt())["view"]["solution"]
    assert at_once == (None if asked else {"text": solution["text"], "parts": solution["parts"]})


@pytest.mark.parametrize("kind", ["lesson", "problem"])
def test_once_it_is_done_there_is_no_solution(kind: str) -> None:
    played = KINDS[kind]()
    assert told(played, Attempt(right(played), solution=True)) == {"kind": "nothing"}


def test_attempts_are_read() -> None:
    sent = {"actions": ["1", "2"], "presses": ["column-1"], "solution": True, "else": 1}
    assert read_attempt(sent) == Attempt(("1", "2"), ("column-1",), True)
    assert read_attempt({}) == Attempt()
    assert read_attempt({"actions": ("x" * 200,) * 8}) == Attempt(("x" * 200,) * 8)
    assert read_attempt({"actions": ["a\n\U0001d11e"]}) == Attempt(("a\n\U0001d11e",))


BAD: list[Any] = [
    *(None, 3, "1", [], ["1"]),
    *({"actions": wrong} for wrong in ("1", 1, None, {"1": 1}, [1], [None], [["1"]])),
    *({"actions": wrong} for wrong in (["x" * 201], ["1"] * 9, ["\ud800"])),
    *({"presses": wrong} for wrong in ("1", None, [1], ["x" * 201], ["1"] * 9)),
    *({"solution": wrong} for wrong in ("yes", 1, None)),
]


@pytest.mark.parametrize("sent", BAD, ids=ascii)
def test_what_is_not_understood_is_refused(sent: Any) -> None:
    with pytest.raises(Refusal, match="bad_request"):
        read_attempt(sent)
