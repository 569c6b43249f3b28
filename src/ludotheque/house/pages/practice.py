"""Handlers for lessons, daily problems, and mistakes of finished games."""

from __future__ import annotations

import re
from collections.abc import Callable
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
from ludotheque.play.work import Work
from ludotheque.practice.exercise import Attempt, Exercise, answered, read_attempt
from ludotheque.practice.lessons import exercise
from ludotheque.practice.mistakes import mistake_of
from ludotheque.practice.problems import Daily, problem_on, today
from ludotheque.practice.view import answer_view, first_view
from ludotheque.render import to_text
from ludotheque.table.table import Table, deny
from ludotheque.table.words import words_of

T = TypeVar("T")
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


async def lesson_page(request: Request) -> Response:
    """The page of a lesson."""
    return await _page(request, "learn", *await _lesson(request))


async def lesson_attempt(request: Request) -> Response:
    """The answer to an attempt at a lesson."""
    return await _attempt(request, *await _lesson(request))


async def problem_page(request: Request) -> Response:
    """The page of a day's problem."""
    return await _page(request, "daily", *await _problem(request))


async def problem_attempt(request: Request) -> Response:
    """The answer to an attempt at a problem."""
    return await _attempt(request, *await _problem(request))


async def mistake_page(request: Request) -> Response:
    """The page of a mistake: the position before a decision of a finished game."""
    return await _page(request, "retry", *await _mistake(request))


async def mistake_attempt(request: Request) -> Response:
    """The answer to an attempt to do better than the mistake."""
    return await _attempt(request, *await _mistake(request))


async def _lesson(request: Request) -> tuple[Reader, Exercise]:
    box, who = box_of(request), await house_of(request).reader(request)
    return who, exercise(box.name, number_of(request.path_params["number"]), who.lang)


async def _problem(request: Request) -> tuple[Reader, Exercise]:
    box, who = box_of(request), await house_of(request).reader(request)
    return who, problem_on(box.name, _day_of(request.path_params["day"]), who.lang)


async def _mistake(request: Request) -> tuple[Reader, Exercise, Table]:
    house, who, table = await at_finished_table(request)
    number, words = number_of(request.path_params["number"]), words_of(table, who.lang).game
    found = partial(mistake_of, table.history, number, words, table.id)
    return who, await house.aside(who, found), table


async def _page(
    request: Request,
    template: str,
    who: Reader,
    played: Exercise,
    table: Table | None = None,
) -> Response:
    """The page of an exercise, after the actions that a browser without scripts has sent."""
    typed = [action for action in request.query_params.getlist("typed") if action]
    attempt, house = read_attempt({"actions": typed}), house_of(request)
    values = await _answered(house, who, played, attempt, _values, table)
    return house.page(request, who, template, **values)


async def _attempt(
    request: Request, who: Reader, played: Exercise, table: Table | None = None
) -> Response:
    """The answer to the attempt that a script sends."""
    attempt, house = read_attempt(await json_of(request)), house_of(request)
    return JSONResponse(await _answered(house, who, played, attempt, answer_view, table))


async def _answered(
    house: House,
    who: Reader,
    played: Exercise,
    attempt: Attempt,
    view: Callable[[Exercise, Attempt], T],
    table: Table | None,
) -> T:
    """What `view` makes of an attempt; a teacher can be asked only if there is a table."""

    async def think(work: Work[Any]) -> Any:
        return table and await house.reviews.think(table, work, who.asker)

    return await answered(played, attempt, view, think, partial(house.aside, who))


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
