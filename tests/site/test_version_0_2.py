"""Data of version 0.2.0 still open and work: tables, clocks, people, invitations, records."""

from __future__ import annotations

import json
import re
import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from ludotheque import load
from ludotheque.cli import main
from ludotheque.core.record import read_record
from ludotheque.play.match import replay
from tests.site.running import NO_TLS, Running, until
from tests.site.shared import DATABASES, fresh
from tests.version_0_2 import (
    content,
    dateless,
    later,
    missing,
    since_ms,
    told,
    with_new_options,
    wordless,
)

TOLD = told("told.json")
TABLES: dict[str, dict[str, Any]] = TOLD["tables"]
VIEWS = told("views.json")
DAY_MS = 86_400_000
# Each column that holds a time, with what a millisecond is there.
TIMES = {
    ("guests", "seen_day"): 1 / DAY_MS,
    ("tables", "changed"): 1 / 1000,
    ("tables", "falls_at"): 1,
    ("seats", "here_since"): 1,
    ("seats", "here_until"): 1,
    ("events", "at"): 1,
    ("invitations", "at"): 1,
    ("subscriptions", "at"): 1,
}


class Old(Running):
    """The site under the present version; `later_ms`: how long it seems to have been away."""

    later_ms: int


def moved(file: Path) -> int:
    """Moves all times on, as if the site had been killed a minute ago: clocks go on from there."""
    with sqlite3.connect(file) as database:
        (last,) = database.execute("SELECT max(at) FROM events").fetchone()
        later_ms = since_ms(last)
        for (table, column), unit in TIMES.items():
            change = round(later_ms * unit) if unit < 1 / 1000 else later_ms * unit
            database.execute(f"UPDATE {table} SET {column} = {column} + ?", (change,))
    database.close()
    return later_ms


