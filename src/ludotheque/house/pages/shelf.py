"""The shelf of games, the box and the rules of each game, and the page about privacy."""

from __future__ import annotations

from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.games import load_for
from ludotheque.house.answers import box_of, house_of
from ludotheque.house.house import House
from ludotheque.house.listing import ListedTable, row_of, sorted_rows
from ludotheque.house.reader import Reader
from ludotheque.house.shelf import article, box_values, rules_values, rulings_values, shelf_values
from ludotheque.play.levels import level_after

# Unfinished games shown above the boxes, and how many of the guest's tables are searched for them;
# the guest's own list has the others.
_ON_THE_SHELF, _LOOKED_THROUGH = 3, 12


async def shelf(request: Request) -> Response:
    """The home page: the guest's unfinished games, and every box with its cover."""
    house = house_of(request)
    who = await house.reader(request)
    rows = await _going_on(house, who)
    if rows:
        return house.page(request, who, "shelf", **shelf_values(who.lang, rows))
    return house.constant_page(request, who, "shelf", "", lambda: shelf_values(who.lang))


async def _going_on(house: House, who: Reader) -> list[ListedTable]:
    """A few unfinished games: first those where it is the guest's turn, then the newest."""
    if not who.guest:
        return []
    found = await house.tables.of_guest(who.guest, who.asker, _LOOKED_THROUGH)
    rows = [row_of(table, changed_s, who) for table, changed_s in found if table.outcome is None]
    return sorted_rows(rows)[:_ON_THE_SHELF]


async def opened_box(request: Request) -> Response:
    """The page of a box: what the game is, and the ways to begin one."""
    house, box = house_of(request), box_of(request)
    who = await house.reader(request)
    beaten = await house.tables.bots_beaten(who.guest, box.name) if who.guest else ()
    level = level_after(load_for(box.name, who.lang), beaten)
    papers = house.papers if box.print_set else ()
    values = partial(box_values, box, who.lang, level, papers)
    return house.constant_page(request, who, "box", (box.name, level, papers), values)


async def rules(request: Request) -> Response:
    """The rules page with its figures."""
    house, box = house_of(request), box_of(request)
    who = await house.reader(request)
    return house.constant_page(request, who, "rules", box.name, lambda: rules_values(box, who.lang))


async def rules_part(request: Request) -> Response:
    """The rules without the frame of a page, to show beside a board."""
    house, name = house_of(request), box_of(request).name
    lang = house.language(request)
    return house.constant(request, ("rules", name, lang), lambda: article(name, lang))


async def rulings(request: Request) -> Response:
    """Our rulings on a game, with what the source says."""
    house, box = house_of(request), box_of(request)
    who = await house.reader(request)
    if not box.rulings(who.lang):
        raise HTTPException(404)
    values = partial(rulings_values, box, who.lang)
    return house.constant_page(request, who, "rulings", box.name, values)


async def privacy(request: Request) -> Response:
    """The page about what is stored, and for how long."""
    house = house_of(request)
    who = await house.reader(request)
    return house.page(request, who, "privacy", times=house.times_kept(who.lang))
