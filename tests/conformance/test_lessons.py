"""The guided first game of every box, played through the engine in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ludotheque import catalogue
from ludotheque.core.texts import LANGUAGES, Prompt
from ludotheque.play.lessons import Answer, Exercise, exercise

MOST_ACTIONS = 5  # of the longest problem; a lesson has fewer
LINES = {"title", "do", "why", "done"}
CASES = [
    (box.name, number, lang)
    for box in catalogue()
    for lang in LANGUAGES
    for number in range(1, len(box.lessons(lang)) + 1)
]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, case)))
def played(request: pytest.FixtureRequest) -> Exercise:
    return exercise(*request.param)


def to_the_end(played: Exercise) -> list[Answer]:
    """The answers to right actions, up to the one with which the lesson is done."""
    actions, answers = list[str](), [played.tried([])]
    while answers[-1].kind == "on":
        actions.append(played.example(answers[-1]))
        answers.append(played.tried(actions))
        assert len(answers) <= MOST_ACTIONS + 1
    return answers


def test_what_is_shown_as_right_is_right(played: Exercise) -> None:
    answers = to_the_end(played)
    assert answers[-1].kind == "done"
    assert played.game.turn(played.start) == 0
    refused = bool(played.lesson.refused)
    assert (answers[-1].after is None) == refused
    assert (answers[-1].rule != "") == refused


def test_every_other_legal_action_is_answered_and_changes_nothing(played: Exercise) -> None:
    notation = played.game.notation
    written = [notation.write_action(a) for a in played.game.actions(played.start)]
    right = [text for text in written if played.tried([text]).kind in ("done", "on")]
    assert right == [text for text in written if played.lesson.wants(text)]
    for text in set(written) - set(right):
        answer = played.tried([text])
        assert (answer.kind, answer.state, answer.rule) == ("other", played.start, "")
        assert answer.text.endswith("."), answer.text
    if played.lesson.wanted == ("*",) and not played.lesson.refused:
        assert right == written


def test_nonsense_is_refused_with_its_reason(played: Exercise) -> None:
    answer = played.tried(["§"])
    assert (answer.kind, answer.state) == ("refused", played.start)
    assert "§" in answer.text


def test_the_solution_names_parts_to_press(played: Exercise) -> None:
    hint = played.solution(played.tried([]))
    shown = {part.id for part in played.game.scene(played.start, 0, played.lang).parts()}
    assert set(hint.parts) <= shown
    assert hint.text
    assert hint.parts or played.lesson.refused


def test_sentences_are_whole(played: Exercise) -> None:
    for prompt in (played.task, played.praise(to_the_end(played)[-1])):
        for line in (prompt.do, prompt.why):
            assert re.search(r"[.!]$", line), line
    assert not played.title.endswith(".")
    assert len(played.task.do) <= 60
    assert len(played.task.why) <= 90


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", catalogue(), ids=lambda box: box.name)
def test_lessons_and_their_texts_belong_together(box: Any, lang: str) -> None:
    lessons = box.lessons(lang)
    assert 6 <= len(lessons) <= 12
    named = {lesson.name for lesson in lessons}
    assert len(named) == len(lessons)
    keys = [key.split(".")[1:] for key in box.texts(lang).entries if key.startswith("lesson.")]
    own = {(key[0], key[1]) for key in keys if len(key) == 2}
    assert {name for name, _ in own} == named
    for lesson in lessons:
        said = {line for name, line in own if name == lesson.name}
        common = {key[0] for key in keys if len(key) == 1}
        assert said - LINES - {"other", "solution"} == set(lesson.wrong.values()) - common
        assert said >= LINES


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
