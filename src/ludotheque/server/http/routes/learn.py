"""Pages of lessons and of the problem of a day, and what is answered to an attempt."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, Response

from ludotheque.play.lessons import Exercise, exercise
from ludotheque.play.problems import Daily, daily, today
from ludotheque.server.http.deps import Language, TheBox, Who
from ludotheque.server.http.exercises import Actions, Attempt
from ludotheque.server.http.pages import page, redirect
from ludotheque.table.changes import deny
from ludotheque.web.exercises import attempt_answer, lesson_values, problem_values

router = APIRouter()


async def lesson_of(box: TheBox, number: int, lang: Language) -> Exercise:
    """The lesson of that number in the reader's language, or a 404."""
    if not 1 <= number <= len(box.lessons(lang)):
        raise deny("no_lesson")
    return exercise(box.name, number, lang)


async def problem_on(box: TheBox, day: date, lang: Language) -> Daily:
    """The problem of that day in the reader's language; a 404 for days to come, or if none is."""
    if day > today() or not box.problems(lang):
        raise deny("no_problem")
    return daily(box.name, day, lang)


async def typed_actions(typed: Annotated[Actions | None, Query()] = None) -> list[str]:
    """What a browser without scripts has sent by the form; an empty field is no action."""
    return [action for action in typed or () if action]


TheLesson = Annotated[Exercise, Depends(lesson_of)]
TheProblem = Annotated[Daily, Depends(problem_on)]
Typed = Annotated[list[str], Depends(typed_actions)]


@router.get("/learn/{name}")
async def first_lesson(request: Request, box: TheBox) -> Response:
    """Leads to the first lesson."""
    return redirect(request, f"/learn/{box.name}/1")


# Not async, here and below: the first word that a process rules on loads a list, in a thread.
@router.get("/learn/{name}/{number}")
def lesson_page(
    request: Request, who: Who, number: int, played: TheLesson, typed: Typed
) -> Response:
    """The position, after the actions that a browser without scripts has sent by the form."""
    return page(request, who, "learn", **lesson_values(played, number, typed))


@router.post("/learn/{name}/{number}")
def attempt(played: TheLesson, tried: Attempt) -> Response:
    """What is answered at a lesson."""
    return JSONResponse(attempt_answer(played, tried.actions, tried.presses))


@router.get("/problem/{name}")
async def todays_problem(request: Request, box: TheBox) -> Response:
    """Leads to the problem of the day."""
    return redirect(request, f"/problem/{box.name}/{today()}")


@router.get("/problem/{name}/{day}")
def problem_page(request: Request, who: Who, played: TheProblem, typed: Typed) -> Response:
    """The position, after the actions that a browser without scripts has sent by the form."""
    return page(request, who, "daily", **problem_values(played, today(), typed))


@router.post("/problem/{name}/{day}")
def attempt_problem(played: TheProblem, tried: Attempt) -> Response:
    """What is answered at a problem."""
    return JSONResponse(attempt_answer(played, tried.actions, tried.presses))
