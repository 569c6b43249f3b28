"""Invitations: one link for the whole table, to sit down or to watch."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from ludotheque import load
from tests.site.running import Running, cookie
from tests.site.wire import Wire


def hosted(site: Running, host: httpx.Client, players: int, name: str = "Ana") -> tuple[str, str]:
    """A table of Redline where one person sits, and its link."""
    seats = {f"seat{n}": "open" for n in range(1, players)}
    form = {"players": str(players), "seat0": "me", "name0": name, **seats}
    table = site.new_table(host, "redline", **form)
    (link,) = site.invites(host, table)
    return table, link


def names_at(site: Running, guest: httpx.Client, table: str) -> list[str]:
    wire = Wire(site, table, cookie(guest))
    names = [seat["name"] for seat in wire.hello()["seats"]]
    wire.close()
    return names


@pytest.mark.parametrize(
    ("lang", "told"),
    [("fr", "Ana vous invite à jouer à Redline."), ("en", "Ana invites you to play Redline.")],
)
def test_an_invitation_says_who_invites_to_what(site: Running, lang: str, told: str) -> None:
    with site.guest() as host, site.guest(lang) as friend:
        _, link = hosted(site, host, 5)
        page = unescape(friend.get(link).text)
        assert told in page
        assert load("redline").box.aim(lang) in page
        label = load("redline").words(lang)("option.players")
        assert re.search(rf"{label}.?: 5", page), "options are named as in the form"


def test_somebody_without_a_name_invites_too(site: Running) -> None:
    with site.guest() as host, site.guest() as friend:
        _, link = hosted(site, host, 2, name="")
        assert "You are invited to play Redline." in friend.get(link).text


def test_one_link_seats_everybody_where_they_like(site: Running) -> None:
    with site.guest() as host, site.guest() as bruno, site.guest() as chloe, site.guest() as late:
        table, link = hosted(site, host, 3)
        assert bruno.get(link).text.count('type="radio" name="seat"') == 2
        sat = bruno.post(link, data={"name": "Bruno", "seat": "2"})
        assert sat.headers["location"] == f"/t/{table}"
        assert names_at(site, host, table) == ["Ana", "open seat", "Bruno"]
        assert bruno.get(link).headers["location"] == f"/t/{table}", "who sits there goes there"
        assert chloe.post(link, data={"name": "Chloé"}).status_code == 303, "any seat"
        assert names_at(site, host, table) == ["Ana", "Chloé", "Bruno"]
        full = late.get(link)
        assert full.status_code == 409
        assert "This seat is taken. You can watch." in full.text
        assert f'href="/t/{table}' in full.text
        assert late.post(link, data={"name": "Dora"}).status_code == 409
        assert names_at(site, host, table) == ["Ana", "Chloé", "Bruno"]


def test_whoever_comes_second_is_offered_what_is_left(site: Running) -> None:
    with site.guest() as host, site.guest() as bruno, site.guest() as chloe:
        table, link = hosted(site, host, 3)
        bruno.post(link, data={"name": "Bruno", "seat": "1"})
        answer = chloe.post(link, data={"name": "Chloé", "seat": "1"})
        assert answer.status_code == 409
        assert "This seat is taken" in answer.text
        assert 'name="seat" value="2"' in answer.text
        assert 'value="Chloé"' in answer.text, "the name need not be typed again"
        for nonsense in ("7", "-1", "x"):
            assert chloe.post(link, data={"seat": nonsense}).status_code in (400, 409)
        assert names_at(site, host, table) == ["Ana", "Bruno", "open seat"]


def test_nobody_sits_down_twice_by_the_link(site: Running) -> None:
    with site.guest() as host, site.guest() as bruno:
        table, link = hosted(site, host, 3)
        for _ in range(2):
            assert bruno.post(link, data={"name": "Bruno"}).status_code == 303
        assert names_at(site, host, table) == ["Ana", "Bruno", "open seat"]


def test_the_link_is_for_those_at_the_table_to_give(site: Running) -> None:
    with site.guest() as host, site.guest() as stranger:
        table, link = hosted(site, host, 2)
        assert site.invites(stranger, table) == []
        assert link not in stranger.get(f"/t/{table}").text
        qr = host.get(link.replace("/join/", "/qr/") + ".svg")
        assert qr.headers["content-type"] == "image/svg+xml"


def test_links_to_a_single_seat_go_on_working(site: Running) -> None:
    with site.guest() as host, site.guest() as friend, site.guest() as late:
        table, _ = hosted(site, host, 3)
        seats = host.get(f"/api/tables/{table}/invites").json()
        old = f"/join/{seats[1]['invite']}"
        assert friend.get(old).text.count('name="seat"') == 1
        assert friend.post(old, data={"name": "Bruno"}).status_code == 303
        assert names_at(site, host, table) == ["Ana", "open seat", "Bruno"]
        assert "This seat is taken" in late.get(old).text, "that it is, though another is free"
        assert late.post(old, data={"name": "Chloé"}).status_code == 409


def test_who_watches_may_still_sit_down(site: Running) -> None:
    with site.guest() as host, site.guest() as friend:
        table, link = hosted(site, host, 2)
        watch = re.search(r'href="(/t/[^"]+)"', friend.get(link).text)
        assert watch is not None
        page = friend.get(unescape(watch[1])).text
        assert "A seat is free." in page
        assert f'href="{link}"' in page
        offer = 'href="/join/'
        assert offer not in friend.get(f"/t/{table}").text, "only by the link"
        assert f'href="{link}"' not in host.get(f"/t/{table}").text
        _, other = hosted(site, host, 2)
        foreign = friend.get(f"/t/{table}", params={"invite": other.removeprefix("/join/")})
        assert offer not in foreign.text


def test_the_name_is_typed_once_and_kept(site: Running) -> None:
    with site.guest() as host, site.guest() as friend:
        _, link = hosted(site, host, 2)
        assert 'value="Ana"' in host.get("/new/plus4").text
        friend.post(link, data={"name": "Bruno"})
        _, other = hosted(site, host, 2)
        assert 'value="Bruno"' in friend.get(other).text
        assert ">Bruno</a>" in friend.get("/").text, "and it is changed where it stands"
        friend.post("/me", data={"name": "Bo"})
        assert 'value="Bo"' in friend.get(other).text
        table = site.new_table(friend, "plus4", seat0="me", name0="", seat1="here")
        assert names_at(site, friend, table)[0] == "Bo"
        assert 'value="Bo"' in friend.get("/new/plus4").text, "an empty field forgets nothing"


def test_programs_take_any_seat_by_the_link_of_the_table(site: Running) -> None:
    with site.guest() as program:
        wanted = {"spec": "redline(players=3)", "seats": ["me", "open", "open"]}
        made = program.post("/api/tables", json=wanted).json()
        first = program.post(f"/api/join/{made['invite']}", json={"seat": 2}).json()
        second = program.post(f"/api/join/{made['invite']}", json={}).json()
        assert [first["seat"], second["seat"]] == [2, 1]
        assert {first["table"], second["table"]} == {made["table"]}
        assert program.post(f"/api/join/{made['invite']}", json={}).status_code == 409


def test_whoever_is_invited_reads_the_pace_before_sitting_down(site: Running) -> None:
    with site.guest() as guest, site.guest("fr") as invited:
        table = site.new_table(guest, "plus4", seat0="me", seat1="open", clock="3d")
        (link,) = site.invites(guest, table)
        assert "3 jours par coup" in invited.get(link).text
        assert "3 days per move" in guest.get("/tables").text
