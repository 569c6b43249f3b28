"""Which bot a visitor meets when nothing else is said."""

from __future__ import annotations

from ludotheque.games import AnyKit
from ludotheque.play.levels import level_after
from ludotheque.server.http.visitors import Visitor
from ludotheque.server.site import Site


async def next_level(site: Site, kit: AnyKit, who: Visitor) -> str:
    """The level above the strongest one that the visitor has beaten in this game."""
    beaten = await site.tables.bots_beaten(who.guest, kit.name) if who.guest else ()
    return level_after(kit, beaten)
