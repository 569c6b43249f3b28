"""From an event at a table to the text that a browser shows, through a real push service."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from ludotheque.site.push.occasions import KINDS
from ludotheque.site.push.subscriptions import _MOST_DEVICES
from ludotheque.site.storage.database import engine_for
from ludotheque.site.storage.schema import subscriptions
from tests.site.inside import serving
from tests.site.push.conftest import Club
from tests.site.push.service import Browser, nothing_else
from tests.site.running import Running, until
from tests.site.wire import Wire, any_action


def pair(club: Club, *kinds: str, clock: str = "") -> tuple[Browser, Browser, str]:
    """Two people at a table, neither of whom looks; both have asked for these kinds."""
    ana, bruno = club.browser("en"), club.browser("fr")
    table, link = club.host(ana, clock=clock)
    assert bruno.http.post(link, data={"name": "Bruno"}).status_code == 303
    for browser in (ana, bruno):
        assert browser.ask(kinds) == list(kinds)
    return ana, bruno, table


def leave(club: Club, wire: Wire, table: str) -> None:
    """Closes a table, and waits until the site has noticed."""
    wire.close()
    until(lambda: table not in club.parts.hub.followed())


def play(wire: Wire) -> None:
    assert wire.act(any_action(wire.view["gestures"], Random(1)))["type"] == "kept"


def move(club: Club, table: str, *browsers: Browser) -> Browser:
    """The player to move opens the table, moves and leaves; returns the next player to move."""
    for browser, other in zip(browsers, reversed(browsers), strict=True):
        wire = club.at(browser, table)
        acts = wire.view["can"]["act"]
        if acts:
            play(wire)
        leave(club, wire, table)
        if acts:
            return other
    raise AssertionError("nobody is to move")


def test_a_move_tells_the_other_in_their_language(club: Club) -> None:
    ana, bruno, table = pair(club, "turn")
    said: dict[Browser, dict[str, Any]] = {}
    for _ in range(2):
        waiting = move(club, table, ana, bruno)
        said[waiting] = waiting.told()
    assert [said[ana][key] for key in ("title", "body")] == ["Your turn", "Plus 4, with Bruno."]
    assert said[bruno]["title"] == "À vous de jouer"
    assert said[bruno]["body"] == "Plus 4, avec Ana."
    assert {told["path"] for told in said.values()} == {f"/t/{table}"}
    secrets = [browser.http.cookies["guest"] for browser in said]
    assert not any(secret in json.dumps(told) for told in said.values() for secret in secrets)


def test_a_push_service_learns_nothing_but_that_there_is_a_message(club: Club) -> None:
    ana, bruno, table = pair(club, "turn", "joined")
    longer = club.browser()
    _, link = club.host(longer, name="A name of thirty letters, long")
    longer.ask(["joined"])
    assert bruno.http.post(link, data={}).status_code == 303
    first = club.service.heard(longer.path)
    second = club.service.heard(move(club, table, ana, bruno).path)
    assert len(first.body) == len(second.body)
    assert table not in "".join(second.headers.values())
    assert first.headers["topic"] != second.headers["topic"]


def test_who_looks_at_the_table_is_not_told(club: Club) -> None:
    ana, bruno, table = pair(club, "turn")
    wires = [club.at(ana, table), club.at(bruno, table)]
    for _ in range(3):
        play(next(wire for wire in wires if wire.newer(wire.view["seq"] - 1)["can"]["act"]))
        for wire in wires:
            wire.hello()
    for wire in wires:
        wire.close()
    until(lambda: table not in club.parts.hub.followed())
    assert move(club, table, ana, bruno).told()["kind"] == "turn"
    assert nothing_else(ana, bruno)


def test_a_repeated_command_tells_nobody_again(club: Club) -> None:
    ana, bruno, table = pair(club, "turn")
    mover = bruno if move(club, table, ana, bruno) is bruno else ana
    mover.told()
    wire = club.at(mover, table)
    action, seq = any_action(wire.view["gestures"], Random(1)), wire.view["seq"]
    for _ in range(2):
        assert wire.act(action, seq, "the same")["type"] == "kept"
    leave(club, wire, table)
    other = ana if mover is bruno else bruno
    other.told()
    assert move(club, table, ana, bruno).told()["kind"] == "turn"
    assert nothing_else(ana, bruno)


def test_who_waits_for_somebody_is_told_who_sits_down(club: Club) -> None:
    ana, bruno = club.browser(), club.browser("fr")
    _, link = club.host(ana)
    ana.ask(["joined"])
    bruno.http.post(link, data={"name": "Bruno"})
    told = ana.told()
    assert told["title"] == "Bruno sits down at your table"
    assert told["body"].removesuffix(" Your turn.") == "Plus 4, with Bruno."
    assert nothing_else(ana, bruno), "nobody is told what they did themselves"


def test_a_rematch_is_told_to_whom_it_is_offered(club: Club) -> None:
    ana, bruno, table = pair(club, "turn", "joined", "rematch")
    wire = club.at(bruno, table)
    wire.ask({"type": "resign"})
    leave(club, wire, table)
    fresh = ana.http.post(f"/t/{table}/rematch").headers["location"]
    told = bruno.told()
    assert (told["title"], told["path"]) == ("Ana propose une revanche", fresh)
    assert 'href="/join/' in bruno.http.get(fresh).text, "whoever comes to the table may sit down"
    assert bruno.http.post(f"/t/{table}/rematch").headers["location"] == fresh
    assert ana.told()["kind"] == "joined", "the rematch begins"
    assert move(club, fresh.removeprefix("/t/"), ana, bruno).told()["kind"] == "turn"
    assert nothing_else(ana, bruno)


def invited(club: Club, host: Browser, name: str) -> str:
    """Opens another table and invites a guest to it by name."""
    table, _ = club.host(host)
    page = host.http.get(f"/t/{table}/invites").text
    (person,) = re.findall(rf'value="([^"]+)">Invite {name}</button>', page)
    for _ in range(2):
        assert host.http.post(f"/t/{table}/invite", data={"person": person}).status_code == 303
    assert f"{name}: invitation sent" in host.http.get(f"/t/{table}/invites").text
    return table


def test_somebody_one_has_played_with_is_invited_by_name(club: Club) -> None:
    ana, bruno, before = pair(club, "invited")
    table = invited(club, ana, "Bruno")
    told = bruno.told()
    assert (told["title"], told["body"]) == ("Ana vous invite à jouer", "Plus 4, avec Ana.")
    assert nothing_else(ana, bruno), "the second press invites nobody again"
    assert "Ana vous invite à jouer à Plus 4." in unescape(bruno.http.get("/tables").text)
    join = bruno.http.get(told["path"]).headers["location"]
    assert join.startswith("/join/")
    assert bruno.http.post(join, data={}).headers["location"] == f"/t/{table}"
    assert "vous invite" not in unescape(bruno.http.get("/tables").text)
    stranger = club.browser()
    assert stranger.http.get(told["path"]).headers["location"] == f"/t/{table}"
    stray = {"person": f"{before}.0"}
    assert stranger.http.post(f"/t/{table}/invite", data=stray).status_code == 403


def test_an_invitation_that_is_declined_is_gone(club: Club) -> None:
    ana, bruno, _ = pair(club, "turn")
    table = invited(club, ana, "Bruno")
    assert f"/t/{table}/join" in bruno.http.get("/tables").text
    bruno.http.post(f"/t/{table}/decline")
    assert f"/t/{table}/join" not in bruno.http.get("/tables").text


def test_a_kind_is_stopped_from_its_message_without_a_page(club: Club) -> None:
    ana, bruno, table = pair(club, "turn", "joined")
    waiting = move(club, table, ana, bruno)
    told = waiting.told()
    stop = {"device": told["device"], "kind": told["kind"]}
    with club.site.guest() as nobody:
        assert nobody.post("/push/stop", json=stop).status_code == 204
        assert waiting.ask(None) == ["joined"]
        assert nobody.post("/push/stop", json={**stop, "kind": "joined"}).status_code == 204
    assert waiting.ask(None) == []
    again = move(club, table, ana, bruno)
    assert again.told()["kind"] == "turn"
    assert move(club, table, ana, bruno) is waiting
    assert move(club, table, ana, bruno).told()["kind"] == "turn"
    assert nothing_else(ana, bruno)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(club: Club, status: int) -> None:
    ana, bruno, table = pair(club, "turn")
    for browser in (ana, bruno):
        club.service.answers[browser.path] = [status]
    waiting = move(club, table, ana, bruno)
    waiting.told()
    until(lambda: not is_known(club, waiting))


def test_what_fails_is_tried_again_and_then_given_up(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club.parts.pushes, "retry_after_s", (0, 0))
    ana, bruno, table = pair(club, "turn")
    for browser in (ana, bruno):
        club.service.answers[browser.path] = [503, 429, 500]
    waiting = move(club, table, ana, bruno)
    assert [waiting.told()["kind"] for _ in range(3)] == ["turn"] * 3
    assert move(club, table, ana, bruno).told()["kind"] == "turn"
    assert waiting.ask(None) == ["turn"], "a service that fails for a while loses nobody"


def test_a_push_service_leads_nowhere_else(club: Club) -> None:
    ana, bruno, table = pair(club, "turn")
    elsewhere = club.browser()
    club.service.location = f"{club.service.url}{elsewhere.path}"
    for browser in (ana, bruno):
        club.service.answers[browser.path] = [307]
    for _ in range(2):
        move(club, table, ana, bruno).told()
    assert nothing_else(ana, bruno, elsewhere)


def test_a_guest_has_so_many_devices(club: Club) -> None:
    ana, *others = [club.browser() for _ in range(_MOST_DEVICES + 1)]
    club.host(ana)
    for browser in (ana, *others):
        browser.http.cookies.update(ana.http.cookies)
        assert browser.ask(["turn"]) == ["turn"]
    assert [browser.ask(None) for browser in (ana, *others)] == [[], *[["turn"]] * _MOST_DEVICES]


def test_a_device_is_one_guests(club: Club) -> None:
    ana, bruno, table = pair(club, "turn")
    chloe = club.browser()
    club.host(chloe)
    chloe.key, chloe.auth, chloe.path = ana.key, ana.auth, ana.path
    assert chloe.ask(None) == [], "who is somebody else now is not told of another's games"
    assert ana.ask(None) == []
    bruno.http.post("/me/renew")
    assert bruno.ask(None) == [], "a new link ends what the old one had asked for"
    move(club, table, ana, bruno)
    assert nothing_else(ana, bruno)


def test_a_device_takes_its_kinds_to_a_new_address(club: Club) -> None:
    ana = club.browser("fr")
    club.host(ana)
    ana.ask(["turn"])
    old, ana.path = ana.path, "/another"
    assert ana.ask(None) == [], "it is not known by that address yet"
    assert ana.ask(None, was=f"{club.service.url}{old}") == ["turn"] == ana.ask(None)
    ana.path = old
    assert ana.ask(None) == []


def test_messages_follow_the_language_of_the_page(club: Club) -> None:
    ana, bruno, table = pair(club, "turn")
    for browser in (ana, bruno):
        browser.http.post("/prefer", data={"lang": "fr"})
        assert browser.ask(None) == ["turn"]
    assert move(club, table, ana, bruno).told()["lang"] == "fr"
    assert move(club, table, ana, bruno).told()["title"] == "À vous de jouer"


def at(browser: Browser, table: str) -> dict[str, Any]:
    """A table as a program reads it, without looking at it any longer."""
    return browser.http.get(f"/api/tables/{table}").json()  # type: ignore[no-any-return]


def test_a_bot_that_has_moved_tells_whoever_has_left(club: Club) -> None:
    ana = club.browser()
    table = club.site.new_table(ana.http, "plus4", seat0="me", seat1="random")
    ana.ask(["turn"])
    until(lambda: at(ana, table)["can"]["act"])
    push = {"type": "act", "action": "1", "id": "1", "expected": at(ana, table)["seq"]}
    answer = ana.http.post(f"/api/tables/{table}/commands", json=push)
    assert answer.status_code == 200, answer.text
    assert ana.told()["body"].startswith("Plus 4, with ⚙")


def test_nothing_is_left_of_somebody_who_is_forgotten(club: Club) -> None:
    ana, bruno, _ = pair(club, "turn")
    table = invited(club, ana, "Bruno")
    assert f"/t/{table}/join" in bruno.http.get("/tables").text
    assert ana.http.post("/me/forget").status_code in (200, 303)
    assert f"/t/{table}/join" not in bruno.http.get("/tables").text
    assert [is_known(club, browser) for browser in (ana, bruno)] == [False, True]


def test_only_guests_ask_and_only_for_what_there_is(club: Club) -> None:
    stranger = club.browser()
    asked = {**stranger.description, "kinds": ["turn"]}
    assert stranger.http.post("/push", json=asked).status_code == 401
    club.host(stranger)
    for wrong in ({"kinds": ["all"]}, {"keys": {"p256dh": "x", "auth": "y"}}, {"endpoint": "x y"}):
        assert stranger.http.post("/push", json={**asked, **wrong}).status_code == 400
    assert stranger.ask(KINDS) == list(KINDS)


def test_games_at_days_a_move_are_told_once_a_day(club: Club) -> None:
    ana, bruno, table = pair(club, "turn", "daily", clock="3d")
    waiting = move(club, table, ana, bruno)
    told = waiting.told()
    assert told["path"] == "/tables"
    assert told["title"] in ("1 game is waiting for you", "1 partie vous attend")
    move(club, table, ana, bruno).told()
    assert move(club, table, ana, bruno) is waiting
    until(lambda: due(club))
    assert nothing_else(ana, bruno), "once a day"
    yesterday(club)
    for _ in range(2):  # first for the other player: no game waits for the one who is due by then
        assert move(club, table, ana, bruno).told()["kind"] == "daily"
    assert nothing_else(ana, bruno)


@contextmanager
def database(club: Club) -> Iterator[sa.Connection]:
    engine = engine_for(club.parts.store.url, writes=True)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def is_known(club: Club, browser: Browser) -> bool:
    there = subscriptions.c.endpoint == browser.description["endpoint"]
    with database(club) as connection:
        return connection.execute(sa.select(subscriptions.c.id).where(there)).first() is not None


def due(club: Club) -> int:
    query = sa.select(sa.func.count()).where(subscriptions.c.daily_due)
    with database(club) as connection:
        return connection.execute(query).scalar_one()


def yesterday(club: Club) -> None:
    with database(club) as connection:
        connection.execute(sa.update(subscriptions).values(daily_at=0))


def test_a_host_may_do_without(tmp_path: Path) -> None:
    with serving(tmp_path, push="no") as (address, _):
        running = Running(tmp_path)
        running.port = int(address.rpartition(":")[2])
        with running.guest() as guest:
            running.new_table(guest, "plus4", seat0="me", seat1="here")
            assert "private" in guest.get("/me").text
            assert 'id="push"' not in guest.get("/me").text
