"""Everything that the page of an exercise is sent has the declared shapes."""

from __future__ import annotations

import pytest

from ludotheque import catalogue
from ludotheque.practice.exercise import Attempt
from ludotheque.practice.lessons import exercise
from ludotheque.practice.shapes import LessonAnswer, LessonStart
from ludotheque.practice.view import answer_view, first_view
from tests.shapes import assert_shaped


@pytest.mark.parametrize("game", [box.name for box in catalogue()])
def test_every_lesson_is_sent_in_its_shapes(game: str) -> None:
    (box,) = (box for box in catalogue() if box.name == game)
    kinds = set[str]()
    for number, _ in enumerate(box.lessons("en"), start=1):
        lesson = exercise(game, number, "en")
        begun = lesson.tried([])
        assert_shaped(first_view(lesson, begun, []), LessonStart)
        write = lesson.game.notation.write_action
        legal = [write(action) for action in lesson.game.actions(begun.state)]
        for attempt in (
            Attempt((lesson.example(begun),)),
            *(Attempt((action,)) for action in (*legal[:2], "nonsense")),
            Attempt((), lesson.solution(begun).parts),
            Attempt((), lesson.solution(begun).parts[:1]),
            Attempt(solution=True),
        ):
            answer = answer_view(lesson, attempt)
            assert_shaped(answer, LessonAnswer)
            kinds.add(answer["kind"])
    assert kinds >= {"refused", "other", "done", "solution"}
