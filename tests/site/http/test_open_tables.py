"""Tables that anyone may join: who sees them, when they come and go, what one guest may open."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.site.http.sockets import FOREIGN
from ludotheque.site.limits import OPEN_TABLES
from ludotheque.table.shapes import OpenTables
from tests.shapes import assert_shaped
from tests.site.running import Running, cookie
from tests.site.wire import Wire


@contextmanager
def named(site: Running, name: str, lang: str = "en") -> Iterator[httpx.Client]:
    with site.guest(lang) as guest:
        assert guest.post("/me", data={"name": name}).status_code == 303
        yield guest


def opened(site: Running, host: httpx.Client, game: str = "babylone", **more: str) -> str:
    form = {"seat0": "me", "seat1": "open", "public": "on", **more}
    return site.new_table(host, game, **form)


@contextmanager
def looking(site: Running, lang: str = "en", **headers: str) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{site.port}/open-tables/live"
    headers["accept-language"] = lang
    with connect(address, additional_headers=headers, close_timeout=1) as line:
        yield line


def until_listed(line: ClientConnection, table: str, listed: bool) -> dict[str, Any]:
    """The list that is sent once a table is on it, or no longer is."""
    while True:
        told: dict[str, Any] = json.loads(line.recv(60))
        assert_shaped(told, OpenTables)
        if (f'data-table="{table}"' in told["html"]) == listed:
            return told


def listed(guest: httpx.Client, table: str) -> bool:
    return f'data-table="{table}"' in guest.get("/open-tables").text


def test_a_table_is_listed_with_its_terms_and_joined_at_one_press(site: Running) -> None:
    with named(site, "Ana") as ana, named(site, "Bruno") as bruno:
        table = opened(site, ana, "plus4", mode="endless", clock="5+3", level="random")
        shown = bruno.get("/open-tables").text
        (row,) = re.findall(rf'<li[^>]*data-table="{table}".*?</li>', shown, re.DOTALL)
        assert "Ana" in row
        assert "1 free seat" in row
        assert "5 min" in row
        assert "level: " in row
        joined = bruno.post(f"/open-tables/{table}")
        assert joined.headers["location"] == f"/t/{table}"
        assert not listed(bruno, table)
        assert bruno.post(f"/open-tables/{table}").headers["location"] == f"/t/{table}"
        with named(site, "Carla") as carla:
            late = carla.post(f"/open-tables/{table}")
            assert late.status_code == 409
            assert "taken" in late.text


def test_whoever_has_no_name_is_asked_for_one_first(site: Running) -> None:
    with named(site, "Ana") as ana, site.guest() as stranger:
        table = opened(site, ana)
        asked = stranger.post(f"/open-tables/{table}").headers["location"]
        assert asked.startswith("/join/")
        assert stranger.post(asked, data={"name": "Bruno"}).headers["location"] == f"/t/{table}"


def test_private_is_the_default(site: Running) -> None:
    with named(site, "Ana") as ana, named(site, "Bruno") as bruno:
        table = site.new_table(ana, "babylone", seat0="me", seat1="open")
        assert not listed(bruno, table)
        refused = bruno.post(f"/open-tables/{table}")
        assert refused.status_code == 409
        assert "no longer open to everyone" in refused.text
        form = {"seat0": "me", "seat1": "here", "public": "on"}
        objection = ana.post("/new/babylone", data=form)
        assert objection.status_code == 400
        assert "leave a seat free" in objection.text


def test_the_list_is_told_as_tables_come_and_go(site: Running) -> None:
    with named(site, "Ana") as ana, looking(site) as line, looking(site, "fr") as french:
        table = opened(site, ana)
        wire = Wire(site, table, cookie(ana))
        assert re.search("open table", until_listed(line, table, True)["said"])
        assert "place libre" in until_listed(french, table, True)["html"]
        seq = wire.hello()["seq"]
        assert wire.ask({"type": "close"}, seq)["type"] == "kept"
        until_listed(line, table, False)
        assert not listed(ana, table)
        wire.close()


def test_a_guest_has_few_open_tables_at_once(site: Running) -> None:
    with named(site, "Ana") as ana:
        form = {"seat0": "me", "seat1": "open", "public": "on"}
        for _ in range(OPEN_TABLES):
            assert ana.post("/new/babylone", data=form).status_code == 303
        refused = ana.post("/new/babylone", data=form)
        assert refused.status_code == 400
        assert f"already have {OPEN_TABLES} open tables" in refused.text


def test_programs_open_and_join_tables(site: Running) -> None:
    body = {"spec": "babylone", "seats": ["me", "open"], "names": ["Ada"], "public": True}
    with httpx.Client(base_url=site.url, timeout=60) as program:
        table = program.post("/api/tables", json=body).json()["table"]
        (told,) = (t for t in program.get("/api/open-tables").json() if t["table"] == table)
        assert (told["names"], told["free"], told["here"]) == (["Ada"], 1, True)
        seated = program.post(f"/api/open-tables/{table}", json={"name": "Bob"})
        assert (seated.status_code, seated.json()["seat"]) == (201, 1)
        again = program.post(f"/api/open-tables/{table}", json={"name": "Eve"})
        assert again.json()["type"] == "urn:ludotheque:not_public"
        alone = program.post("/api/tables", json={**body, "seats": ["me", "me"]})
        assert alone.json()["type"] == "urn:ludotheque:needs_open_seat"


def test_a_host_can_switch_meeting_and_printing_off(tmp_path: Path) -> None:
    site = Running(
        tmp_path, LUDOTHEQUE_OPEN_TABLES="no", LUDOTHEQUE_PRINT="no", LUDOTHEQUE_SOCKETS="1"
    )
    try:
        site.start()
        with named(site, "Ana") as ana:
            assert ana.get("/open-tables").status_code == 404
            for path in ("/", "/box/babylone", "/new/babylone"):
                assert not re.search("open-tables|public", ana.get(path).text), path
            assert ana.get("/print/babylone.pdf").status_code == 404
            assert "/print/" not in ana.get("/box/babylone").text
            table = opened(site, ana)
            assert "open to everyone" not in ana.get(f"/t/{table}").text
            assert ana.get("/api/open-tables").status_code == 404
            body = {"spec": "babylone", "seats": ["me", "open"], "public": True}
            assert ana.post("/api/tables", json=body).status_code == 404
            wire = Wire(site, table, cookie(ana))
            wire.hello()  # the only socket that she may open
            with looking(site, cookie=cookie(ana)) as line, pytest.raises(ConnectionClosed) as off:
                line.recv(60)
            assert off.value.rcvd is not None
            assert off.value.rcvd.code == FOREIGN
            wire.close()
    finally:
        site.stop()
