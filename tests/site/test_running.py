"""Running the site: processes replaced and stopped without losing a move; logs and metrics."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ludotheque.site.settings import Settings
from tests.site.postgres import shared
from tests.site.running import Running, cookie, until
from tests.site.storage.killing import Client, check, playing
from tests.site.wire import Wire

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Running]:
    """Two processes of one site, which logs in JSON."""
    told = {"LUDOTHEQUE_LOG": "json", "LUDOTHEQUE_LOG_LEVEL": "info"}
    site = Running(tmp_path, shared().database(), 2, **told).start()
    yield site
    site.stop()


def progress(clients: list[Client]) -> None:
    """Every table moves on, several times."""
    for client in clients:
        while client.moved.acquire(blocking=False):
            pass
        for _ in range(3):
            assert client.moved.acquire(timeout=60), "the tables stand still"


def test_processes_are_replaced_one_by_one_without_losing_a_move(workers: Running) -> None:
    until(lambda: len(workers.children()) == 2)
    with playing([workers], 3, 2) as clients:
        progress(clients)
        first = workers.children()
        os.kill(first[0], signal.SIGKILL)
        until(lambda: first[0] not in workers.children() and len(workers.children()) == 2)
        progress(clients)
        second = set(workers.children())
        assert workers.process is not None
        workers.process.send_signal(signal.SIGHUP)
        until(lambda: not second & set(workers.children()) and len(workers.children()) == 2)
        progress(clients)
    check([workers], clients)


def test_one_process_begins_anew_without_losing_a_move(tmp_path: Path) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup` would have the site ignore it too
    site = Running(tmp_path).start()
    assert site.process is not None
    with playing([site], 3, 1) as clients:
        progress(clients)
        site.process.send_signal(signal.SIGHUP)
        until(lambda: site.log.read_text().count(f"{site.url}/") == 2)
        progress(clients)
    check([site], clients)
    assert site.process.poll() is None, "it is the same process"
    site.stop()
    assert "Traceback" not in site.log.read_text()


def test_a_stop_is_graceful_and_loses_nothing(workers: Running) -> None:
    assert workers.process is not None
    with playing([workers], 3, 1) as clients:
        progress(clients)
        workers.process.terminate()
        assert workers.process.wait(30) == 0
        workers.start()
        progress(clients)
    check([workers], clients)


def lines(site: Running) -> list[dict[str, Any]]:
    found = [line for line in site.log.read_text().splitlines() if line.startswith("{")]
    return [json.loads(line) for line in found]


def test_the_log_is_json_and_holds_nothing_private(workers: Running) -> None:
    with workers.guest() as guest:
        table = workers.new_table(guest, "plus4", seat0="me", seat1="open", name0="Zorglub")
        (invite,) = workers.invites(guest, table)
        link = guest.get("/me").text
        secret = str(guest.cookies.get("guest"))
        assert secret in link
        guest.get(f"/me/{secret}")
        guest.get(f"/t/{table}")
        with workers.guest() as friend:
            friend.post(invite, data={"name": "Gaston"})
        wire = Wire(workers, table, cookie(guest))
        wire.hello()
        wire.act("secret words")
        wire.close()
        guest.get("/nowhere/at/all")
    until(lambda: any(line.get("route") == "none" for line in lines(workers)))
    log = workers.log.read_text()
    told = lines(workers)
    for private in ("Zorglub", "Gaston", secret, invite.rpartition("/")[2], table, "secret words"):
        assert private not in log
    assert not re.search(r"(?<![\d.])127\.0\.0\.1(?!:\d+/ \()", log), "no address but our own"
    requests = [line for line in told if line["message"] == "request"]
    routes = {"/join/{invite}", "/me/{secret}", "/t/{table_id}", "none"}
    assert routes <= {line["route"] for line in requests}
    assert all({"time", "level", "logger", "status", "ms"} <= line.keys() for line in requests)
    (command,) = [line for line in told if line["message"] == "command"]
    assert (command["command"], command["outcome"]) == ("act", "refused")


def samples(site: Running) -> dict[str, float]:
    """The metrics, summed over labels."""
    found: dict[str, float] = {}
    text = httpx.get(f"{site.url}/metrics", timeout=10).text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def test_metrics_count_all_processes(site: Running) -> None:
    if site.workers == 2:  # one of them answers already, the other may still be starting
        until(lambda: samples(site)["ludotheque_listening"] == 2)
    with site.guest() as guest:
        before = samples(site)
        table = site.new_table(guest, "plus4", seat0="me", seat1="here")
        wires = [Wire(site, table, cookie(guest)) for _ in range(6)]
        for wire in wires:
            wire.hello()
        for wire in wires:
            seq = wire.view["seq"]
            assert wire.act(wire.view["gestures"][0][-1])["type"] == "kept"
            for other in wires:
                other.newer(seq)
        after = samples(site)
        for wire in wires:
            wire.close()
    more = {name: after[name] - before.get(name, 0) for name in after}
    assert more["ludotheque_command_seconds_count"] == 6
    assert more["ludotheque_commit_jobs_sum"] >= 7
    assert more["ludotheque_sockets"] == 6
    assert more["ludotheque_request_seconds_count"] >= 1
    if site.workers == 2:
        assert after["ludotheque_listening"] == 2
        until(lambda: samples(site)["ludotheque_sockets"] == before["ludotheque_sockets"])


def test_metrics_are_for_the_machine_itself(site: Running) -> None:
    through = {"x-forwarded-for": "192.0.2.1"}
    assert httpx.get(f"{site.url}/metrics", headers=through, timeout=10).status_code == 404
    assert httpx.get(f"{site.url}/healthz", headers=through, timeout=10).text == "ok\n"


def test_the_settings_are_documented_with_their_defaults() -> None:
    text = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `LUDOTHEQUE_(\w+)` \| `([^`]*)` \|", text, re.MULTILINE))
    defaults = {
        name.upper(): str(getattr(Settings(), name)).replace("False", "no").replace("True", "yes")
        for name in Settings.model_fields
    }
    assert rows == defaults
