"""How a guest is doing, game by game."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.server.http.deps import TheSite, Who
from ludotheque.server.http.opponents import scores_for
from ludotheque.server.http.pages import page
from ludotheque.web.scores import scores_values

router = APIRouter()


@router.get("/me/scores")
async def my_scores(request: Request, site: TheSite, who: Who) -> Response:
    """Wins and losses in each game, against whom, and how they go with time."""
    games = await scores_for(site, who)
    return page(request, who, "scores", **scores_values(games, who.lang))
