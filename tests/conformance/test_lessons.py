"""The guided first games of our boxes: how long they are, and what they answer."""

from __future__ import annotations

import pytest

from ludotheque import catalogue
from ludotheque.core.kit import Box
from ludotheque.core.texts import LANGUAGES, Prompt
from ludotheque.play.lessons import Answer, exercise


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", catalogue(), ids=lambda box: box.name)
def test_a_guided_first_game_has_six_to_twelve_lessons(box: Box, lang: str) -> None:
    assert 6 <= len(box.lessons(lang)) <= 12


def test_words_are_never_lost_but_on_purpose() -> None:
    for lang, nonsense in (("fr", "PRUSIT"), ("en", "SNAB")):
        lessons = [exercise("croisements", number, lang) for number in range(2, 10)]
        kinds = {
            played.lesson.name: played.tried([f"d1-c2/b1 {nonsense}"]).kind
            for played in lessons
            if "b1.d1" in played.lesson.state
        }
        assert kinds.pop("lost") == "done"
        assert set(kinds.values()) == {"other"}
        answer = lessons[0].tried([f"d1-c2/b1 {nonsense}"])
        assert answer.text == lessons[0].words("lesson.unlisted")


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
        "That’s it.", "Your pawn is at the top. The next one will push it down a level."
    )
    assert cross.praise(cross.tried(["d1-c2/b1 stand"])).do == "STAND: your pawn goes to c2."
