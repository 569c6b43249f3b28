"""Pages of lessons and of the problem of a day, and what is answered to an attempt."""

from __future__ import annotations

from datetime import date

from ludotheque.games import find
from ludotheque.play.lessons import Exercise, exercise
from ludotheque.play.problems import Daily, daily, today
from ludotheque.pocket.desk import ROUTES, Desk
from ludotheque.pocket.requests import Answer, Request, data, redirect
from ludotheque.table.changes import deny
from ludotheque.web.exercises import attempt_answer, lesson_values, problem_values


@ROUTES.on("GET", "/learn/{game}")
async def first_lesson(desk: Desk, request: Request, game: str) -> Answer:
    """Leads to the first lesson."""
    del desk, request
    return redirect(f"/learn/{game}/1")


@ROUTES.on("GET", "/learn/{game}/{number}")
async def lesson_page(desk: Desk, request: Request, game: str, number: str) -> Answer:
    """The position of a lesson."""
    played = _lesson(request, game, number)
    return desk.page(request, "learn", **lesson_values(played, int(number), ()))


@ROUTES.on("POST", "/learn/{game}/{number}")
async def attempt(desk: Desk, request: Request, game: str, number: str) -> Answer:
    """What is answered at a lesson."""
    del desk
    return _attempted(_lesson(request, game, number), request)


@ROUTES.on("GET", "/problem/{game}")
async def todays_problem(desk: Desk, request: Request, game: str) -> Answer:
    """Leads to the problem of the day."""
    del desk, request
    return redirect(f"/problem/{game}/{today()}")


@ROUTES.on("GET", "/problem/{game}/{day}")
async def problem_page(desk: Desk, request: Request, game: str, day: str) -> Answer:
    """The position of a day's problem."""
    played = _problem(request, game, day)
    return desk.page(request, "daily", **problem_values(played, today(), ()))


@ROUTES.on("POST", "/problem/{game}/{day}")
async def attempt_problem(desk: Desk, request: Request, game: str, day: str) -> Answer:
    """What is answered at a problem."""
    del desk
    return _attempted(_problem(request, game, day), request)


def _lesson(request: Request, game: str, number: str) -> Exercise:
    lang = request.reader.lang
    if not number.isdigit() or not 1 <= int(number) <= len(find(game).lessons(lang)):
        raise deny("no_lesson")
    return exercise(game, int(number), lang)


def _problem(request: Request, game: str, text: str) -> Daily:
    lang = request.reader.lang
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise deny("no_problem") from None
    if day > today() or not find(game).problems(lang):
        raise deny("no_problem")
    return daily(game, day, lang)


def _attempted(played: Exercise, request: Request) -> Answer:
    tried = request.form
    return data(attempt_answer(played, tried.get("actions", ()), tried.get("presses", ())))
