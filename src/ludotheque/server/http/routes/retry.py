"""A mistake of a finished game tried again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import JSONResponse, Response

from ludotheque.play.retry import Comparison, Retry
from ludotheque.play.review import Decision
from ludotheque.server.http.deps import AtFinishedTable, TheSite, Who
from ludotheque.server.http.exercises import Attempt, Text
from ludotheque.server.http.pages import page
from ludotheque.server.limits.turns import Asker
from ludotheque.server.thinking.reviews import Reviews
from ludotheque.table.table import Table
from ludotheque.web.retries import Mistake, mistake_of

router = APIRouter()


@dataclass(frozen=True, slots=True)
class ReviewsFor:
    """The reviews of the site, asked for by one visitor."""

    reviews: Reviews
    asker: Asker

    async def checked(self, retry: Retry, text: str) -> Any:
        """The action as it is ruled, in a thread: the first word of a process loads a list."""
        return await asyncio.to_thread(retry.checked, text)

    async def compared(
        self, table: Table, state: Any, played: Any, action: Any
    ) -> Comparison | None:
        """An action beside the one that was played."""
        return await self.reviews.compared(table, state, played, action, self.asker)

    async def decision(self, table: Table, number: int, state: Any, action: Any) -> Decision | None:
        """A single decision, as it is reviewed."""
        return await self.reviews.decision(table, number, state, action, self.asker)


async def teacher_for(site: TheSite, who: Who) -> ReviewsFor:
    """Who works out what this visitor's attempts are worth."""
    return ReviewsFor(site.reviews, who.asker)


async def the_mistake(site: TheSite, who: Who, table: AtFinishedTable, number: int) -> Mistake:
    """The decision after that many moves, or a 404."""
    return await site.replays.run(who.asker, partial(mistake_of, table, number, who.lang))


TheMistake = Annotated[Mistake, Depends(the_mistake)]
TheTeacher = Annotated[ReviewsFor, Depends(teacher_for)]


@router.get("/t/{table_id}/retry/{number}")
async def retry_page(
    request: Request, who: Who, teacher: TheTeacher, mistake: TheMistake,
    typed: Annotated[Text, Query()] = "",
) -> Response:  # fmt: skip
    """The position before the decision; a browser without scripts sends an action by the form."""
    tried = await mistake.tried(teacher, typed) if typed else None
    return page(request, who, "retry", **mistake.values(who.lang, tried))


@router.post("/t/{table_id}/retry/{number}")
async def attempt(teacher: TheTeacher, mistake: TheMistake, tried: Attempt) -> Response:
    """What is answered to an action, to presses, or to whoever gives up; nothing is stored."""
    answer = mistake.answer(teacher, tried.actions, tried.presses, give_up=tried.solution)
    return JSONResponse(await answer)
