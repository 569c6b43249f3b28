"""The guided first game: a page for each lesson, and what is answered to an attempt at it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, Response

from ludotheque.play.lessons import Exercise, exercise
from ludotheque.server.http.deps import Language, TheBox, Who
from ludotheque.server.http.exercises import Actions, Attempt, exercise_page
from ludotheque.server.http.pages import redirect
from ludotheque.table.commands import deny
from ludotheque.table.views.lesson import lesson_answer

router = APIRouter()


async def lesson_of(box: TheBox, number: int, lang: Language) -> Exercise:
    """The lesson of that number in the reader's language, or a 404."""
    if not 1 <= number <= len(box.lessons(lang)):
        raise deny("no_lesson")
    return exercise(box.name, number, lang)


TheLesson = Annotated[Exercise, Depends(lesson_of)]


@router.get("/learn/{name}")
async def first_lesson(request: Request, box: TheBox) -> Response:
    """Leads to the first lesson."""
    return redirect(request, f"/learn/{box.name}/1")


# Not async, here and below: the first word that a process rules on loads a list, in a thread.
@router.get("/learn/{name}/{number}")
def lesson_page(
    request: Request, who: Who, played: TheLesson, typed: Annotated[Actions | None, Query()] = None
) -> Response:
    """The position, after the actions that a browser without scripts has sent by the form."""
    actions = [action for action in typed or () if action]
    return exercise_page(
        request, who, "learn", played, played.tried(actions), actions,
        game=played.box.name, box=played.box, titles=_titles(played),
    )  # fmt: skip


@router.post("/learn/{name}/{number}")
def attempt(played: TheLesson, tried: Attempt) -> Response:
    """What is answered to actions, or to presses after them; nothing is stored."""
    if tried.presses:
        return JSONResponse(lesson_answer(played, played.pressed(tried.actions, tried.presses)))
    return JSONResponse(lesson_answer(played, played.tried(tried.actions)))


def _titles(played: Exercise) -> list[str]:
    """What is learned in each lesson of the box."""
    lessons = played.box.lessons(played.lang)
    return [played.words(f"lesson.{lesson.name}.title") for lesson in lessons]
