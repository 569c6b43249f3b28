"""My games: when, against whom, whose turn, how it ended, and a way to forget one."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import httpx

from tests.site.running import Running, cookie
from tests.site.wire import Wire


def row(guest: httpx.Client, table: str, path: str = "/tables") -> str:
    """The text of a table in the list; empty if it is not there."""
    page = guest.get(path).text
    found = re.search(rf'<a href="/t/{table}">(.*?)</a>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def resigned(site: Running, guest: httpx.Client) -> str:
    """A table of the guest whose game is over."""
    table = site.new_table(guest, "plus4", seat0="me", seat1="here")
    wire = Wire(site, table, cookie(guest))
    wire.hello()
    assert wire.ask({"type": "resign"})["type"] == "kept"
    wire.close()
    return table


def test_games_where_i_am_to_move_come_first(site: Running) -> None:
    with site.guest() as guest:
        waiting = site.new_table(guest, "plus4", seat0="me", seat1="open")
        mine = site.new_table(guest, "plus4", seat0="me", seat1="here")
        over = resigned(site, guest)
        page = guest.get("/tables").text
        assert page.index(mine) < page.index(waiting) < page.index(over)
        assert "▶" in row(guest, mine)
        assert "Waiting for 1 more person" in row(guest, waiting)
        assert "open seat" not in row(guest, waiting)


def test_the_shelf_leads_back_to_games_that_go_on(site: Running) -> None:
    with site.guest("fr") as guest, site.guest("fr") as stranger:
        assert "Vos parties en cours" not in guest.get("/").text
        waiting = site.new_table(guest, "plus4", seat0="me", seat1="open")
        over = resigned(site, guest)
        mine = [site.new_table(guest, "babylone", seat0="me", seat1="here") for _ in range(3)]
        shelf = guest.get("/").text
        assert "Vos parties en cours" in shelf
        there = [table for table in (*mine, waiting) if table in shelf]
        assert sorted(there, key=shelf.index) == mine[::-1]
        assert over not in shelf
        for table in mine:
            guest.post(f"/tables/{table}/forget")
        assert row(guest, waiting, "/") == "Plus 4 On attend encore 1 personne."
        assert "Vos parties en cours" not in stranger.get("/").text


def test_a_game_says_against_whom_and_when(site: Running) -> None:
    with site.guest() as host, site.guest("fr") as friend:
        form = {"seat0": "me", "seat1": "open", "name0": "Ana", "mode": "endless", "target": "7"}
        table = site.new_table(host, "plus4", **form)
        friend.post(site.invites(host, table)[0], data={"name": "Bruno"})
        assert "against Bruno" in row(host, table)
        told = row(friend, table)
        assert "contre Ana" in told
        assert "Bruno" not in told.replace("À Bruno", "")
        assert "Façon de jouer : Grille sans fin" in told
        assert "Points pour gagner (grille sans fin et manches) : 7" in told
        times = re.findall(r'<time datetime="([^"]+)">', host.get("/tables").text)
        assert len(times) == 1
        assert abs(datetime.now(UTC) - datetime.fromisoformat(times[0])).total_seconds() < 600
        here = site.new_table(host, "babylone", seat0="me", seat1="here", name1="Zoé", to_win="3")
        assert "on this screen: Ana, Zoé" in row(host, here)
        assert "· First to win three rounds" in row(host, here), "a variant has a name"


def test_the_day_is_in_words(site: Running) -> None:
    with site.guest("fr") as guest:
        site.new_table(guest, "plus4", seat0="me", seat1="here")
        told = re.findall(r"<time[^>]*>(.*?)</time>", guest.get("/tables").text)
        assert re.fullmatch(r"\d{1,2} [a-zéû]+ \d{4}", told[0])


def test_an_empty_list_leads_to_the_shelf(site: Running) -> None:
    with site.guest("fr") as guest:
        page = guest.get("/tables").text
        assert "Aucune partie pour l’instant." in page
        assert re.search(r'<a class="button" href="/">L’étagère</a>', page)


def test_a_forgotten_game_stays_for_the_others(site: Running) -> None:
    with site.guest() as host, site.guest() as friend, site.guest() as stranger:
        table = site.new_table(host, "plus4", seat0="me", seat1="open", name0="Ana")
        friend.post(site.invites(host, table)[0], data={"name": "Bruno"})
        log = site.events(table)
        stranger.post(f"/tables/{table}/forget")
        assert row(host, table), "only a guest at the table forgets it"
        forgotten = host.post(f"/tables/{table}/forget")
        back = forgotten.headers["location"]
        assert f'action="/tables/{table}/remember"' in host.get(back).text
        assert "/remember" not in stranger.get(back).text
        assert not row(host, table)
        assert row(friend, table)
        assert site.events(table) == log
        assert host.get(f"/t/{table}").status_code == 200, "and the guest still sits there"
        wire = Wire(site, table, cookie(host))
        assert any(seat["mine"] for seat in wire.hello()["seats"])
        assert wire.ask({"type": "resign"})["type"] == "kept"
        wire.close()
        assert not row(host, table), "what happens there does not bring it back"
        assert host.post("/tables/nothing/forget").status_code == 303
        stranger.post(f"/tables/{table}/remember")
        assert not row(host, table)
        assert host.post(f"/tables/{table}/remember").headers["location"] == "/tables"
        assert row(host, table)
        assert "/remember" not in host.get(back).text, "it is back"


def test_whoever_sits_down_after_me_has_forgotten_nothing(site: Running) -> None:
    with site.guest() as host, site.guest() as heir:
        table = site.new_table(host, "plus4", seat0="me", seat1="here")
        host.post(f"/tables/{table}/forget")
        wire = Wire(site, table, cookie(host))
        wire.hello()
        assert wire.ask({"type": "leave", "to": "open"})["type"] == "kept"
        wire.close()
        heir.post(site.invites(host, table)[0], data={"name": "Bruno"})
        assert row(heir, table)
