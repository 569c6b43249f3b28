"""A site with tables of a game whose package no longer loads: all else goes on."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from ludotheque.site.http.sockets import AWAY
from ludotheque.site.site import Site
from tests.installed import installed
from tests.site.inside import serving
from tests.site.running import NO_TLS

SAYS = {
    "fr": "Le jeu «\u00a0hex\u00a0» n’est pas disponible ici pour le moment",
    "en": "The game “hex” is not available here at the moment",
}

NAME = "Zuleika"


class Broken(NamedTuple):
    """A site without Hex: a guest with tables of Hex and another, and the site's log."""

    guest: httpx.Client
    site: Site
    tables: list[str]
    other: str
    file: Path
    logged: list[logging.LogRecord]


class Listening(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record)


def browser(address: str) -> httpx.Client:
    headers = {"accept": "text/html", "origin": f"http://{address}", "accept-language": "en"}
    return httpx.Client(base_url=f"http://{address}", headers=headers, timeout=60, verify=NO_TLS)


def new_table(guest: httpx.Client, game: str, **form: str) -> str:
    made = guest.post(f"/new/{game}", data={"seat0": "me", **form})
    assert made.status_code == 303, made.text
    return made.headers["location"].removeprefix("/t/")


def rows(file: Path, query: str) -> list[str]:
    """The first column of the result of a query."""
    with closing(sqlite3.connect(file)) as database:
        return [first for first, *_ in database.execute(query)]


def make_due(file: Path) -> None:
    """At every table, a clock has run out and a bot is to move, for a long time."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE tables SET falls_at = 1, waits_for_bot = 1, changed = 1")
        database.commit()


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broken]:
    """Tables that were set up while Hex worked, on a site that has started without it."""
    folder, listening = tmp_path_factory.mktemp("site"), Listening()
    with installed(folder / "works"), serving(folder) as (address, _), browser(address) as guest:
        played = new_table(guest, "hex", seat1="here", clock="3+2", name0=NAME)
        public = new_table(guest, "hex", seat1="open", public="yes", size="3")
        other = new_table(guest, "babylone", seat1="here")
        cookies = dict(guest.cookies)
    make_due(folder / "site.sqlite3")
    log = logging.getLogger("ludotheque")
    log.addHandler(listening)
    with (
        installed(folder / "broken", package="ludotheque_hex.gone"),
        serving(folder) as (address, site),
        browser(address) as guest,
    ):
        guest.cookies.update(cookies)
        file = folder / "site.sqlite3"
        yield Broken(guest, site, [played, public], other, file, listening.heard)
    log.removeHandler(listening)


def test_the_site_starts_and_logs_one_line(broken: Broken) -> None:
    lines = [vars(record) for record in broken.logged if "left out" in record.getMessage()]
    assert [line["game"] for line in lines] == ["hex"]
    assert lines[0]["error"].startswith("ModuleNotFoundError")


def test_the_shelf_and_the_lists_leave_the_game_out(broken: Broken) -> None:
    for path in ("/", "/tables", "/open-tables", "/me/scores", "/sheet/site.css"):
        answer = broken.guest.get(path)
        assert answer.status_code == 200
        assert "hex" not in answer.text.lower()
    listed = broken.guest.get("/tables").text
    assert broken.other in listed
    assert not any(name in listed for name in broken.tables)
    games = broken.guest.get("/api/games").json()
    assert [game["name"] for game in games] == ["babylone", "croisements", "plus4", "redline"]
    assert broken.guest.get(f"/t/{broken.other}").status_code == 200


@pytest.mark.parametrize("lang", SAYS)
def test_its_pages_say_that_it_is_not_there(broken: Broken, lang: str) -> None:
    pages = ["/box/hex", "/rules/hex", "/new/hex", "/learn/hex/1", "/api/games/hex"]
    for name in broken.tables:
        pages += [f"/t/{name}", f"/t/{name}/record", f"/t/{name}/review", f"/api/tables/{name}"]
    for path in pages:
        answer = broken.guest.get(path, headers={"accept-language": lang})
        assert (answer.status_code, SAYS[lang] in answer.text) == (503, True), path


@pytest.mark.parametrize("lang", SAYS)
def test_what_programs_post_is_refused(broken: Broken, lang: str) -> None:
    for path, sent in (
        ("/api/tables", {"spec": "hex", "seats": ["me", "open"]}),
        (f"/api/tables/{broken.tables[0]}/commands", {"type": "undo", "id": "x"}),
    ):
        problem = broken.guest.post(path, json=sent, headers={"accept-language": lang}).json()
        assert problem["type"] == "urn:ludotheque:spec.broken"
        assert problem["title"].startswith(SAYS[lang])


@pytest.mark.parametrize("lang", SAYS)
def test_a_socket_is_told_why_it_is_closed(broken: Broken, lang: str) -> None:
    host = broken.guest.base_url.netloc.decode()
    address = f"ws://{host}/api/tables/{broken.tables[0]}/live"
    with connect(address, additional_headers={"accept-language": lang}) as socket:
        told = json.loads(socket.recv(20))
        assert told["type"] == "refused"
        assert told["text"].startswith(SAYS[lang])
        with pytest.raises(ConnectionClosedError) as closed:
            socket.recv(20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == AWAY


def test_sweeps_leave_its_tables_to_themselves(broken: Broken) -> None:
    tables, site = set(broken.tables), broken.site

    async def due() -> set[str]:
        return {*await site.tables.out_of_time(), *await site.tables.waiting_for_bots()}

    assert not tables & asyncio.run(due())
    assert not [record.getMessage() for record in broken.logged if record.exc_info]


def test_who_sits_at_its_tables_can_be_forgotten(broken: Broken) -> None:
    (guest,) = rows(broken.file, "SELECT id FROM guests")

    def named() -> list[str]:
        texts = rows(broken.file, "SELECT body FROM events UNION ALL SELECT guest FROM seats")
        return [text for text in texts if guest in text or NAME in text]

    assert len(named()) > len(broken.tables)
    answer = broken.guest.post("/me/forget", data={"sure": "yes"})
    assert answer.status_code < 400, answer.text
    assert not named()
    assert len(rows(broken.file, "SELECT id FROM tables WHERE spec LIKE 'hex%'")) == 2
    assert not rows(broken.file, "SELECT id FROM guests")
