"""Which bot a visitor meets when nothing else is said, and how it went against all of them."""

from __future__ import annotations

import asyncio

from ludotheque.games import AnyKit
from ludotheque.play.levels import level_after
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site
from ludotheque.web.scores import GameScores, game_scores


async def next_level(site: Site, kit: AnyKit, who: Visitor) -> str:
    """The level above the strongest one that the visitor has beaten in this game."""
    beaten = await site.tables.bots_beaten(who.guest, kit.name) if who.guest else ()
    return level_after(kit, beaten)


async def scores_for(site: Site, who: Visitor) -> list[GameScores]:
    """How the visitor is doing in each game that they have finished, in the order of the shelf."""
    found = await site.tables.results(who.guest) if who.guest else {}
    # In a thread: some milliseconds for thousands of games.
    return await asyncio.to_thread(game_scores, found, who.lang)
