"""Which bot a visitor meets when nothing else is said, and how it went against all of them."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from ludotheque.core.texts import texts
from ludotheque.games import NAMES, AnyKit, load_for
from ludotheque.play.levels import level_after
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site
from ludotheque.table.names import BOT_SIGN
from ludotheque.table.results import Result
from ludotheque.table.scores import Scores, Tally, scores_of, together
from ludotheque.web import PACKAGE

_MOST_NAMED = 12  # people who are listed by name: more than one plays with regularly


class Opponent(NamedTuple):
    """An opponent as a person reads it, the level if it is a bot, and the games."""

    name: str
    bot: str
    tally: Tally


class GameScores(NamedTuple):
    """How a visitor is doing in one game, and the level to try next."""

    kit: AnyKit
    scores: Scores
    opponents: list[Opponent]
    next_level: str


async def next_level(site: Site, kit: AnyKit, who: Visitor) -> str:
    """The level above the strongest one that the visitor has beaten in this game."""
    beaten = await site.tables.bots_beaten(who.guest, kit.name) if who.guest else ()
    return level_after(kit, beaten)


async def scores_for(site: Site, who: Visitor) -> list[GameScores]:
    """How the visitor is doing in each game that they have finished, in the order of the shelf."""
    found = await site.tables.results(who.guest) if who.guest else {}
    played = [name for name in NAMES if name in found]

    def count() -> list[GameScores]:
        return [_scores(load_for(name, who.lang), found[name], who.lang) for name in played]

    return await asyncio.to_thread(count)  # some milliseconds for thousands of games


def _scores(kit: AnyKit, results: list[Result], lang: str) -> GameScores:
    scores = scores_of(results)
    opponents = [*_bots(kit, scores, lang), *_people(scores, lang)]
    return GameScores(kit, scores, opponents, level_after(kit, scores.beaten))


def _bots(kit: AnyKit, scores: Scores, lang: str) -> list[Opponent]:
    """The bots that were met, the weakest first; those of variants alone come last."""
    levels = [*kit.bots, *(bot for bot in scores.bots if bot not in kit.bots)]
    met = [(bot, scores.bots[bot]) for bot in levels if bot in scores.bots]
    return [Opponent(BOT_SIGN + kit.level(bot, lang).name, bot, tally) for bot, tally in met]


def _people(scores: Scores, lang: str) -> list[Opponent]:
    """The people who were met most, by name, and all others together."""
    names = [name for name in scores.people if name][:_MOST_NAMED]
    shown = [Opponent(name, "", scores.people[name]) for name in names]
    rest = [tally for name, tally in scores.people.items() if name not in names]
    others = texts(PACKAGE, lang)("scores.others")
    return [*shown, Opponent(others, "", together(rest))] if rest else shown
