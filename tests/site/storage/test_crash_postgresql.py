"""Two processes on PostgreSQL: killed at any moment, either of them or PostgreSQL itself.

Ten times here, as often as LUDOTHEQUE_KILLS says in `make soak`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.postgres import Postgres
from tests.site.running import Running
from tests.site.storage.killing import Client, again, check, keep_killing, playing, sittings
from tests.site.wire import Wire, any_action


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Postgres, list[Running]]]:
    """Two sites on one PostgreSQL, as on two machines."""
    server = Postgres(fsync=True).start()
    database = server.database()
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    sites = [Running(folder, database).start() for folder in folders]
    yield server, sites
    for site in sites:
        site.stop()
    server.stop()
    for site in sites:
        assert "Traceback" not in site.log.read_text(), site.log.read_text()


def test_two_processes_on_postgresql_lose_and_double_nothing(
    pair: tuple[Postgres, list[Running]],
) -> None:
    """Two clients race at each table, each now on one process, now on the other."""
    server, sites = pair
    for kills in sittings():
        with playing(sites, 4, 2) as clients:
            keep_killing(clients, [again(server), *map(again, sites)], kills)
        check(sites, clients)
        for client in clients:
            everybody_hears(sites, client)


def everybody_hears(sites: list[Running], client: Client) -> None:
    """Changes stored through one process are shown through the other, without a request."""
    wires = [Wire(site, client.table, client.pass_) for site in sites]
    for wire in wires:
        wire.hello()
    for wire in wires * 2:
        seq = wire.view["seq"]
        if wire.view["over"]:
            assert wire.ask({"type": "undo"})["type"] == "kept"
        else:
            assert wire.act(any_action(wire.view["gestures"], client.rng))["type"] == "kept"
        for onlooker in wires:
            onlooker.newer(seq)
    for wire in wires:
        wire.close()
