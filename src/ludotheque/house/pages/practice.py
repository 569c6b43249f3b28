"""Handlers for lessons, daily problems, and mistakes of finished games."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.core.texts import texts
from ludotheque.house import PACKAGE
from ludotheque.house.answers import (
    at_finished_table,
    box_of,
    house_of,
    json_of,
    number_of,
    redirect,
)
from ludotheque.house.house import House
from ludotheque.house.reader import Reader
from ludotheque.house.templating import as_data
from ludotheque.practice.exercise import Attempt, Exercise, read_attempt
from ludotheque.practice.lessons import exercise
from ludotheque.practice.mistakes import mistake_of
from ludotheque.practice.problems import Daily, problem_on, today
from ludotheque.practice.view import answer_view, first_view
from ludotheque.render import to_text
from ludotheque.table.table import Table, deny
from ludotheque.table.words import words_of

T = TypeVar("T")
FoundExercise = tuple[Reader, Exercise, Table | None]
"""The reader of an exercise, the exercise, and the table that it comes from, if any."""
FindExercise = Callable[[Request], Awaitable[FoundExercise]]
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_SCRIPT_WORDS = ("see_rule", "close", "play", "back", "no_answer", "thinking")
_PROBLEM_WORDS = (
    *("retry", "solution", "streak"),
    *("solved_first", "solved_tries", "solved_shown", "result_copied"),
)


async def first_lesson(request: Request) -> Response:
    """Redirects to the first lesson."""
    return redirect(f"/learn/{box_of(request).name}/1")


async def todays_problem(request: Request) -> Response:
    """Redirects to the problem of the day."""
    return redirect(f"/problem/{box_of(request).name}/{today()}")


async def _lesson(request: Request) -> FoundExercise:
    box, who = box_of(request), await house_of(request).reader(request)
    return who, exercise(box.name, number_of(request.path_params["number"]), who.lang), None


async def _problem(request: Request) -> FoundExercise:
    box, who = box_of(request), await house_of(request).reader(request)
    return who, problem_on(box.name, _day_of(request.path_params["day"]), who.lang), None


async def _mistake(request: Request) -> FoundExercise:
    house, who, table = await at_finished_table(request)
    number, words = number_of(request.path_params["number"]), words_of(table, who.lang).game
    found = partial(mistake_of, table.history, number, words, table.id)
    return who, await house.in_turn(who, found), table


async def _page(request: Request, template: str, find: FindExercise) -> Response:
    """The page of an exercise, after the actions that a browser without scripts has sent."""
    house, found = house_of(request), await find(request)
    typed = [action for action in request.query_params.getlist("typed") if action]
    values = await _answered(house, found, read_attempt({"actions": typed}), _values)
    return house.page(request, found[0], template, **values)


async def _attempt(request: Request, find: FindExercise) -> Response:
    """The answer to the attempt that a script sends."""
    house, found = house_of(request), await find(request)
    attempt = read_attempt(await json_of(request))
    return JSONResponse(await _answered(house, found, attempt, answer_view))


lesson_page = partial(_page, template="learn", find=_lesson)
lesson_attempt = partial(_attempt, find=_lesson)
problem_page = partial(_page, template="daily", find=_problem)
problem_attempt = partial(_attempt, find=_problem)
mistake_page = partial(_page, template="retry", find=_mistake)
"""The position before a decision of a finished game, to find a better one."""
mistake_attempt = partial(_attempt, find=_mistake)


async def _answered(
    house: House, found: FoundExercise, attempt: Attempt, view: Callable[[Exercise, Attempt], T]
) -> T:
    """What `view` returns for an attempt; a teacher is asked only if there is a table.

    Both calls run in `house.aside`: to check its first word, a process must load a word list.
    """
    who, played, table = found
    work = await house.aside(partial(played.work, attempt))
    if work is not None:
        played = played.knowing(table and await house.reviews.think(table, work, who.asker))
    return await house.aside(partial(view, played, attempt))


def _values(played: Exercise, attempt: Attempt) -> dict[str, Any]:
    """What the page of an exercise shows after an attempt."""
    tried = played.tried(attempt.actions)
    first = first_view(played, tried, attempt.actions)
    said = texts(PACKAGE, played.words.lang)
    names = (*_SCRIPT_WORDS, *(_PROBLEM_WORDS if isinstance(played, Daily) else ()))
    return {
        "game": played.kit.name,
        "box": played.kit.box,
        "played": played,
        "first": first,
        "picture": to_text(played.scene(tried)),
        "data": as_data(first),
        "words": as_data({name: said(f"page.{name}") for name in names}),
    }


def _day_of(text: str) -> date:
    """The date that a path names; refuses an invalid one."""
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise deny("bad_request") from None
