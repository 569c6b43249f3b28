"""The pages of whoever plays on this device: games, scores, name."""

from __future__ import annotations

from ludotheque.pocket.desk import NAME, ROUTES, Desk
from ludotheque.pocket.requests import Answer, Request, redirect
from ludotheque.table.names import clean_name
from ludotheque.web.listing import row_of, sorted_rows
from ludotheque.web.scores import game_scores, scores_values


@ROUTES.on("GET", "/tables")
async def my_tables(desk: Desk, request: Request) -> Answer:
    """The games of this device: first those where it is one's turn, the finished ones last."""
    rows = [
        row_of(table, stored.changed_ms / 1000, request.reader)
        for table, stored in await desk.tables.listed()
    ]
    gone = request.query.get("forgotten")
    table = await desk.tables.get(gone) if gone else None
    return desk.page(request, "tables", rows=sorted_rows(rows), gone=table, invited=[])


@ROUTES.on("POST", "/tables/{name}/forget")
async def forget(desk: Desk, request: Request, name: str) -> Answer:
    """Leaves a game out of the list."""
    del request
    await desk.house.device.forget(name, forgotten=True)
    return redirect(f"/tables?forgotten={name}")


@ROUTES.on("POST", "/tables/{name}/remember")
async def remember(desk: Desk, request: Request, name: str) -> Answer:
    """Puts a game back into the list."""
    del request
    await desk.house.device.forget(name, forgotten=False)
    return redirect("/tables")


@ROUTES.on("GET", "/me/scores")
async def my_scores(desk: Desk, request: Request) -> Answer:
    """Wins and losses in each game, against whom, and how they go with time."""
    lang = request.reader.lang
    games = game_scores(await desk.tables.results(), lang)
    return desk.page(request, "scores", **scores_values(games, lang))


@ROUTES.on("GET", "/me")
async def me(desk: Desk, request: Request) -> Answer:
    """What the person at this screen is called."""
    return desk.page(request, "me", link="", kinds=(), pushes=None)


@ROUTES.on("POST", "/me")
async def rename(desk: Desk, request: Request) -> Answer:
    """Keeps a name for the person at this screen."""
    await desk.house.device.setting(NAME, clean_name(str(request.form.get("name", ""))))
    return redirect("/me")