@pytest.fixture(scope="module", params=DATABASES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    """The old site: its own file, or restored into PostgreSQL."""
    folder = tmp_path_factory.mktemp("old")
    database, file = fresh(request.param, folder), folder / "site.sqlite3"
    file.write_bytes(content("site.db"))
    later_ms = moved(file)
    if request.param != "sqlite":
        assert main(["restore", str(file), "--database", database]) == 0
    running = Old(folder, database, LUDOTHEQUE_WRITES_PER_SECOND="10000")
    running.later_ms = later_ms
    running.start()
    yield running
    running.stop()
    assert "Traceback" not in running.log.read_text()


def asked(site: Running, path: str, token: str | None, lang: str = "fr") -> httpx.Response:
    headers = {"accept-language": lang} | ({"authorization": f"Bearer {token}"} if token else {})
    answer = httpx.get(f"{site.url}{path}", headers=headers, timeout=30, verify=NO_TLS)
    assert answer.status_code == 200, answer.text
    return answer


def sent(site: Running, table: str, token: str, **wish: Any) -> Any:
    """The answer to a command for the present state of the table."""
    now = asked(site, f"/api/tables/{table}", token).json()
    body = {"id": uuid.uuid4().hex, "expected": now["seq"], **wish}
    headers = {"authorization": f"Bearer {token}"}
    path = f"{site.url}/api/tables/{table}/commands"
    answer = httpx.post(path, json=body, headers=headers, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()


def person(site: Running, name: str) -> httpx.Client:
    """The browser of one of the people, which has kept its cookie."""
    known = TOLD["people"][name]
    guest = site.guest(known["lang"])
    guest.cookies.set("guest", known["secret"])
    return guest


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_told_as_it_was(site: Old, name: str) -> None:
    known = TABLES[name]
    path = f"/api/tables/{known['table']}"
    for token, was in known["positions"].items():
        now = asked(site, path, token).json()
        assert list(missing(later(was, site.later_ms), now)) == []
    for token, was in known["events"].items():
        now = asked(site, f"{path}/events", token).json()["events"]
        assert list(missing(later(was, site.later_ms), now)) == []


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_is_shown_what_it_was_shown(site: Old, name: str) -> None:
    table = TABLES[name]["table"]
    for token, was in VIEWS[name].items():
        headers = {"authorization": f"Bearer {token}"} if token else {}
        headers["accept-language"] = "en" if token else "fr"
        address = f"ws{site.url.removeprefix('http')}/api/tables/{table}/live"
        with connect(address, additional_headers=headers) as line:
            line.send(json.dumps({"type": "hello", "since": None, "deltas": 1}))
            now = json.loads(line.recv(30))["view"]
        assert list(missing(wordless(later(was, site.later_ms)), wordless(now))) == []
        assert asked(site, f"/t/{table}", token).status_code == 200


@pytest.mark.parametrize("name", TABLES)
def test_a_record_is_written_as_it_was_and_replays(site: Old, name: str) -> None:
    known = TABLES[name]
    states = {position["state"] for position in known["positions"].values()}
    for token, was in known["records"].items():
        now = asked(site, f"/t/{known['table']}/record", token, "en").text
        assert dateless(now) == dateless(was)
        record = read_record(was)
        match = replay(record)
        assert with_new_options(was) == match.record(record.date).write()
        assert match.kit.game.notation.write_state(match.state) in states


@pytest.mark.parametrize("name", ["Zoé", "Max"])
def test_people_are_who_they_were(site: Old, name: str) -> None:
    known = TOLD["people"][name]
    with person(site, name) as guest, site.guest() as device:
        listed = re.findall(r'href="/t/([\w-]+)"', guest.get("/tables").text)
        assert sorted(listed) == sorted(known["tables"])
        assert f"/me/{known['link']}" in guest.get("/me").text
        assert f'data-key="{TOLD["push_key"]}"' in guest.get("/me").text
        assert (
            guest.get("/api/me/scores", headers={"accept-language": "fr"}).json()
            == (known["scores"])
        )
        if "device" in known:
            assert guest.post("/push", json=known["device"]).json() == {"kinds": known["kinds"]}
        assert name in device.get(f"/me/{known['link']}").text
        assert device.post(f"/me/{known['link']}").status_code == 303
        assert sorted(re.findall(r'href="/t/([\w-]+)"', device.get("/tables").text)) == (
            sorted(listed)
        )


def test_the_shelf_and_the_open_tables_are_told_as_they_were(site: Old) -> None:
    games = asked(site, "/api/games", None).json()
    assert list(missing(TOLD["games"], games)) == []
    tables = [{**was, "here": True} for was in TOLD["open"]]  # its people have just asked for it
    assert list(missing(tables, asked(site, "/api/open-tables", None).json())) == []


def test_invitations_still_seat_their_guests(site: Old) -> None:
    by_link, by_name = TABLES["babylone-open-seat"], TABLES["friends-invited"]
    for_all = TABLES["babylone-public"]
    seat = f"{site.url}/api/join/{by_link['seats'][1]['invite']}"
    for path in (seat, f"{site.url}/api/open-tables/{for_all['table']}"):
        answer = httpx.post(path, json={"name": "Léa"}, timeout=30)
        assert answer.status_code == 201
        seated = answer.json()
        now = asked(site, f"/api/tables/{seated['table']}", seated["token"]).json()
        assert now["seats"][seated["seat"]]["mine"]
    with person(site, "Max") as guest:
        assert "Zoé" in guest.get("/tables").text
        offered = guest.get(f"/t/{by_name['table']}/join").headers["location"]
        assert guest.post(offered, data={"name": "Max"}).status_code == 303
    seats = asked(site, f"/api/tables/{by_name['table']}", None).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Zoé", "Max"]


def test_a_bot_that_was_thinking_moves(site: Old) -> None:
    known = TOLD["bot_to_move"]
    path, token = f"/api/tables/{known['table']}", known["seats"][0]["token"]
    until(lambda: asked(site, path, token).json()["seq"] > known["seq"])


def test_what_was_asked_is_still_answered(site: Old) -> None:
    known = TABLES["plus4-undo-asked"]
    asker = known["positions"][""]["undo"]["seat"]
    answer = known["seats"][1 - asker]["token"]
    kept = sent(site, known["table"], answer, type="answer_undo", what="accepted")
    assert kept["position"]["undo"] is None
    assert kept["position"]["state"] != known["positions"][""]["state"]


def test_a_rematch_that_was_offered_is_the_table_that_it_was(site: Old) -> None:
    """All players sat there from the beginning; another request changes nothing."""
    (known,) = (known for known in TABLES.values() if known["positions"][""]["rematch"])
    fresh = known["positions"][""]["rematch"]
    logs = [site.events(table) for table in (known["table"], fresh)]
    assert {who["kind"] for who in json.loads(logs[1][0][2])["seats"]} == {"person"}
    headers = {"authorization": f"Bearer {next(filter(None, known['positions']))}"}
    answer = httpx.post(f"{site.url}/t/{known['table']}/rematch", headers=headers, timeout=30)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{fresh}")
    assert [site.events(table) for table in (known["table"], fresh)] == logs


def test_a_command_is_recognised_when_it_is_repeated_by_whose_it_was(site: Old) -> None:
    known = TABLES["plus4-rounds"]
    log = site.events(known["table"])
    seq, body, name = next((seq, json.loads(body), name) for seq, _, body, name in log if name)
    wish = {"type": "act", "id": name, "expected": seq - 1, "action": body["text"]}
    path = f"{site.url}/api/tables/{known['table']}/commands"
    for number, seat in enumerate(known["seats"]):
        headers = {"authorization": f"Bearer {seat['token']}"}
        answer = httpx.post(path, json=wish, headers=headers, timeout=30)
        if number == body["seat"]:
            assert (answer.status_code, answer.json()["seq"]) == (200, seq)
        else:
            assert (answer.status_code, answer.json()["type"]) == (
                409, "urn:ludotheque:stale"
            )  # fmt: skip


def playable(name: str) -> bool:
    positions = TABLES[name]["positions"]
    return any(token and was["can"]["act"] for token, was in positions.items())


@pytest.mark.parametrize("name", [name for name in TABLES if playable(name)])
def test_a_game_goes_on_where_it_was_left(site: Old, name: str) -> None:
    known = TABLES[name]
    for token in filter(None, known["positions"]):
        now = asked(site, f"/api/tables/{known['table']}", token).json()
        if now["can"]["act"]:
            kit = load(now["spec"])
            state = kit.game.notation.read_state(now["state"])
            action = kit.bots["random"].choose(kit.game, state, Random(name))
            text = kit.game.notation.write_action(action)
            kept = sent(site, known["table"], token, type="act", action=text)
            assert kept["seq"] == now["seq"] + 1
            return
    raise AssertionError("nobody may move")
