"""People who sit at a table get their socket, however many others their address has open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludotheque.site.site import Site
from ludotheque.site.storage.schema import seats
from tests.site.running import until

BEHIND = {"x-forwarded-for": "203.0.113.30"}
EACH = 20  # sockets of a guest, as the settings say


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def opened(stack: ExitStack, where: str, cookie: str = "") -> ClientConnection:
    headers = {**BEHIND, "cookie": cookie}
    line = stack.enter_context(connect(f"ws://{where}", additional_headers=headers))
    with suppress(ConnectionClosed):
        line.send('{"type": "hello", "since": null}')
    return line


def refused(line: ClientConnection) -> bool:
    try:
        line.recv(20)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        assert closed.rcvd.code == 4429
        return True
    return False


def test_players_are_let_in_after_a_crowd_of_visitors(
    within: tuple[str, Site], stack: ExitStack
) -> None:
    address, _ = within
    table = {"spec": "plus4", "seats": ["me", "me"]}
    made = httpx.post(f"http://{address}/api/tables", json=table, headers=BEHIND).json()
    live = f"{address}/api/tables/{made['table']}/live"
    crowd = [opened(stack, live) for _ in range(2 * EACH)]
    assert not any(map(refused, crowd))
    assert refused(opened(stack, live)), "visitors without a cookie have a small bound"
    assert refused(opened(stack, f"{address}/open-tables/live"))
    for seat in made["seats"]:
        line = opened(stack, live, f"guest={seat['token']}")
        assert json.loads(line.recv(20))["type"] == "view"


def test_a_player_who_was_refused_counts_as_there(
    within: tuple[str, Site], stack: ExitStack
) -> None:
    address, site = within
    with httpx.Client(base_url=f"http://{address}", headers=BEHIND, timeout=20) as player:
        form = {"seat0": "me", "seat1": "open"}
        first, second = (player.post("/new/plus4", data=form) for _ in range(2))
        cookie = f"guest={player.cookies['guest']}"
    there, missed = (made.headers["location"].removeprefix("/t/") for made in (first, second))
    lines = [opened(stack, f"{address}/api/tables/{there}/live", cookie) for _ in range(EACH)]
    assert not any(map(refused, lines))

    def here_until(table: str) -> int:
        query = sa.select(seats.c.here_until).where(seats.c.table_id == table, seats.c.seat == 0)
        return site.store.read_now(lambda c: c.execute(query).scalar()) or 0

    before = here_until(missed)
    assert refused(opened(stack, f"{address}/api/tables/{missed}/live", cookie))
    until(lambda: here_until(missed) > before)
