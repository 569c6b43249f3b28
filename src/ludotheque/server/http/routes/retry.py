"""A mistake of a finished game tried again: a page like a lesson's, answered by the teacher."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, Response

from ludotheque.core.reason import Refusal
from ludotheque.play.lessons import Answer
from ludotheque.play.retry import Retry
from ludotheque.play.review import Decision
from ludotheque.server.http.deps import AtFinishedTable, TheSite, Who
from ludotheque.server.http.exercises import Attempt, Text
from ludotheque.server.http.pages import page
from ludotheque.server.limits.turns import Asker
from ludotheque.server.site import Site
from ludotheque.table.changes import deny
from ludotheque.table.table import Table
from ludotheque.table.views.lesson import lesson_answer, solution_view
from ludotheque.table.words import words_of
from ludotheque.web.exercises import exercise_values

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision of a finished game, after that many moves."""

    table: Table
    number: int
    retry: Retry
    asker: Asker

    @property
    def turn(self) -> int:
        """Which decision of the game it is, counted from 1, as in the review."""
        return sum(move.seat is not None for move in self.table.moves[: self.number + 1])

    async def tried(self, site: Site, text: str) -> Answer:
        """What is answered to another action."""
        try:  # in a thread: the first word that a process rules on loads a list
            action = await asyncio.to_thread(self.retry.checked, text)
        except Refusal as refusal:
            return self.retry.refused(refusal.reason)
        known = self.retry.at_once(action)
        if known is not None:
            return known
        start, played = self.retry.start, self.retry.played
        found = await site.reviews.compared(self.table, start, played, action, self.asker)
        return self.retry.answer(action, found)

    async def reviewed(self, site: Site) -> Decision | None:
        """What the review says of the decision."""
        start, played = self.retry.start, self.retry.played
        return await site.reviews.decision(self.table, self.number, start, played, self.asker)


async def mistake_of(site: TheSite, who: Who, table: AtFinishedTable, number: int) -> Mistake:
    """The decision after that many moves, or a 404."""
    if not 0 <= number < len(table.moves) or table.moves[number].seat is None:
        raise deny("no_move")
    past = await site.replays.run(who.asker, partial(table.history.taken_back, number))
    words = words_of(table, who.lang).game
    retry = Retry(table.kit, past.state, table.moves[number].action, words)
    return Mistake(table, number, retry, who.asker)


TheMistake = Annotated[Mistake, Depends(mistake_of)]


@router.get("/t/{table_id}/retry/{number}")
async def retry_page(
    request: Request, site: TheSite, who: Who, mistake: TheMistake,
    typed: Annotated[Text, Query()] = "",
) -> Response:  # fmt: skip
    """The position before the decision; a browser without scripts sends an action by the form."""
    retry, table = mistake.retry, mistake.table
    tried = await mistake.tried(site, typed) if typed else retry.begun()
    shown = exercise_values(who.lang, retry, tried, ())
    return page(
        request, who, "retry", game=table.kit.name, box=table.kit.box, mistake=mistake, **shown
    )


@router.post("/t/{table_id}/retry/{number}")
async def attempt(site: TheSite, mistake: TheMistake, tried: Attempt) -> Response:
    """What is answered to an action, to presses, or to whoever gives up; nothing is stored."""
    retry = mistake.retry
    if tried.solution:
        advised = retry.advised(await mistake.reviewed(site))
        return JSONResponse({"kind": "solution", **solution_view(advised)})
    if tried.presses:
        return JSONResponse(lesson_answer(retry, retry.pressed(tried.presses)))
    text = tried.actions[-1] if tried.actions else ""
    return JSONResponse(lesson_answer(retry, await mistake.tried(site, text)))
