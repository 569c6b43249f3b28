"""The guided first game of every box, played through the engine in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from ludotheque.conformance.choosing import chosen
from ludotheque.conformance.positions import look_at
from ludotheque.core.kit import Box
from ludotheque.core.texts import LANGUAGES
from ludotheque.play.lessons import Answer, Exercise, exercise

MOST_ACTIONS = 5  # of the longest problem; a lesson has fewer
LINES = {"title", "do", "why", "done"}
Case = tuple[str, int, str]
"""The name of a game, the number of a lesson, and a language."""


def lessons_of(boxes: Iterable[Box]) -> list[Case]:
    """Every lesson of these games in both languages; a game need not have any."""
    return [
        (box.name, number, lang)
        for box in boxes
        for lang in LANGUAGES
        for number in range(1, len(box.lessons(lang)) + 1)
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "played" in metafunc.fixturenames:
        cases = lessons_of(chosen(metafunc.config).boxes)
        ids = ["-".join(map(str, case)) for case in cases]
        metafunc.parametrize("played", cases, ids=ids, indirect=True)


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Exercise:
    """A lesson at its beginning, set as the position to report."""
    found = exercise(*request.param)
    look_at(found.kit, found.start, bare=True)
    return found


def to_the_end(played: Exercise) -> list[Answer]:
    """The answers to right actions until the lesson is done."""
    actions, answers = list[str](), [played.tried([])]
    while answers[-1].kind == "on":
        actions.append(played.example(answers[-1]))
        answers.append(played.tried(actions))
        assert len(answers) <= MOST_ACTIONS + 1, "right actions do not finish the lesson"
    return answers


def test_what_is_shown_as_right_is_right(played: Exercise) -> None:
    answers = to_the_end(played)
    last = answers[-1]
    assert last.kind == "done", f"the action shown as right gets the answer “{last.text}”"
    assert played.game.turn(played.start) == 0, "the first seat is not to move"
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
        assert answer.text.endswith("."), f"the answer to {text} is not a sentence: “{answer.text}”"
    if played.lesson.wanted == ("*",) and not played.lesson.refused:
        assert right == written


def test_nonsense_is_refused_with_its_reason(played: Exercise) -> None:
    answer = played.tried(["§"])
    assert (answer.kind, answer.state) == ("refused", played.start)
    assert "§" in answer.text


def test_the_solution_names_parts_to_press(played: Exercise) -> None:
    hint = played.solution(played.tried([]))
    shown = {part.id for part in played.game.scene(played.start, 0, played.lang).parts()}
    missing = sorted(set(hint.parts) - shown)
    assert not missing, f"the solution shows “{missing[0]}”, which is not a part"
    assert hint.text, "the solution has no text"
    assert hint.parts or played.lesson.refused


def test_sentences_are_whole(played: Exercise) -> None:
    for prompt in (played.task, played.praise(to_the_end(played)[-1])):
        for line in (prompt.do, prompt.why):
            assert re.search(r"[.!]$", line), line
    assert not played.title.endswith(".")
    assert len(played.task.do) <= 60
    assert len(played.task.why) <= 90


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lessons_and_their_texts_belong_together(box: Box, lang: str) -> None:
    lessons = box.lessons(lang)
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
