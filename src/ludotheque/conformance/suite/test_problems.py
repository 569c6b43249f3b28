"""Problems of every box: the answer solves each, and every other action gets a reply.

Some problems of each box are tested, or as many as LUDOTHEQUE_PROBLEMS says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from ludotheque.conformance.choosing import chosen
from ludotheque.conformance.positions import look_at
from ludotheque.conformance.suite.test_lessons import to_the_end
from ludotheque.core.kit import Box
from ludotheque.core.lesson import Problem
from ludotheque.core.texts import LANGUAGES
from ludotheque.play.lessons import Exercise
from ludotheque.play.problems import daily, problem_of

LOOKED_AT = int(os.environ.get("LUDOTHEQUE_PROBLEMS", "8"))
DAY = date(2026, 11, 16)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes with the games that have problems."""
    if "shelf" in metafunc.fixturenames:
        boxes = [box for box in chosen(metafunc.config).boxes if box.problems()]
        cases = {f"{box.name}-{lang}": (box, lang) for box in boxes for lang in LANGUAGES}
        metafunc.parametrize("shelf", cases.values(), ids=cases)


def sampled(box: Box, lang: str) -> Iterator[Exercise]:
    """Problems from the whole list, in equal steps."""
    every = box.problems(lang)
    for problem in every[:: max(1, len(every) // LOOKED_AT)]:
        yield Exercise(box, problem, lang)


def test_none_comes_twice_before_all_came(shelf: tuple[Box, str]) -> None:
    box, lang = shelf
    every = box.problems(lang)
    days = [problem_of(box, DAY + timedelta(days=n), lang) for n in range(len(every))]
    assert sorted(map(repr, days)) == sorted(map(repr, every))
    assert len(set(map(repr, days))) == len(every)
    assert problem_of(box, DAY + timedelta(days=len(every)), lang) == days[0]
    assert daily(box.name, DAY, lang).lesson == days[0]


def test_the_answer_solves_it_and_every_other_action_is_answered(shelf: tuple[Box, str]) -> None:
    for played in sampled(*shelf):
        assert isinstance(played.lesson, Problem)
        look_at(played.kit, played.start, bare=True)
        answers = to_the_end(played)
        assert answers[-1].kind == "done"
        assert played.praise(answers[-1]).do == played.words("problem.well")
        assert len(answers) - 1 == (len(played.lesson.line) + 1) // 2
        assert played.seat == 0
        assert played.lesson.level in levels(played)
        written = map(played.game.notation.write_action, played.game.actions(played.start))
        others = [text for text in written if not played.lesson.wants(text)]
        answers = [played.tried([text]) for text in others]
        assert others
        assert {answer.kind for answer in answers} == {"other"}
        assert not [answer.text for answer in answers if "{" in answer.text]


def levels(played: Exercise) -> set[str]:
    return {key.split(".")[1] for key in played.words.entries if key.startswith("bots.")}


def test_its_sentences_are_whole_and_short(shelf: tuple[Box, str]) -> None:
    box, lang = shelf
    for problem in {each.name: each for each in box.problems(lang)}.values():
        played = Exercise(box, problem, lang)
        assert not played.title.endswith(".")
        assert played.task.do.endswith(".")
        assert len(played.task.do) <= 60
        assert len(played.task.why) <= 90
        assert "{" not in played.title + played.task.do + played.task.why
