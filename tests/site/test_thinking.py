"""Hints and reviews at a site: among several people, for programs, and after a crash."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ludotheque import load
from ludotheque.play.match import Match
from tests.house.doors import House, SiteHouse
from tests.house.thinking.asking import actions_of, hint, opened, record, reviewed
from tests.needs import needs
from tests.site.http.routes.test_api import Program, set_table
from tests.site.http.test_sockets import two_people
from tests.site.running import Running, cookie, until
from tests.site.shared import Sites
from tests.site.wire import Wire


@pytest.fixture(scope="module")
def site(sites: Sites) -> Iterator[Running]:
    """One on SQLite: thinking keeps nothing."""
    needs("processes that think")
    with sites["sqlite"].without_traceback():
        yield sites["sqlite"]


def test_the_line_goes_on_while_a_hint_is_thought_of(site: Running) -> None:
    """Words take a moment to be found; then people are called by their names."""
    with site.guest() as guest:
        names = {"name0": "Ana", "name1": "Bruno"}
        table = site.new_table(guest, "croisements", seat0="me", seat1="here", **names)
        wire = Wire(site, table, cookie(guest))
        wire.hello()
        for square in ("b1", "b14", "d1", "d14", "f1", "f14"):
            wire.newer(wire.act(square)["seq"] - 1)
        wire.say({"type": "hint", "id": "slow", "step": 2, "expected": wire.view["seq"]})
        wire.say({"type": "ping"})
        assert wire.hear()["type"] == "pong"
        told = wire.until("hint")
        assert told["id"] == "slow"
        assert "Ana’s red pawn" in told["text"] or "Bruno’s red pawn" in told["text"]
        wire.close()


def test_among_people_there_are_no_hints(site: Running) -> None:
    mover, other, table = two_people(site)
    watcher = Wire(site, table)
    watcher.hello()
    for wire in (mover, other, watcher):
        assert not wire.view["can"]["hint"]
    for wire in (mover, other):
        refused = hint(wire, 1)
        assert refused["text"] == "Hints are available only against bots or on a shared screen."
        assert refused["view"]["seq"] == wire.view["seq"]
    assert "You are watching" in hint(watcher, 1)["text"]
    for wire in (mover, other, watcher):
        wire.close()


def test_programs_read_hints_too(site: Running) -> None:
    table, seats = set_table(site, "me", "random", spec="babylone")
    program = Program(site, seats[0]["token"])
    now = program.get(f"/tables/{table}")
    while not now["can"]["act"]:
        now = program.get(f"/tables/{table}", since=now["seq"], wait=8)
    steps = [program.get(f"/tables/{table}/hint", step=n) for n in (1, 2, 3)]
    assert [step["next"] for step in steps] == [steps[1]["kind"], steps[2]["kind"], ""]
    assert (steps[0]["kind"], steps[2]["kind"]) == ("where", "move")
    assert steps[2]["parts"] in [gesture["presses"] for gesture in now["gestures"]]
    french = Program(site, seats[0]["token"], "fr").get(f"/tables/{table}/hint", step=3)
    assert french["parts"] == steps[2]["parts"]
    assert french["text"] != steps[2]["text"]
    assert program.http.get(f"/tables/{table}/hint", params={"step": 4}).status_code == 400
    assert Program(site).http.get(f"/tables/{table}/hint").status_code == 403
    shared, mine = set_table(site, "me", "me")
    refused = Program(site, mine[0]["token"]).http.get(f"/tables/{shared}/hint")
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:ludotheque:hint_alone")


def test_a_review_outlives_its_process_and_its_site(site: Running) -> None:
    with site.guest() as guest:
        table = opened(guest, record("babylone", 2))
        guest.get(f"/t/{table}/review")
        until(site.children)
        for child in site.children():
            os.kill(child, signal.SIGKILL)
        found = reviewed(guest, table)
        assert found
        assert all(decision["worth"] for decision in found)
        site.kill()
        site.start()
        assert reviewed(guest, table) == found


def test_a_decision_that_takes_too_long_is_unknown_and_the_rest_goes_on(tmp_path: Path) -> None:
    site = Running(tmp_path, LUDOTHEQUE_REVIEW_SECONDS="0.01").start()
    try:
        with site.guest() as guest:
            match, rng = Match(load("redline")), Random(1)
            match.settle(rng)
            for _ in range(2):
                match.move(match.kit.bots["random"], rng)
            match.resign(0)
            table = opened(guest, match)
            found = reviewed(guest, table)
            assert len(found) == 2
            for decision in found:
                assert decision["mark"] == "unknown"
                assert decision["text"] == "This move could not be judged."
                assert decision["worth"] == []
            assert guest.get(f"/t/{table}/review").status_code == 200
    finally:
        site.stop()
    assert "could not be reviewed" in site.log.read_text()


def test_playing_on_from_any_position(site: Running) -> None:
    house, match = SiteHouse(site), record("redline", 3)
    with site.guest() as ana, site.guest() as bruno:
        table = opened(ana, match)
        before = site.events(table)
        decided = [n for n, (seat, _) in enumerate(actions_of(house, table)) if seat is not None]
        at = decided[4]
        answer = ana.post(f"/t/{table}/play-on", data={"at": str(at)})
        assert answer.status_code == 303, answer.text
        fresh = answer.headers["location"].removeprefix("/t/")
        assert actions_of(house, fresh) == actions_of(house, table)[:at]
        assert _sitters(house, fresh) == [("person", ""), ("person", "")]
        assert ana.get(f"/t/{fresh}").status_code == 200
        # An onlooker gets the seat to move, and bots the others.
        answer = bruno.post(f"/t/{table}/play-on", data={"at": str(at)})
        watched = answer.headers["location"].removeprefix("/t/")
        mover = actions_of(house, table)[at][0]
        assert mover is not None
        sitters = _sitters(house, watched)
        assert sitters[mover] == ("person", "")
        assert sitters[1 - mover][0] == "bot"
        assert site.events(table) == before


def _sitters(house: House, table: str) -> list[tuple[str, str]]:
    created = house.events(table)[0][2]
    return [(who["kind"], who["bot"]) for who in created["seats"]]
