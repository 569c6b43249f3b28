"""The guided first game: a page for each lesson, and what is answered to an attempt at it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from ludotheque.core.texts import texts
from ludotheque.play.lessons import Answer, Exercise, exercise
from ludotheque.render import to_text
from ludotheque.server.http.deps import Language, TheBox, Who
from ludotheque.server.http.pages import as_data, page, redirect
from ludotheque.table.commands import deny
from ludotheque.table.views.lesson import lesson_answer, lesson_view
from ludotheque.web import PACKAGE

router = APIRouter()
# A turn takes a few actions at most, a gesture four presses, and no text of either is longer.
_MOST_ACTIONS, _MOST_PRESSES, _TEXT_LETTERS = 8, 8, 200
_SCRIPT_WORDS = ("see_rule", "close", "play", "back", "no_answer")

Text = Annotated[str, Field(max_length=_TEXT_LETTERS)]
Actions = Annotated[list[Text], Field(max_length=_MOST_ACTIONS)]


class Attempt(BaseModel):
    """The actions of a lesson so far; with presses, a question about what is pressed after them."""

    actions: Actions = []
    presses: Annotated[list[Text], Field(max_length=_MOST_PRESSES)] = []


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
    tried = played.tried(actions)
    kept = actions if tried.kind == "on" else []
    first = {**lesson_answer(played, tried), "view": lesson_view(played, tried), "actions": kept}
    said = texts(PACKAGE, who.lang)
    words = {name: said(f"page.{name}") for name in _SCRIPT_WORDS}
    return page(
        request, who, "learn", game=played.box.name, box=played.box, played=played, first=first,
        titles=_titles(played), picture=_in_characters(played, tried),
        data=as_data(first), words=as_data(words),
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


def _in_characters(played: Exercise, tried: Answer) -> str:
    """The position for a browser without scripts."""
    return to_text(played.game.scene(tried.state, played.seat, played.lang, tried.after))
