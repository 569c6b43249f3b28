"""Who is at a table, over real sockets: told to the others, through reloads, kills and restarts."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from ludotheque.table.shapes import SentPresence
from tests.shapes import assert_shaped
from tests.site.running import Running, cookie, until
from tests.site.shared import DATABASES, fresh
from tests.site.wire import Wire

LIMIT_S = 0.5


@pytest.fixture(scope="module", params=DATABASES)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """A site on which guests count as away, and may be replaced, after fractions of a second."""
    folder = tmp_path_factory.mktemp("presence")
    database, workers = fresh(request.param, folder), 1 if request.param == "sqlite" else 2
    running = Running(
        folder, database, workers, "tests.site.hurried", LUDOTHEQUE_ABSENCE_SECONDS=str(LIMIT_S)
    )
    with running.start().without_traceback():
        yield running
    running.stop()


class Person:
    """A guest at a table, whose page asks for presence."""

    def __init__(self, site: Running, name: str) -> None:
        self.site, self.guest = site, site.guest()
        assert self.guest.post("/me", data={"name": name}).status_code == 303
        self.wire: Wire | None = None

    def leave_the_site(self) -> None:
        self.guest.close()
        if self.wire is not None:
            self.wire.close()

    def sit(self, host: Person, table: str) -> None:
        (invite,) = self.site.invites(host.guest, table)
        assert self.guest.post(invite).status_code == 303

    def come(self, table: str) -> Wire:
        if self.wire is not None:
            self.wire.close()
        self.wire = Wire(self.site, table, cookie(self.guest))
        self.wire.say({"type": "hello", "since": None, "presence": 1})
        return self.wire

    def go(self) -> None:
        assert self.wire is not None
        self.wire.close()


@pytest.fixture
def person(site: Running) -> Iterator[Callable[[str], Person]]:
    came: list[Person] = []

    def named(name: str) -> Person:
        came.append(Person(site, name))
        return came[-1]

    yield named
    for each in came:
        each.leave_the_site()


def seats_when(wire: Wire, seat: int, here: bool) -> list[dict[str, Any]]:
    """The presence that is sent once the guest on a seat is there, or is away."""
    while True:
        told = wire.until("presence")
        assert_shaped(told, SentPresence)
        if told["seats"][seat] is not None and told["seats"][seat]["here"] == here:
            return told["seats"]  # type: ignore[no-any-return]


def two_at(person: Callable[[str], Person]) -> tuple[str, Wire, Person, Person]:
    """A table of two people who are both there; the wire of the first."""
    ana, bruno = person("Ana"), person("Bruno")
    table = ana.site.new_table(ana.guest, "babylone", seat0="me", seat1="open")
    wire = ana.come(table)
    bruno.sit(ana, table)
    bruno.come(table)
    return table, wire, ana, bruno


def asked(wire: Wire, body: dict[str, Any]) -> None:
    """Has a command carried out as soon as the time is over."""
    seq = wire.hello()["seq"]

    def kept() -> bool:
        answer = wire.ask(body, seq)
        assert answer["type"] == "kept" or "Please wait" in answer["text"], answer
        return bool(answer["type"] == "kept")

    until(kept)


def complete(wire: Wire) -> dict[str, Any]:
    """The view of a table at which no player is awaited any more."""
    view = wire.hello()
    while any(seat["kind"] == "open" for seat in view["seats"]):
        view = wire.hello()
    return view


def turn_of_the_other(wire: Wire) -> None:
    """Moves as long as it is this person's turn."""
    view = complete(wire)
    while view["gestures"]:
        assert wire.act(view["gestures"][0][-1], view["seq"])["type"] == "kept"
        view = wire.newer(view["seq"])


def test_each_is_told_who_else_is_there_and_who_has_gone(person: Callable[[str], Person]) -> None:
    table, wire, _, bruno = two_at(person)
    assert seats_when(wire, 1, here=True) == [
        {"here": True, "away_s": None, "waited_s": None},
        {"here": True, "away_s": None, "waited_s": None},
    ]
    bruno.go()
    told = seats_when(wire, 1, here=False)[1]
    assert told["away_s"] >= 0
    assert told["waited_s"] is not None
    bruno.come(table)
    seats_when(wire, 1, here=True)


def test_a_game_of_two_is_claimed_from_whoever_does_not_come_back(
    site: Running, person: Callable[[str], Person]
) -> None:
    table, wire, _, bruno = two_at(person)
    seats_when(wire, 1, here=True)
    turn_of_the_other(wire)
    refused = wire.ask({"type": "claim"}, wire.hello()["seq"])
    assert refused["text"] == "Nobody in that seat is keeping you waiting."
    bruno.go()
    seats_when(wire, 1, here=False)
    asked(wire, {"type": "claim"})
    *_, claimed, over = site.events(table)
    assert (claimed[1], over[1]) == ("abandoned", "over")
    assert json.loads(claimed[2])["seat"] == 1
    assert json.loads(claimed[2])["since"] > 1_700_000_000_000
    assert "Bruno" in wire.hello()["over"]["why"]


def test_one_of_three_who_has_gone_is_replaced(
    site: Running, person: Callable[[str], Person]
) -> None:
    ana, bruno, carla = map(person, ("Ana", "Bruno", "Carla"))
    form = {"seat0": "me", "seat1": "open", "seat2": "open", "players": "3"}
    table = site.new_table(ana.guest, "redline", **form)
    wire = ana.come(table)
    for other in (bruno, carla):
        other.sit(ana, table)
    carla.come(table)
    seats_when(wire, 1, here=False)  # who sat down, but never opened the table
    view = complete(wire)
    while view["turn"] != 1:
        mover = (ana, bruno, carla)[view["turn"]]
        assert mover.wire is not None
        offered = complete(mover.wire)
        assert mover.wire.act(offered["gestures"][0][-1], offered["seq"])["type"] == "kept"
        view = wire.newer(view["seq"])
    asked(wire, {"type": "replace", "seat": 1, "to": "bot"})
    assert wire.hello()["seats"][1]["kind"] == "bot"


def test_a_program_that_asks_over_http_is_there(site: Running) -> None:
    body = {"spec": "babylone", "seats": ["me", "me"], "names": ["Ada", "Bob"]}
    made = httpx.post(f"{site.url}/api/tables", json=body, timeout=20).json()
    tokens = [{"authorization": f"Bearer {place['token']}"} for place in made["seats"]]
    wire = Wire(site, made["table"])
    wire.say({"type": "hello", "since": None, "presence": 1})
    seats_when(wire, 0, here=False)
    until(lambda: _there_after_a_request(site, wire, made["table"], tokens[0]))
    wire.close()


def _there_after_a_request(site: Running, wire: Wire, table: str, token: dict[str, str]) -> bool:
    httpx.get(f"{site.url}/api/tables/{table}", headers=token, timeout=20)
    return bool(wire.until("presence")["seats"][0]["here"])


def test_nobody_has_gone_when_the_site_comes_back(
    site: Running, person: Callable[[str], Person]
) -> None:
    table, wire, ana, bruno = two_at(person)
    seats_when(wire, 1, here=True)
    turn_of_the_other(wire)
    workers = site.children()
    site.kill()
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    site.start()
    wire = ana.come(table)
    told = wire.until("presence")
    assert told["seats"][1]["here"] or told["seats"][1]["waited_s"] < 60
    bruno.come(table)
    seats_when(wire, 1, here=True)
    answer = wire.ask({"type": "claim"}, wire.hello()["seq"])
    assert answer["text"] == "Nobody in that seat is keeping you waiting."
