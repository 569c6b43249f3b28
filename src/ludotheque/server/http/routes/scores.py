"""How a guest is doing, game by game: as a page, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludotheque.core.texts import texts
from ludotheque.server.http.deps import TheSite, Who
from ludotheque.server.http.opponents import GameScores, scores_for
from ludotheque.server.http.pages import page
from ludotheque.web import PACKAGE

router = APIRouter()
# The drawing of a course: its size, the room around it for half the width of the line, and the most
# points on it, which are closer together than a pixel on a phone.
_WIDTH, _HEIGHT, _MARGIN, _MOST_POINTS = 300, 80, 4, 300


@router.get("/me/scores")
async def my_scores(request: Request, site: TheSite, who: Who) -> Response:
    """Wins and losses in each game, against whom, and how they go with time."""
    games = [_shown(game, who.lang) for game in await scores_for(site, who)]
    return page(request, who, "scores", games=games, width=_WIDTH, height=_HEIGHT)


def _shown(game: GameScores, lang: str) -> dict[str, Any]:
    say, scores = texts(PACKAGE, lang), game.scores
    days = [say.date(day) for day in (scores.first, scores.last) if day is not None]
    return {
        "name": game.kit.name,
        "title": game.kit.box.title(lang),
        "total": scores.total,
        "opponents": game.opponents,
        "course": line_of(scores.course),
        "from": round(100 * scores.course[0]) if scores.course else 0,
        "to": round(100 * scores.course[-1]) if scores.course else 0,
        "days": days,
        "next_level": game.kit.level(game.next_level, lang).name,
    }


def line_of(course: Sequence[float]) -> list[tuple[float, float]]:
    """The points of a course in its drawing, the best at the top; none if they make no line."""
    if len(course) < 2:
        return []
    last = len(course) - 1
    steps = min(last, _MOST_POINTS - 1)
    chosen = [round(last * step / steps) for step in range(steps + 1)]
    wide, high = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN
    return [
        (round(_MARGIN + wide * n / last, 1), round(_MARGIN + high * (1 - course[n]), 1))
        for n in chosen
    ]
