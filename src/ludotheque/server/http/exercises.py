"""The page of a position that is played in by itself, and what such a page asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.scene import Viewpoint
from ludotheque.core.texts import texts
from ludotheque.play.lessons import Answer
from ludotheque.render import to_text
from ludotheque.server.http.pages import as_data, page
from ludotheque.server.http.visitors import Visitor
from ludotheque.table.views.lesson import Exercise, lesson_answer, lesson_view
from ludotheque.web import PACKAGE

# A turn takes a few actions at most, a gesture four presses, and no text of either is longer.
_MOST_ACTIONS, _MOST_PRESSES, _TEXT_LETTERS = 8, 8, 200
_SCRIPT_WORDS = ("see_rule", "close", "play", "back", "no_answer", "thinking")

Text = Annotated[str, Field(max_length=_TEXT_LETTERS)]
Actions = Annotated[list[Text], Field(max_length=_MOST_ACTIONS)]


class Attempt(BaseModel):
    """The actions so far; with presses, a question about what is pressed after them.

    `solution` asks how to do it, where the page does not hold that already.
    """

    actions: Actions = []
    presses: Annotated[list[Text], Field(max_length=_MOST_PRESSES)] = []
    solution: bool = False


def exercise_page(
    request: Request,
    who: Visitor,
    template: str,
    played: Exercise,
    tried: Answer,
    actions: Sequence[str],
    more_words: Sequence[str] = (),
    **values: Any,
) -> Response:
    """The position after the answer to these actions; `more_words` are for a script of its own."""
    kept = actions if tried.kind == "on" else []
    first = {**lesson_answer(played, tried), "view": lesson_view(played, tried), "actions": kept}
    said = texts(PACKAGE, who.lang)
    words = {name: said(f"page.{name}") for name in (*_SCRIPT_WORDS, *more_words)}
    return page(
        request, who, template, played=played, first=first, picture=_in_characters(played, tried),
        data=as_data(first), words=as_data(words), **values,
    )  # fmt: skip


def _in_characters(played: Exercise, tried: Answer) -> str:
    """The position for a browser without scripts."""
    viewpoint = Viewpoint[Any, Any](played.words, played.seat, tried.after)
    return to_text(played.game.painter.scene(tried.state, viewpoint))
