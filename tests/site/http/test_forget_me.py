"""Being forgotten: nothing in the database names the guest, and the games of others go on."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.core.texts import LANGUAGES
from ludotheque.site.settings import Settings
from ludotheque.site.storage.copies import backup
from ludotheque.site.upkeep.tidying import times_kept
from tests.site.running import Running, cookie
from tests.site.wire import Wire

NAME, HERE = "Zébulon Tournesol", "Petite Soeur Unique"
DEVICE = "https://evil.example/the-browser-of-zebulon"  # which is never called


def everything(site: Running, folder: Path) -> str:
    """The whole content of the database, as text."""
    copy = folder / "copy.sqlite3"
    copy.unlink(missing_ok=True)
    backup(site.database, copy)
    with closing(sqlite3.connect(copy)) as dump:
        return "\n".join(dump.iterdump())


def identity(site: Running, guest: httpx.Client, folder: Path) -> str:
    """The id of a guest in the database."""
    backup(site.database, folder / "who.sqlite3")
    secret = hashlib.sha256(guest.cookies["guest"].encode()).hexdigest()
    with closing(sqlite3.connect(folder / "who.sqlite3")) as copy:
        (found,) = copy.execute("SELECT id FROM guests WHERE secret = ?", [secret]).fetchone()
    return str(found)


def joined(
    site: Running, host: httpx.Client, table: str, *friends: tuple[httpx.Client, str]
) -> None:
    for friend, name in friends:
        (link,) = site.invites(host, table)
        assert friend.post(link, data={"name": name}).status_code == 303


def seats(site: Running, table: str, guest: httpx.Client) -> list[tuple[str, str]]:
    """Who sits at a table, as that guest is told."""
    wire = Wire(site, table, cookie(guest))
    shown = wire.hello()
    wire.close()
    return [(seat["kind"], seat["name"]) for seat in shown["seats"]]


def test_nothing_names_a_forgotten_guest(site: Running, tmp_path: Path) -> None:
    with site.guest() as guest, site.guest() as friend, site.guest() as third:
        mine = {"seat0": "me", "name0": NAME}
        two = site.new_table(guest, "plus4", **mine, seat1="open")
        joined(site, guest, two, (friend, "Bruno"))
        three = site.new_table(guest, "redline", players="3", **mine, seat1="open", seat2="open")
        joined(site, guest, three, (friend, "Bruno"), (third, "Cléo"))
        bot = site.new_table(guest, "plus4", **mine, seat1="regular")
        screen = site.new_table(guest, "plus4", **mine, seat1="here", name1=HERE)
        told = {"endpoint": DEVICE, "keys": {"p256dh": "B" * 87, "auth": "a" * 22}}
        assert guest.post("/push", json={**told, "kinds": ["daily"]}).status_code == 200
        fresh = site.new_table(friend, "plus4", seat0="me", seat1="open")
        friend.post(f"/t/{fresh}/invite", data={"person": f"{two}.0"})
        site.new_table(guest, "babylone", **mine, seat1="open", public="on")
        assert NAME in friend.get("/open-tables").text
        asked = guest.get("/me/forget")
        assert fresh in guest.get("/tables").text, "invited by name"
        assert f"Delete the data of “{NAME}”?" in asked.text
        who, secret = identity(site, guest, tmp_path), guest.cookies["guest"]
        hashed = hashlib.sha256(secret.encode()).hexdigest()
        before = everything(site, tmp_path)
        assert all(text in before for text in (NAME, HERE, DEVICE, hashed, who))
        watching = [Wire(site, two, cookie(friend)) for _ in range(4)]  # on both processes
        for wire in watching:
            assert wire.hello()["seats"][0]["name"] == NAME
        own = Wire(site, two, cookie(guest))
        own.hello()

        done = guest.post("/me/forget", data={"device": "yes"})
        assert done.status_code == 200
        assert "/script/forget.js" in done.text
        after = everything(site, tmp_path)
        for text in (NAME, HERE, DEVICE, hashed, who):
            assert text not in after
        assert "guest" not in guest.cookies
        assert guest.get(f"/me/{secret}").status_code == 404
        with pytest.raises(ConnectionClosed):
            own.until("never")
        for wire in watching:
            while wire.view["seats"][0]["name"] == NAME:
                wire.hear()
            assert wire.view["over"]["text"]
            wire.close()

        assert [event[1] for event in site.events(two)][-3:] == ["resigned", "over", "forgotten"]
        for _ in range(4):
            assert [kind for kind, _ in seats(site, three, friend)] == ["open", "person", "person"]
            assert NAME not in friend.get(f"/t/{two}").text
            assert NAME not in friend.get(f"/t/{two}/record").text
            assert NAME not in friend.get("/open-tables").text
            for alone in (bot, screen):
                assert friend.get(f"/t/{alone}").status_code == 404


def test_a_finished_game_keeps_its_moves_and_its_date(site: Running, tmp_path: Path) -> None:
    with site.guest() as guest, site.guest() as friend:
        table = site.new_table(guest, "plus4", seat0="me", seat1="open", name0=NAME)
        joined(site, guest, table, (friend, "Bruno"))
        wire = Wire(site, table, cookie(friend))
        wire.hello()
        wire.ask({"type": "resign"})
        wire.close()
        site.new_table(friend, "plus4", seat0="me", seat1="here", name1="x")
        listed, log = friend.get("/tables").text, site.events(table)
        guest.post("/me/forget")
        assert [event[:2] for event in site.events(table)[:-1]] == [event[:2] for event in log]
        assert friend.get("/tables").text.replace(NAME, "Red") == listed.replace(NAME, "Red")
        assert NAME in listed
        assert not any(mine for mine, name in seats(site, table, friend) if name == NAME)


def test_a_name_at_a_seat_that_was_left_goes_too(site: Running, tmp_path: Path) -> None:
    with site.guest() as guest, site.guest() as friend:
        table = site.new_table(
            friend, "redline", players="3", seat0="me", seat1="open", seat2="open"
        )
        joined(site, friend, table, (guest, NAME))
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        assert wire.ask({"type": "leave", "to": "bot"})["type"] == "kept"
        wire.close()
        assert NAME in everything(site, tmp_path)
        guest.post("/me/forget")
        assert NAME not in everything(site, tmp_path)
        assert [kind for kind, _ in seats(site, table, friend)] == ["person", "bot", "open"]
        assert friend.get(f"/t/{table}").status_code == 200


def test_the_headers_of_a_file_go_with_who_brought_them(site: Running, tmp_path: Path) -> None:
    headers = ('Game "plus4"', 'Rules "1"', 'Seat "Ana"', 'Seat "Bo"', f'Author "{NAME}"')
    record = "".join(f"[{header}]\n" for header in headers) + "\n1. begin 0 | 1\n"
    with site.guest() as guest, site.guest() as friend:
        opened = guest.post("/open", data={"text": record})
        assert opened.status_code == 303, opened.text
        table = opened.headers["location"].removeprefix("/t/")
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        wire.ask({"type": "resign"})
        wire.close()
        assert NAME in friend.get(f"/t/{table}/record").text
        guest.post("/me/forget")
        assert NAME not in everything(site, tmp_path)
        told = friend.get(f"/t/{table}/record").text
        assert NAME not in told
        assert "1. begin 0 | 1" in told


def test_a_stranger_is_told_that_nothing_is_known(site: Running) -> None:
    with site.guest("fr") as stranger:
        assert "Ce site ne sait encore rien de vous" in stranger.get("/me/forget").text
        done = stranger.post("/me/forget")
        assert done.status_code == 200
        assert "/script/forget.js" not in done.text
        assert (
            stranger.post("/me/forget", headers={"origin": "https://evil.example"}).status_code
            == 403
        )


def test_the_page_on_what_is_kept_is_linked_everywhere(site: Running) -> None:
    with site.guest("fr") as guest:
        for path in ("/", "/tables", "/me", "/box/plus4", "/privacy", "/nothing"):
            assert 'href="/privacy"' in guest.get(path).text, path
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        assert 'href="/privacy"' in guest.get(f"/t/{table}").text
        told = guest.get("/privacy").text
        assert "après 90 jours sans changement" in told
        assert "effacée après 730 jours" in told
        assert "400 jours après votre dernière visite" in told
        assert 'href="/me/forget"' in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_times_are_those_of_the_settings(lang: str) -> None:
    chosen = {"keep_unfinished_days": 7, "keep_finished_days": 77, "keep_guests_days": 777}
    told = times_kept(Settings().changed(**chosen), lang)
    assert re.findall(r"\d+", str(told)) == ["777", "7", "77"]
    off = times_kept(Settings().changed(**dict.fromkeys(chosen, 0)), lang)
    assert not re.search(r"\d", str(off))
    assert off["games"][0] != off["games"][1]
