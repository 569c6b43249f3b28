"""Anything that the description of the API allows, and much that it does not, is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from websockets.sync.client import connect

from ludotheque.server.openapi import description
from tests.server.conftest import DATABASES, fresh
from tests.server.running import Running

_phases = (Phase.explicit, Phase.generate)
_checked = settings(
    max_examples=40, derandomize=True, deadline=None, database=None, phases=_phases,
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
    site = Running(folder, database, workers, LUDOTHEQUE_RATE="10000").start()
    yield Seat(site)
    site.stop()
    log = site.log.read_text()
    assert "Traceback" not in log, log


schema = schemathesis.openapi.from_dict(description("en"))


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


def test_mutated_socket_messages_are_answered(seat: Seat) -> None:
    """Every message gets an answer in order; the line and the site go on."""
    rng = Random(7)
    good: list[dict[str, Any]] = [
        {"type": "act", "id": "a", "expected": 0, "action": "Y04@1,0"},
        {"type": "answer_undo", "id": "b", "expected": 0, "what": "accepted"},
        {"type": "leave", "id": "c", "expected": 0, "to": "open"},
        {"type": "fill", "id": "d", "expected": 0, "seat": 1},
        {"type": "resign", "id": "e", "expected": 0},
        {"type": "press", "presses": ["a", "b"]},
        {"type": "hello", "since": 3},
    ]
    values: list[Any] = [
        None,
        True,
        -1,
        2**70,
        1.5,
        "",
        "\x00",
        "\ud800",
        "é" * 99,
        [],
        {},
        [[]],
        {"a": {}},
    ]
    address = f"ws://127.0.0.1:{seat.site.port}/api/tables/{seat.table}/live?bare=1"
    for _ in range(6):
        with connect(address, additional_headers={"authorization": f"Bearer {seat.token}"}) as line:
            for _ in range(30):
                message = dict(rng.choice(good))
                for _ in range(rng.randint(1, 2)):
                    message[rng.choice([*message, "extra"])] = rng.choice(values)
                line.send(json.dumps(message))
            line.send('{"type": "ping"}')
            while json.loads(line.recv(20))["type"] != "pong":
                pass
    assert httpx.get(f"{seat.site.url}/api/tables/{seat.table}", timeout=20).status_code == 200
