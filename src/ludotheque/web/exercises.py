"""The page of a position that is played in by itself, and what is answered on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from ludotheque.core.scene import Viewpoint
from ludotheque.core.texts import texts
from ludotheque.play import lessons
from ludotheque.play.lessons import Answer
from ludotheque.play.problems import Daily
from ludotheque.render import to_text
from ludotheque.table.views.lesson import Exercise, lesson_answer, lesson_view
from ludotheque.table.words import View
from ludotheque.web import PACKAGE
from ludotheque.web.pages import as_data

_SCRIPT_WORDS = ("see_rule", "close", "play", "back", "no_answer", "thinking")
_PROBLEM_WORDS = (
    *("retry", "solution", "streak"),
    *("solved_first", "solved_tries", "solved_shown", "result_copied"),
)
_DAYS_LISTED = 7  # beside a problem: a week of them


def exercise_values(
    lang: str,
    played: Exercise,
    tried: Answer,
    actions: Sequence[str],
    more_words: Sequence[str] = (),
) -> dict[str, Any]:
    """The position after the answer to these actions; `more_words` are for a script of its own."""
    kept = actions if tried.kind == "on" else []
    first = {**lesson_answer(played, tried), "view": lesson_view(played, tried), "actions": kept}
    said = texts(PACKAGE, lang)
    words = {name: said(f"page.{name}") for name in (*_SCRIPT_WORDS, *more_words)}
    return {
        "played": played,
        "first": first,
        "picture": _in_characters(played, tried),
        "data": as_data(first),
        "words": as_data(words),
    }


def lesson_values(played: lessons.Exercise, number: int, actions: Sequence[str]) -> dict[str, Any]:
    """The page of a lesson, after the actions that were typed without a script."""
    titles = [played.words(f"lesson.{each.name}.title") for each in played.box.lessons(played.lang)]
    page = exercise_values(played.lang, played, played.tried(actions), actions)
    return {**page, "game": played.box.name, "box": played.box, "number": number, "titles": titles}


def problem_values(played: Daily, today: date, actions: Sequence[str]) -> dict[str, Any]:
    """The page of a day's problem, with those of the days before."""
    days = [today - timedelta(days=ago) for ago in range(_DAYS_LISTED)]
    page = exercise_values(played.lang, played, played.tried(actions), actions, _PROBLEM_WORDS)
    return {**page, "game": played.box.name, "box": played.box, "days": days}


def attempt_answer(
    played: lessons.Exercise, actions: Sequence[str], presses: Sequence[str]
) -> View:
    """What is answered to actions, or to presses after them; nothing is stored."""
    if presses:
        return lesson_answer(played, played.pressed(actions, presses))
    return lesson_answer(played, played.tried(actions))


def _in_characters(played: Exercise, tried: Answer) -> str:
    """The position for a browser without scripts."""
    viewpoint = Viewpoint[Any, Any](played.words, played.seat, tried.after)
    return to_text(played.game.painter.scene(tried.state, viewpoint))
