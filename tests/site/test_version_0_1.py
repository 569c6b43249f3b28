"""Data of version 0.1.0 still open: its database, its tokens and invitations, its records."""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludotheque.cli import main
from ludotheque.core.record import read_record
from ludotheque.play.match import replay
from tests.site.running import NO_TLS, Running
from tests.site.shared import DATABASES, fresh

FOLDER = Path(__file__).parent.parent / "fixtures" / "version-0.1"
TOLD: dict[str, dict[str, Any]] = json.loads((FOLDER / "told.json").read_text("utf-8"))


@pytest.fixture(scope="module", params=DATABASES)
def old_site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """The old site under the present version: its own file, or restored into PostgreSQL."""
    folder = tmp_path_factory.mktemp("old")
    database = fresh(request.param, folder)
    if request.param == "sqlite":
        shutil.copy(FOLDER / "site.db", folder / "site.sqlite3")
    else:
        assert main(["restore", str(FOLDER / "site.db"), "--database", database]) == 0
    running = Running(folder, database, LUDOTHEQUE_WRITES_PER_SECOND="10000").start()
    yield running
    running.stop()
    assert "Traceback" not in running.log.read_text()


def asked(site: Running, path: str, token: str | None = None) -> httpx.Response:
    headers = {"accept-language": "fr"} | ({"authorization": f"Bearer {token}"} if token else {})
    return httpx.get(f"{site.url}{path}", headers=headers, timeout=20, verify=NO_TLS)


@pytest.mark.parametrize("name", TOLD)
def test_a_table_stands_as_it_stood(old_site: Running, name: str) -> None:
    known = TOLD[name]
    token = next(seat["token"] for seat in known["seats"] if seat["token"])
    now = asked(old_site, f"/api/tables/{known['table']}", token).json()
    now["gestures"] = len(now["gestures"])
    was = known["position"]
    for field in ("seq", "spec", "rules", "state", "turn", "gestures", "result", "undo", "rematch"):
        assert now[field] == was[field], field
    assert {**now["can"], **was["can"]} == now["can"]
    for seat, before in zip(now["seats"], was["seats"], strict=True):
        # Points of a round that was not over were not told then.
        told = {name: fact for name, fact in before.items() if (name, fact) != ("points", None)}
        assert {**seat, **told} == seat
    events = asked(old_site, f"/api/tables/{known['table']}/events").json()["events"]
    assert len(events) == known["events"]
    assert asked(old_site, f"/t/{known['table']}").status_code == 200


@pytest.mark.parametrize("name", TOLD)
def test_a_record_is_written_as_it_was_and_replays(old_site: Running, name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    tokens = [None, *(seat["token"] for seat in TOLD[name]["seats"])]
    # A word that cost a turn is shown to the player who announced it alone.
    path = f"/t/{TOLD[name]['table']}/record"
    assert text in {asked(old_site, path, token).text for token in tokens}
    record = read_record(text)
    match = replay(record)
    written = match.kit.game.notation.write_state(match.state)
    assert written == TOLD[name]["position"]["state"]
    again = match.record(record.date)
    assert again.game.startswith(record.game.rstrip(")")), "options may have been added since"
    assert replace(again, game=record.game).write() == text


@pytest.mark.parametrize("name", [name for name in TOLD if TOLD[name]["position"]["gestures"]])
def test_a_game_goes_on_where_it_was_left(old_site: Running, name: str) -> None:
    known = TOLD[name]
    path = f"/api/tables/{known['table']}"
    token = known["seats"][known["position"]["turn"]]["token"]
    now = asked(old_site, path, token).json()
    action = next(g["action"] for g in now["gestures"] if g["typed"] is None)
    wish = {"type": "act", "id": uuid.uuid4().hex, "expected": now["seq"], "action": action}
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.post(f"{old_site.url}{path}/commands", json=wish, headers=headers, timeout=20)
    assert answer.status_code == 200, answer.text
    assert answer.json()["seq"] == now["seq"] + 1


def test_an_invitation_still_seats_its_guest(old_site: Running) -> None:
    known = TOLD["babylone-open-seat"]
    invite = known["seats"][1]["invite"]
    answer = httpx.post(f"{old_site.url}/api/join/{invite}", json={"name": "Léa"}, timeout=20)
    assert answer.status_code == 201
    assert answer.json()["table"] == known["table"]
    assert asked(old_site, f"/api/tables/{known['table']}", "no such token").status_code == 401
