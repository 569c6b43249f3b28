"""Anything that the description of the API allows, and much that it does not, is answered."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from websockets.sync.client import connect

from ludotheque import catalogue
from ludotheque.site.http.openapi import description
from ludotheque.site.http.routes.api import router
from tests.needs import sampled
from tests.site.running import Running
from tests.site.shared import DATABASES, fresh

_phases = (Phase.explicit, Phase.generate)
_checked = settings(
    max_examples=sampled(40), derandomize=True, deadline=None, database=None, phases=_phases,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


class Seat:
    """A running site with a table, and a token and an invitation for it."""

    def __init__(self, site: Running) -> None:
        self.site = site
        body = {"spec": "redline(players=3)", "seats": ["me", "open", "me"]}
        made = httpx.post(f"{site.url}/api/tables", json=body, timeout=20).json()
        self.table = made["table"]
        self.token = made["seats"][0]["token"]
        self.invite = made["seats"][1]["invite"]

    @property
    def real(self) -> dict[str, str]:
        return {"table_id": self.table, "invite": self.invite, "name": "plus4"}


@pytest.fixture(scope="module", params=DATABASES)
def seat(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Seat]:
    folder = tmp_path_factory.mktemp("schema")
    database, workers = fresh(request.param, folder), 1 if request.param == "sqlite" else 2
    site = Running(folder, database, workers, LUDOTHEQUE_WRITES_PER_SECOND="10000").start()
    yield Seat(site)
    site.stop()
    log = site.log.read_text()
    assert "Traceback" not in log, log


schema = schemathesis.openapi.from_dict(description(router, "en"))


@schema.parametrize()
@_checked
def test_every_answer_is_as_described(case: schemathesis.Case[Any], seat: Seat) -> None:
    """Two cases in three speak of a table that is there, and from a seat at it."""
    kind = len(repr(case.body) + repr(case.query)) % 3
    if kind:
        case.path_parameters = {
            name: seat.real.get(name, value) for name, value in (case.path_parameters or {}).items()
        }
        case.headers["authorization"] = f"Bearer {seat.token}"
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    response = case.call(base_url=seat.site.url)
    assert response.status_code < 500
    case.validate_response(response, excluded_checks=_OUR_OWN)


# Strict about what must be refused: an unknown field is ignored here, not refused.
_OUR_OWN = [
    schemathesis.checks.positive_data_acceptance,
    schemathesis.checks.negative_data_rejection,
    schemathesis.checks.ignored_auth,
    schemathesis.checks.missing_required_header,
    schemathesis.checks.unsupported_method,
]


GOOD: list[dict[str, Any]] = [
    {"type": "act", "id": "a", "expected": 0, "action": "Y04@1,0"},
    {"type": "answer_undo", "id": "b", "expected": 0, "what": "accepted"},
    {"type": "leave", "id": "c", "expected": 0, "to": "open"},
    {"type": "fill", "id": "d", "expected": 0, "seat": 1},
    {"type": "resign", "id": "e", "expected": 0},
    {"type": "undo", "id": "f", "expected": 0},
    {"type": "close", "id": "i", "expected": 0},
    {"type": "claim", "id": "g", "expected": 0},
    {"type": "replace", "id": "h", "expected": 0, "seat": 1, "to": "bot"},
    {"type": "press", "presses": ["a", "b"]},
    {"type": "hello", "since": 3},
]
VALUES: list[Any] = [
    None, True, -1, 2**70, 1.5, "", "\x00", "\ud800", "é" * 99, [], {}, [[]], {"a": {}},
]  # fmt: skip


def mutated(message: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One or two of its fields are something else, or there is one more."""
    changed = dict(message)
    for _ in range(rng.randint(1, 2)):
        changed[rng.choice([*changed, "extra"])] = rng.choice(VALUES)
    return changed


def misspelt(text: str, rng: Random) -> str:
    """Some of its letters changed, left out or doubled."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        where = rng.randrange(len(letters) + 1)
        letters[where : where + rng.randint(0, 1)] = rng.choice(["", "?", "*", ">", "é", "9 ", "Z"])
    return "".join(letters)


@pytest.mark.parametrize("game", [box.name for box in catalogue()])
@pytest.mark.parametrize("bare", ["0", "1"])
def test_mutated_socket_messages_are_answered(seat: Seat, game: str, bare: str) -> None:
    """Every message gets an answer in order; the line and the site go on."""
    rng, site = Random(f"{game} {bare}"), seat.site
    body = {"spec": game, "seats": ["me", "me"]}
    made = httpx.post(f"{site.url}/api/tables", json=body, timeout=20).json()
    where = f"{site.url}/api/tables/{made['table']}"
    for place in made["seats"]:
        token = {"authorization": f"Bearer {place['token']}"}
        now = httpx.get(where, headers=token, timeout=20).json()
        address = f"{where.replace('http', 'ws', 1)}/live?bare={bare}"
        with connect(address, additional_headers=token) as line:
            for _ in range(15):
                line.send(json.dumps(mutated(rng.choice(GOOD), rng)))
                action = misspelt(rng.choice(now["gestures"] or [{"action": "x"}])["action"], rng)
                wish = {"type": "act", "id": uuid.uuid4().hex, "expected": now["seq"]}
                line.send(json.dumps({**wish, "action": action}))
            line.send('{"type": "ping"}')
            while json.loads(line.recv(20))["type"] != "pong":
                pass
    assert httpx.get(where, timeout=20).status_code == 200
