"""Pages and forms over real sockets."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import quote

import httpx
import pytest

from ludotheque import catalogue, load
from ludotheque.play.match import Match
from tests.site.running import Running, cookie
from tests.site.wire import Wire

GAMES = [box.name for box in catalogue()]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    "path", ["/", "/box/plus4", "/new/plus4", "/rules/redline", "/tables", "/me", "/open"]
)
def test_pages_answer_in_the_language_of_the_browser(site: Running, path: str, lang: str) -> None:
    with site.guest(lang) as guest:
        answer = guest.get(path, follow_redirects=True)
        assert answer.status_code == 200
        assert f'<html lang="{lang}"' in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert not re.search(
            r"<style|style=|<script(?![^>]*src=)(?![^>]*json)|onclick", answer.text
        )


def test_the_language_and_theme_can_be_chosen(site: Running) -> None:
    with site.guest("fr") as guest:
        chosen = guest.post("/prefer", data={"lang": "en", "theme": "night", "back": "/tables"})
        assert chosen.headers["location"] == "/tables"
        assert '<html lang="en" data-theme="night"' in guest.get("/").text
        for back in ("//evil.example/", "https://evil.example/", "/\\evil"):
            assert guest.post("/prefer", data={"back": back}).headers["location"] == "/"
        assert (
            'name="back" value="/new/redline?variant=contrast"'
            in guest.get("/new/redline?variant=contrast").text
        )
        assert 'name="back" value="/new/redline"' in guest.get("/new/redline?" + "x" * 400).text


def test_cookies_cannot_be_read_by_scripts(site: Running) -> None:
    with site.guest() as guest:
        given = guest.post("/quick/plus4").headers["set-cookie"]
        assert "HttpOnly" in given
        assert "SameSite=lax" in given


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/t/nothing", 404),
        ("GET", "/join/nothing", 404),
        ("GET", "/qr/nothing.svg", 404),
        ("GET", "/rules/chess", 404),
        ("GET", "/box/chess", 404),
        ("GET", "/me/nobody", 404),
        ("GET", "/sheet/chess.css", 404),
        ("POST", "/join/nothing", 404),
        ("DELETE", "/", 405),
        ("GET", "/static/../settings.py", 404),
    ],
)
def test_what_is_not_there_gets_a_page_or_a_problem(
    site: Running, method: str, path: str, status: int
) -> None:
    with site.guest() as guest:
        headers = {"content-length": "0"}
        page = guest.request(method, path, headers=headers)
        assert page.status_code == status
        assert "That did not work" in page.text
        told = guest.request(method, path, headers={**headers, "accept": "application/json"})
        assert told.status_code == status
        assert told.headers["content-type"] == "application/problem+json"
        assert told.json()["status"] == status


def test_a_table_that_is_gone_leads_to_the_shelf(site: Running) -> None:
    with site.guest("fr") as guest:
        for path in ("/t/nothing", "/join/nothing"):
            page = guest.get(path).text
            assert "Cette table n’existe pas, ou plus." in page
            assert '<a class="button" href="/">L’étagère</a>' in page


def test_other_sites_may_not_write(site: Running) -> None:
    with site.guest() as guest:
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}):
            assert guest.post("/quick/plus4", headers=headers).status_code == 403
    bare = httpx.post(
        f"{site.url}/quick/plus4", headers={"sec-fetch-site": "cross-site"}, timeout=10
    )
    assert bare.status_code == 403


def test_requests_are_bounded_in_size_and_rate(site: Running) -> None:
    with site.guest() as guest:
        large = guest.post("/open", data={"text": "x" * 400_000})
        assert large.status_code == 413
        endless = guest.post("/open", content=iter([b"text=x"]))
        assert endless.status_code == 411
        statuses = [guest.post("/me", data={"name": "Ana"}) for _ in range(120)]
        slow = [answer for answer in statuses if answer.status_code == 429]
        assert slow
        assert "One moment: too many requests at once." in slow[0].text
        assert int(slow[0].headers["retry-after"]) >= 1


def test_nobody_waits_for_ever(site: Running) -> None:
    with site.guest() as guest:
        empty = guest.post("/new/plus4", data={"seat0": "open", "seat1": "open"})
        assert empty.status_code == 400
        assert "Somebody has to open the table" in empty.text
        table = site.new_table(guest, "plus4", seat0="me", seat1="open")
        wire = Wire(site, table, cookie(guest))
        seq = wire.hello()["seq"]
        assert not wire.view["can"]["act"]
        assert wire.ask({"type": "fill", "seat": 0})["type"] == "refused"
        assert wire.ask({"type": "fill", "seat": "1"})["type"] == "refused"
        assert wire.ask({"type": "fill", "seat": 1})["type"] == "kept"
        assert wire.newer(seq)["seats"][1]["kind"] == "bot"
        while not wire.view["can"]["act"]:
            wire.hear()
        wire.close()


def test_one_of_two_own_seats_can_be_handed_over(site: Running) -> None:
    with site.guest() as guest, site.guest() as friend:
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        seq = wire.hello()["seq"]
        assert wire.ask({"type": "leave", "to": "open"})["type"] == "kept"
        wire.newer(seq)
        assert wire.view["told"].endswith("leaves the table.")
        (invite,) = site.invites(guest, table)
        assert friend.post(invite, data={"name": "Bruno"}).status_code == 303
        assert wire.newer(wire.view["seq"])["told"] == "Bruno sits down."
        assert "can only resign" in wire.ask({"type": "leave", "to": "bot"})["text"]
        wire.close()


def test_head_is_answered_like_get_without_a_body(site: Running) -> None:
    with site.guest() as guest:
        answer = guest.head("/")
        assert answer.status_code == 200
        assert answer.content == b""


def test_random_and_mutated_requests_never_break_the_site(site: Running) -> None:
    """Any path can be requested; the answer is a page or a problem, never a 500."""
    rng = Random(11)
    with site.guest() as host:
        table = site.new_table(host, "babylone", seat0="me", seat1="open")
        log = site.events(table)
        invite = site.invites(host, table)[0]
        paths = [
            f"/t/{table}", f"/t/{table}/at/1", f"/t/{table}/record", f"/t/{table}/rematch", invite,
            "/new/redline", "/open", "/me", "/prefer", "/quick/plus4", "/rules/plus4",
        ]  # fmt: skip
        names = ["players", "seat0", "name0", "start", "text", "lang", "back", "\x00"]
        values = ["", "-1", "9" * 50, "\x00", "é" * 99, "3,3,3,3", "<b>", "open", "here"]
        for number in range(240):
            path = list(rng.choice(paths))
            for _ in range(rng.randint(0, 3)):
                path[rng.randrange(len(path))] = rng.choice("/%?#.é\\'\"<0-\x00 ")
            form = {rng.choice(names): rng.choice(values) for _ in range(3)}
            target = quote("".join(path), safe="/%?#.'")
            with site.guest() as guest:
                if number % 8 == 0:
                    guest.headers["cookie"] = rng.choice(
                        ["guest=\x7f", "a=b; guest", "guest=" + "x" * 500]
                    )
                method = rng.choice(["GET", "GET", "POST", "PUT"])
                answer = guest.request(method, target, data=form if method != "GET" else None)
                assert answer.status_code < 500, (method, target, form)
        assert site.events(table)[: len(log)] == log
        assert host.get(f"/t/{table}").status_code == 200


def test_another_pace_is_refused_in_the_readers_language(site: Running) -> None:
    with site.guest("fr") as guest:
        form = guest.post("/new/plus4", data={"seat0": "me", "seat1": "here", "clock": "5 min"})
        assert form.status_code == 400
        assert "au plus 180 minutes" in form.text
        wanted = {"spec": "plus4", "clock": "999+0"}
        answer = guest.post("/api/tables", json=wanted)
        assert (answer.status_code, answer.json()["type"]) == (400, "urn:ludotheque:clock.bad")
        assert "30 jours" in answer.json()["title"]


def test_a_stranger_gets_no_next_level_of_a_game_that_somebody_else_won(site: Running) -> None:
    won = Match(load("plus4(mode=endless,target=5)"), ["Ana", "Bot B (at random)"], first=0)
    won.resign(1)
    with site.guest() as guest, site.guest() as other:
        opened = guest.post("/open", data={"text": won.record().write()}).headers["location"]
        log = site.events(opened.removeprefix("/t/"))
        assert other.post(f"{opened}/next-level").status_code == 409
        assert site.events(opened.removeprefix("/t/")) == log
        assert guest.post(f"{opened}/next-level").status_code == 303, "who has won it goes on"
