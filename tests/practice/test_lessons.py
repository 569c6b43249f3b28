"""Lessons of our boxes: their answers, and their texts once they are done."""

from __future__ import annotations

import pytest

from ludotheque.core.reason import Refusal
from ludotheque.core.texts import Prompt
from ludotheque.practice.exercise import Answer
from ludotheque.practice.lessons import exercise


def test_presses_are_answered_as_actions_are() -> None:
    refusal = exercise("babylone", 3, "en")
    wanted = refusal.pressed([], ["pile-a", "pile-d"])
    assert isinstance(wanted, Answer)
    assert wanted == refusal.tried(["a>d"])
    other = refusal.pressed([], ["pile-g"])
    assert isinstance(other, Answer)
    assert other.kind == "refused"
    assert refusal.pressed([], ["pile-a"]) is None


def test_a_turn_of_two_actions_goes_on_in_between() -> None:
    stuck = exercise("redline", 8, "en")
    first = stuck.tried(["-Y1"])
    assert (first.kind, stuck.game.turn(first.state)) == ("on", 0)
    assert stuck.tried(["-Y1", "-Y1"]).kind == "refused", "it is gone"
    assert stuck.tried(["-Y1", "-Y13"]).kind == "done"


def test_what_is_drawn_is_the_same_each_time() -> None:
    three = exercise("redline", 6, "fr")
    assert three.tried(["Y2@0,1"]) == three.tried(["Y2@0,1"])
    assert len(three.tried(["Y2@0,1"]).state.hands[0]) == 2


def test_praise_tells_what_came_of_it() -> None:
    enter, cross = exercise("plus4", 1, "en"), exercise("croisements", 2, "en")
    assert enter.praise(enter.tried(["1"])) == Prompt(
        "That’s it.", "Your pawn is at the top. The next one will push it down a row."
    )
    assert cross.praise(cross.tried(["d1-c2/b1 stand"])).do == "STAND: your pawn goes to c2."


@pytest.mark.parametrize("number", [-1, 0, 99])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(Refusal, match="no_lesson"):
        exercise("plus4", number, "en")
