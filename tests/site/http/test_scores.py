"""My results: on the page and in the API, after games of two and of four, against bots by level."""

from __future__ import annotations

import asyncio
import re
from random import Random

import httpx

from ludotheque import load
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.tables import Tables
from ludotheque.table.commands import act, resign
from ludotheque.table.names import BOT_SIGN
from ludotheque.table.results import GameResult
from ludotheque.table.seats import Sitter
from ludotheque.table.table import Change, Moment, Table
from tests.site.running import Running, cookie
from tests.site.shared import make_known
from tests.site.wire import Wire

ANA = Sitter("person", "ana", "Ana")


def against(site: Running, guest: httpx.Client, friend: httpx.Client, name: str) -> str:
    """A game of two, just begun."""
    table = site.new_table(guest, "plus4", seat0="me", seat1="open")
    (link,) = site.invites(guest, table)
    friend.post(link, data={"name": name})
    return table


def gives_up(site: Running, guest: httpx.Client, table: str) -> None:
    wire = Wire(site, table, cookie(guest))
    wire.hello()
    while (answer := wire.ask({"type": "resign"}))["type"] != "kept":
        assert "moved on" in answer["text"], "a bot may move meanwhile, once"
    wire.close()


def rows(guest: httpx.Client) -> list[list[str]]:
    """The lines of the tables of opponents."""
    page = guest.get("/me/scores").text
    lines = re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", page)
    return [re.sub(r"<[^>]+>", " ", line).split("  ") for line in lines]


def test_the_page_and_the_api_say_how_it_went(site: Running) -> None:
    with site.guest() as guest, site.guest() as friend:
        assert "No finished games yet." in guest.get("/me/scores").text
        assert guest.get("/api/me/scores").json() == []
        for who in (guest, friend, friend):
            gives_up(site, who, against(site, guest, friend, "Bruno"))
        bot = site.new_table(guest, "plus4", seat0="me", seat1="random")
        gives_up(site, guest, bot)
        gives_up(site, guest, site.new_table(guest, "plus4", seat0="me", seat1="here"))
        page = guest.get("/me/scores").text
        assert "4 games: 2 won, 2 lost<" in page
        level = load("plus4").level("random", "en").name
        assert rows(guest) == [
            [f"{BOT_SIGN}{level}", "1", "0", "1", "0 "], ["Bruno", "3", "2", "1", "0 "],
        ]  # fmt: skip
        easiest = load("plus4").level("beginner", "en").name
        assert f"Level to try next: {easiest}" in page
        (score,) = guest.get("/api/me/scores").json()
        assert score["opponents"][1] == {
            "name": "Bruno", "bot": "", "played": 3, "won": 2, "lost": 1, "drawn": 0,
        }  # fmt: skip
        assert (score["game"], score["played"], score["next_level"]) == ("plus4", 4, "beginner")
        for path in ("/me", "/tables"):
            assert 'href="/me/scores"' in guest.get(path).text

        friend.post("/me/forget")
        assert rows(guest)[1] == ["Others", "3", "2", "1", "0 "], "the games stay, without a name"


def test_games_of_four_and_bots_by_level_are_read_from_the_log(database: str) -> None:
    rng = Random(5)

    def acts(table: Table, moment: Moment) -> Change:
        action = table.kit.game.notation.write_action(
            rng.choice(table.kit.game.actions(table.state))
        )
        return act(table, [0, 1, 2, 3], action, moment)

    async def play() -> tuple[dict[str, list[GameResult]], Table]:
        with opened(database) as store:
            site = Tables(store)
            make_known(store, "ana", "bo", "cy")
            people = [Sitter("person", name, name) for name in ("bo", "cy")]
            four = await site.create(
                load("redline(players=4)"), [ANA, *people, Sitter("bot", bot="random")]
            )
            while four.outcome is None:
                four = (await site.change(four.id, acts)).table
            for level, loser in (("random", 1), ("beginner", 0)):
                two = await site.create(load("plus4"), [ANA, Sitter("bot", bot=level)])
                await site.change(two.id, lambda t, m, loser=loser: resign(t, loser, m))  # type: ignore[misc]
            await site.create(load("plus4"), [ANA, Sitter("bot", bot="random")])
            assert await site.bots_beaten("ana", "plus4") == {"random"}
            assert await site.results("nobody") == {}
            return await site.results("ana"), four

    found, four = asyncio.run(play())
    assert four.outcome is not None
    (result,) = found["redline"]
    assert (result.how == "won") == (four.outcome.winners == (0,))
    assert [who.name or who.bot for who in result.others] == ["bo", "cy", "random"]
    assert [(r.how, r.others[0].bot) for r in found["plus4"]] == [
        ("won", "random"), ("lost", "beginner"),
    ]  # fmt: skip
