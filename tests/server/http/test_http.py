"""Pages and forms over real sockets."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import quote

import httpx
import pytest

from ludotheque import catalogue, load
from ludotheque.table.names import BOT_SIGN
from tests.server.running import Running, cookie
from tests.server.wire import Wire

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


@pytest.mark.parametrize("game", GAMES)
def test_one_press_starts_a_game_against_the_computer(site: Running, game: str) -> None:
    with site.guest() as guest:
        answer = guest.post(f"/quick/{game}")
        page = guest.get(answer.headers["location"])
        assert page.status_code == 200
        assert "application/json" in page.text
        assert len(page.content) < 100_000


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/t/nothing", 404),
        ("GET", "/t/nothing/record", 404),
        ("GET", "/t/nothing/at/3", 404),
        ("GET", "/join/nothing", 404),
        ("GET", "/qr/nothing.svg", 404),
        ("GET", "/rules/chess", 404),
        ("GET", "/box/chess", 404),
        ("GET", "/new/chess", 404),
        ("GET", "/me/nobody", 404),
        ("GET", "/sheet/chess.css", 404),
        ("POST", "/quick/chess", 404),
        ("POST", "/t/nothing/rematch", 404),
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


def test_a_name_is_shown_as_text(site: Running) -> None:
    with site.guest() as guest:
        name = '<script>alert("1")</script>\u202e\n' + "x" * 150
        guest.get("/me", follow_redirects=True)
        guest.post("/me", data={"name": name})
        page = guest.get("/me").text
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_names_stand_at_the_table_and_are_told(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(
            guest, "redline", seat0="me", seat1="here", name0="A<b>", name1="Zoé"
        )
        wire = Wire(site, table, cookie(guest))
        view = wire.hello()
        drawn = "".join(view["drawings"].values())
        assert "A&lt;b&gt;" in drawn
        assert "A<b>" not in drawn
        assert "Zoé" in drawn
        assert [seat["sign"] for seat in view["seats"]] == ["●", "■"]
        assert all(f"#{seat['emblem']}" in drawn for seat in view["seats"]), "on both hands"
        wire.act(view["gestures"][0][-1])
        told = wire.newer(view["seq"])["told"]
        assert told.startswith(("A<b> places", "Zoé places"))
        wire.close()


def test_a_name_like_a_seat_is_not_taken_for_it(site: Running) -> None:
    with site.guest() as guest:
        form = {"seat0": "me", "seat1": "here", "name0": "Player B", "name1": "Zoé"}
        table = site.new_table(guest, "babylone", **form)
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        for action in ("first", "a>b"):
            seq = wire.view["seq"]
            mover = wire.view["seats"][wire.view["turn"]]["name"]
            wire.act(action)
            assert wire.newer(seq)["told"].startswith(mover)
        wire.close()


def test_nobody_waits_for_ever(site: Running) -> None:
    with site.guest() as guest:
        empty = guest.post("/new/plus4", data={"seat0": "open", "seat1": "open"})
        assert empty.status_code == 400
        assert "Nobody would sit" in empty.text
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


def test_a_level_that_is_not_there_comes_back_with_the_form(site: Running) -> None:
    with site.guest() as guest:
        answer = guest.post("/new/plus4", data={"seat0": "me", "seat1": "grandmaster"})
        assert answer.status_code == 400
        assert "there is no level “grandmaster”" in answer.text


def test_options_out_of_range_come_back_with_the_form(site: Running) -> None:
    with site.guest() as guest:
        answer = guest.post("/new/redline", data={"players": "5", "hand": "10"})
        assert answer.status_code == 400
        assert "There are not enough tiles" in answer.text
        assert '<option value="5" selected>' in answer.text, "what was filled in is still there"


@pytest.mark.parametrize(
    ("game", "form", "told"),
    [
        ("babylone", {"start": "abc"}, "choisissez de 1 à 6 nombres, chacun de 1 à 24."),
        ("plus4", {"target": "0"}, "choisissez de 1 à"),
        ("plus4", {"mode": "fast"}, "Façon de jouer\u00a0: choisissez dans la liste."),
    ],
)
def test_a_wrong_option_is_called_what_the_form_calls_it(
    site: Running, game: str, form: dict[str, str], told: str
) -> None:
    with site.guest("fr") as guest:
        page = guest.post(f"/new/{game}", data=form)
        assert page.status_code == 400
        (why,) = re.findall(r'role="alert">(.*?)</p>', page.text)
        (name,) = form
        assert told in why
        assert why.startswith(load(game).words("fr")(f"option.{name}"))
        assert f"« {name} »" not in why


def opening(site: Running, guest: httpx.Client, game: str) -> tuple[str, Wire]:
    """A table three moves into a game; a deal that ends sooner is dealt anew."""
    while True:
        table = site.new_table(guest, game, seat0="me", seat1="here", name0="A", name1="B")
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        for _ in range(3):
            if not wire.view["over"]:
                seq = wire.view["seq"]
                wire.act(wire.view["gestures"][0][-1])
                wire.newer(seq)
        if not wire.view["over"]:
            return table, wire
        wire.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_downloaded_and_opened_again(site: Running, game: str) -> None:
    with site.guest() as guest, site.guest() as other:
        table, wire = opening(site, guest, game)
        record = guest.get(f"/t/{table}/record").text
        opened = other.post("/open", data={"text": record}, files={"file": ("", b"")})
        assert opened.status_code == 303, opened.text
        again = Wire(site, opened.headers["location"].removeprefix("/t/"), cookie(other))
        view = again.hello()
        assert view["moves"] == wire.view["moves"]
        assert view["can"]["act"], "and can be continued"
        seq = view["seq"]
        assert again.act(view["gestures"][0][-1])["type"] == "kept"
        again.newer(seq)
        wire.close()
        again.close()


@pytest.mark.parametrize(
    ("lang", "bot"), [("fr", "Robot B (au hasard)"), ("en", "Bot B (at random)")]
)
def test_in_an_opened_game_the_bot_is_the_bot(site: Running, lang: str, bot: str) -> None:
    record = f'[Game "plus4"]\n[Rules "1"]\n[Seat "Ana"]\n[Seat "{bot}"]\n\nbegin 0 | 1 | 2 | 3'
    with site.guest() as guest:
        opened = guest.post("/open", data={"text": record})
        wire = Wire(site, opened.headers["location"].removeprefix("/t/"), cookie(guest))
        view = wire.hello()
        assert [seat["name"] for seat in view["seats"]] == [
            "Ana",
            f"{BOT_SIGN}Bot B (at random)",
        ], lang
        assert [seat["kind"] for seat in view["seats"]] == ["person", "bot"]
        while not wire.view["can"]["act"]:
            wire.hear()
        assert len(wire.view["moves"]) == 5, "the bot has moved"
        wire.close()


def test_among_bots_alone_the_guest_takes_the_seat_to_move(site: Running) -> None:
    seats = '[Seat "Bot A (at random)"]\n[Seat "Bot B (strong)"]'
    with site.guest() as guest:
        text = f'[Game "plus4"]\n[Rules "1"]\n{seats}\n\nbegin 0 | 1'
        opened = guest.post("/open", data={"text": text})
        wire = Wire(site, opened.headers["location"].removeprefix("/t/"), cookie(guest))
        assert [seat["kind"] for seat in wire.hello()["seats"]] == ["bot", "person"]
        wire.close()


def test_my_games_count_what_people_have_decided(site: Running) -> None:
    """Not the lot, and no tile of the deal."""
    with site.guest() as guest:
        wire = Wire(site, site.new_table(guest, "redline", seat0="me", seat1="here"), cookie(guest))
        view = wire.hello()
        assert "· 0 moves" in guest.get("/tables").text
        assert wire.act(view["gestures"][0][-1])["type"] == "kept"
        assert "· 1 move" in guest.get("/tables").text
        wire.close()


def test_a_wrong_record_is_explained(site: Running) -> None:
    with site.guest() as guest:
        for text, words in (
            ("", "It does not name its game"),
            ('[Game "plus4"]\n[Rules "1"]\n\nbegin 0 | 1 | 9', "3. I do not understand"),
            ('[Game "plus4"]\n[Rules "7"]\n\n', "The game follows version 7"),
        ):
            answer = guest.post("/open", data={"text": text}, files={"file": ("", b"")})
            assert answer.status_code == 400
            assert f"This file is not a game we can read. {words}" in answer.text
            assert text.partition("\n")[0].replace('"', "&#34;") in answer.text, "and is kept"


def test_looking_back_shows_every_position(site: Running) -> None:
    with site.guest() as guest:
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        for action in "123":
            seq = wire.view["seq"]
            wire.act(action)
            wire.newer(seq)
        counts = [
            sum(part[0].startswith("pawn-") for part in board["parts"])
            for n in range(1, 5)
            for board in guest.get(f"/t/{table}/at/{n}").json()["areas"][:1]
        ]
        assert counts == [0, 1, 2, 3]
        assert guest.get(f"/t/{table}/at/9").status_code == 404
        assert guest.get(f"/t/{table}/at/x").status_code == 400
        wire.close()


def test_random_and_mutated_requests_never_break_the_site(site: Running) -> None:
    """Anything may be asked for; the answer is a page or a problem, never a 500."""
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
