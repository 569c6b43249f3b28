"""How a guest is doing in each game, and which bot to try next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludotheque.core.texts import texts
from ludotheque.games import AnyKit, catalogue, load_for
from ludotheque.house import PACKAGE
from ludotheque.play.levels import level_after
from ludotheque.table.names import BOT_SIGN
from ludotheque.table.results import GameResult
from ludotheque.table.scores import Scores, Tally, scores_of, together

_MOST_NAMED = 12  # people listed by name, more than a person plays with regularly
# The graph of results over time: its size, a margin for half the width of the line, and the most
# points on it, less than a pixel of a phone apart.
_WIDTH, _HEIGHT, _MARGIN, _MOST_POINTS = 300, 80, 4, 300


class Opponent(NamedTuple):
    """The name of an opponent, the level if it is a bot, and how the games ended."""

    name: str
    bot: str
    tally: Tally


class GameScores(NamedTuple):
    """How a guest is doing in one game, and the level to try next."""

    kit: AnyKit
    scores: Scores
    opponents: list[Opponent]
    next_level: str


def game_scores(found: Mapping[str, list[GameResult]], lang: str) -> list[GameScores]:
    """The scores in each game, computed from its results, in the order of the shelf."""
    played = [box.name for box in catalogue() if box.name in found]
    return [_scores(load_for(name, lang), found[name], lang) for name in played]


def scores_values(games: Sequence[GameScores], lang: str) -> dict[str, Any]:
    """The values of the page of scores: in each game, by opponent and over time."""
    return {"games": [_shown(game, lang) for game in games], "width": _WIDTH, "height": _HEIGHT}


def line_of(course: Sequence[float]) -> list[tuple[float, float]]:
    """The points of a course in its graph, the best at the top; empty for fewer than two."""
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


def _scores(kit: AnyKit, results: list[GameResult], lang: str) -> GameScores:
    scores = scores_of(results)
    opponents = [*_bots(kit, scores, lang), *_people(scores, lang)]
    return GameScores(kit, scores, opponents, level_after(kit, scores.beaten))


def _bots(kit: AnyKit, scores: Scores, lang: str) -> list[Opponent]:
    """The bots that were met, the weakest first; those found only in variants come last."""
    levels = [*kit.bots, *(bot for bot in scores.bots if bot not in kit.bots)]
    met = [(bot, scores.bots[bot]) for bot in levels if bot in scores.bots]
    return [Opponent(BOT_SIGN + kit.level(bot, lang).name, bot, tally) for bot, tally in met]


def _people(scores: Scores, lang: str) -> list[Opponent]:
    """The people who were met most often, by name, then all others together."""
    names = [name for name in scores.people if name][:_MOST_NAMED]
    shown = [Opponent(name, "", scores.people[name]) for name in names]
    rest = [tally for name, tally in scores.people.items() if name not in names]
    others = texts(PACKAGE, lang)("scores.others")
    return [*shown, Opponent(others, "", together(rest))] if rest else shown
