"""The guided first game in the terminal, every box to its end; the problem of a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import cast

import pytest

from ludotheque import catalogue
from ludotheque.core.lesson import Problem
from ludotheque.core.texts import texts
from ludotheque.practice.lessons import LessonExercise, exercise
from ludotheque.practice.problems import daily
from tests.cli.command import run


def lessons(game: str, lang: str) -> list[LessonExercise]:
    (box,) = (box for box in catalogue() if box.name == game)
    return [exercise(game, number, lang) for number in range(1, len(box.lessons(lang)) + 1)]


def right(played: LessonExercise) -> Iterator[str]:
    """The text to type for the task of the lesson."""
    actions, answer = list[str](), played.tried([])
    while answer.kind == "on":
        actions.append(played.example(answer))
        answer = played.tried(actions)
    yield from actions


@pytest.mark.parametrize(
    ("game", "lang"),
    [("redline", "fr"), ("babylone", "en"), ("plus4", "fr"), ("croisements", "en")],
)
def test_a_guided_game_is_played_to_its_end_and_into_a_real_one(game: str, lang: str) -> None:
    played = lessons(game, lang)
    typed = [action for each in played for action in right(each)]
    shown = run("learn", game, "--lang", lang, "--seed", "1", typed="\n".join([*typed, "quit"]))
    assert shown.returncode == 0, shown.stderr
    say = texts("ludotheque.terminal", lang)
    for number, each in enumerate(played, start=1):
        assert say("lesson", n=number, of=len(played), title=each.title) in shown.stdout
        assert each.words(f"lesson.{each.lesson.name}.done") in shown.stdout
    asked = [each for each in played if each.lesson.refused]
    assert len(shown.stderr.splitlines()) == len(asked), "only what was to be refused"
    easiest = played[0].kit.level(next(iter(played[0].kit.bots)), lang).name
    assert say("real_game", name=easiest) in shown.stdout


def test_whoever_is_stuck_is_shown_how_or_goes_on() -> None:
    typed = "c>a\na>d\nsolution\nactions\nboard\n?\n\nnext\nquit\n"
    shown = run("learn", "babylone", "--lesson", "5", "--lang", "en", typed=typed)
    assert shown.returncode == 0
    near, refused = shown.stderr.splitlines()
    assert near == lessons("babylone", "en")[4].words("lesson.block.top")
    assert refused == "Heights 2 and 5, tops beige and black: nothing in common. (rule 2.2)"
    assert "Stack pile a on pile c.  →  a>c" in shown.stdout
    assert "a>c c>a c>j j>c" in shown.stdout
    assert shown.stdout.count("Block your opponent.") == 2
    assert shown.stdout.count("continue with the next lesson") == 2
    assert "Lesson 6 of 6" in shown.stdout
    assert "real game" not in shown.stdout


def test_a_problem_is_solved_or_left() -> None:
    day = date(2026, 1, 5)
    played = daily("plus4", day, "en")
    wrong = next(text for text in "1234" if not played.lesson.wants(text))
    typed = "\n".join([wrong, "solution", "?", *right(played)])
    shown = run("problem", "plus4", "--date", "2026-01-05", "--lang", "en", typed=typed)
    assert shown.returncode == 0
    assert shown.stderr.strip() == played.tried([wrong]).text
    level = played.kit.level(cast(Problem, played.lesson).level, "en").name
    assert f"Problem for 5 January 2026 ({level}): {played.title}" in shown.stdout
    assert played.solution(played.tried([])).text in shown.stdout
    assert "Solved. There is a new one every day." in shown.stdout
    left = run("problem", "babylone", "--lang", "fr", typed="quit\n")
    assert left.returncode == 0
    assert "Trouvez le seul coup gagnant." in left.stdout


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-01", "9999-01-01"])
def test_there_is_no_problem_of_other_days(day: str) -> None:
    shown = run("problem", "plus4", "--date", day, "--lang", "en")
    assert shown.returncode == 2
    assert shown.stderr == f"“{day}” is not a valid date: use YYYY-MM-DD, today or earlier.\n"
