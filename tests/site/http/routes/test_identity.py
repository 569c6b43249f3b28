"""Private links: confirming, renewing, signing out; and what the database stores of them."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from ludotheque.site.storage.copies import backup
from ludotheque.site.storage.database import engine_for, migrate
from tests.site.running import Running, cookie
from tests.site.wire import Wire


def link_of(site: Running, guest: httpx.Client) -> str:
    """The path of the private link of a guest."""
    found = re.search(rf'value="{site.url}(/me/[^"]+)"', guest.get("/me").text)
    assert found is not None
    return found[1]


def named(site: Running, guest: httpx.Client, name: str) -> str:
    """A guest of that name with a table: its id."""
    table = site.new_table(guest, "plus4", seat0="me", seat1="here")
    guest.post("/me", data={"name": name})
    return table


def test_the_private_link_asks_and_brings_the_same_guest_back(site: Running) -> None:
    with site.guest() as guest, site.guest() as phone:
        table, link = named(site, guest, "Ana"), link_of(site, guest)
        asked = phone.get(link)
        assert asked.status_code == 200
        assert "Continue as “Ana”?" in asked.text
        assert "guest" not in phone.cookies, "nothing has changed yet"
        assert phone.post(link).headers["location"] == "/tables"
        assert table in phone.get("/tables").text
        assert "Ana" in phone.get("/").text
        assert guest.get(link).headers["location"] == "/tables", "there is nothing to ask"


def test_a_foreign_page_takes_nobodys_identity_away(site: Running) -> None:
    with site.guest() as victim, site.guest() as attacker:
        table, mine = named(site, victim, "Zoé"), link_of(site, victim)
        named(site, attacker, "Eve")
        trap = link_of(site, attacker)
        led_there = victim.get(trap, headers={"sec-fetch-site": "cross-site"})
        assert table in victim.get("/tables").text
        assert "On this device you are “Zoé”." in led_there.text
        assert mine in led_there.text, "who goes on can come back"
        forced = victim.post(trap, headers={"origin": "https://evil.example"})
        assert forced.status_code == 403
        assert table in victim.get("/tables").text
        for path in ("/me/nothing", "/me/out", "/me/renew"):
            assert victim.get(path).status_code == 404


def test_who_signs_out_is_nobody_here_and_comes_back_by_the_link(site: Running) -> None:
    with site.guest() as guest:
        table, link = named(site, guest, "Ana"), link_of(site, guest)
        assert guest.post("/me/out").headers["location"] == "/"
        assert "guest" not in guest.cookies
        assert table not in guest.get("/tables").text
        guest.post(link)
        assert table in guest.get("/tables").text


def test_with_a_new_link_the_old_one_dies_everywhere(site: Running) -> None:
    with site.guest() as guest, site.guest() as thief:
        table, old = named(site, guest, "Ana"), link_of(site, guest)
        thief.post(old)
        wires = [Wire(site, table, cookie(thief)) for _ in range(4)]  # on both processes
        for wire in wires:
            wire.hello()
        assert guest.post("/me/renew").status_code == 303
        assert link_of(site, guest) != old
        assert table in guest.get("/tables").text
        for wire in wires:
            with pytest.raises(ConnectionClosed) as closed:
                wire.until("never")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
        assert thief.get(old).status_code == 404
        assert thief.post(old).status_code == 404
        assert table not in thief.get("/tables").text


def test_a_visit_prolongs_the_cookie_by_a_year(site: Running) -> None:
    with site.guest() as guest:
        named(site, guest, "Ana")
        again = guest.get("/tables").headers["set-cookie"]
        assert cookie(guest) in again
        assert "Max-Age=31536000; " in again
        assert "HttpOnly" in again


def test_no_copy_of_a_site_holds_a_secret(site: Running, tmp_path: Path) -> None:
    with site.guest() as guest:
        named(site, guest, "Ana")
        secret = guest.cookies["guest"]
        backup(site.database, tmp_path / "copy.sqlite3")
        with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
            stored = {secret for (secret,) in copy.execute("SELECT secret FROM guests")}
            everything = "\n".join(copy.iterdump())
        assert hashlib.sha256(secret.encode()).hexdigest() in stored
        assert secret not in everything


def test_secrets_of_older_versions_are_hashed_and_stay_valid(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "Sé\\cret-1_"
    engine = engine_for(database, writes=True)
    with monkeypatch.context() as before:
        before.setattr("ludotheque.site.storage.database.REVISION", "0003")
        migrate(engine)
    with engine.begin() as connection:
        insert = sa.text("INSERT INTO guests (id, secret, name) VALUES ('g', :secret, 'Ana')")
        connection.execute(insert, {"secret": secret})
    migrate(engine)
    with engine.begin() as connection:
        stored = connection.execute(sa.text("SELECT secret FROM guests")).scalar_one()
    engine.dispose()
    assert stored == hashlib.sha256(secret.encode()).hexdigest()
