"""A guest's own pages: games, scores, name."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from ludotheque.house.answers import form_of, house_of, redirect, text_of
from ludotheque.house.house import House
from ludotheque.house.listing import row_of, sorted_rows
from ludotheque.house.reader import Reader
from ludotheque.house.scores import GameScores, game_scores, scores_values

_ID_LETTERS = 300  # the id of a table is shorter
NAME_SENT_LETTERS = 200  # a longer name is refused; `clean_name` shortens others


async def my_tables(request: Request) -> Response:
    """The games of the guest: first those where it is their turn, the finished ones last."""
    house = house_of(request)
    who = await house.reader(request)
    forgotten = text_of(request.query_params.get("forgotten"), _ID_LETTERS)
    found = await house.tables.of_guest(who.guest, who.asker) if who.guest else []
    there = await house.there(who, [table for table, _ in found if table.outcome is None])
    rows = [row_of(table, at_s, who, there.get(table.id, "")) for table, at_s in found]
    gone = None
    if forgotten and forgotten not in {row["id"] for row in rows}:
        gone = await house.tables.get(forgotten, who.asker)
    mine = gone is not None and bool(gone.seats_of(who.guest))
    shown: dict[str, Any] = {"gone": gone if mine else None, "invited": await house.invited(who)}
    return house.page(request, who, "tables", rows=sorted_rows(rows), **shown)


async def forget_table(request: Request) -> Response:
    """Hides a game in the guest's list; the other players still see it."""
    house, table_id = house_of(request), request.path_params["table_id"]
    if guest := (await house.reader(request)).guest:
        await house.tables.forget(table_id, guest)
    return redirect(f"/tables?{urlencode({'forgotten': table_id})}")


async def remember_table(request: Request) -> Response:
    """Shows a hidden game in the guest's list again."""
    house = house_of(request)
    if guest := (await house.reader(request)).guest:
        await house.tables.forget(request.path_params["table_id"], guest, forgotten=False)
    return redirect("/tables")


async def my_scores(request: Request) -> Response:
    """Wins and losses in each game, by opponent and over time."""
    house = house_of(request)
    who = await house.reader(request)
    values = scores_values(await scores_of(house, who), who.lang)
    return house.page(request, who, "scores", **values)


async def scores_of(house: House, who: Reader) -> list[GameScores]:
    """How a guest is doing in each game that they have finished, in the order of the shelf."""
    found = await house.tables.results(who.guest) if who.guest else {}
    return await house.aside(partial(game_scores, found, who.lang))


async def me(request: Request) -> Response:
    """The name of the guest, and what else the house knows about them."""
    house = house_of(request)
    who = await house.reader(request)
    muted = await house.muted(who)
    return house.page(request, who, "me", muted=muted, **house.known_of(request, who))


async def rename(request: Request) -> Response:
    """Gives the guest a new name."""
    house = house_of(request)
    await house.rename(request, text_of((await form_of(request)).get("name"), NAME_SENT_LETTERS))
    return redirect("/me")
