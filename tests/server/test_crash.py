"""Killed at any moment, the site loses nothing it has acknowledged and doubles nothing.

20 times here, as often as LUDOTHEQUE_KILLS says in `make soak`.
"""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from tests.server.running import Running, cookie
from tests.server.wire import Wire

KILLS = int(os.environ.get("LUDOTHEQUE_KILLS", "20"))
TABLES = 6


class Client(threading.Thread):
    """Plays random moves at one table for ever, sending each until it is answered."""

    def __init__(self, site: Running, table: str, pass_: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.site, self.table, self.pass_, self.rng = site, table, pass_, Random(seed)
        self.kept: dict[str, tuple[int, str]] = {}
        self.done = threading.Event()
        self.moved = threading.Semaphore(0)
        self.number = 0
        self.pending: tuple[str, str, int] | None = None
        self.final: dict[str, object] = {}

    def run(self) -> None:
        while not self.done.is_set():
            try:
                self.session()
            except (OSError, WebSocketException, TimeoutError):
                continue

    def session(self) -> None:
        wire = Wire(self.site, self.table, self.pass_)
        try:
            wire.hello()
            while not self.done.is_set():
                self.step(wire)
            self.final = wire.view
        finally:
            wire.close()

    def step(self, wire: Wire) -> None:
        """One move, or a new try of the one whose answer was lost."""
        if self.pending is None:
            if wire.view["over"]:
                wire.ask({"type": "undo"})
                wire.hello()
                return
            self.number += 1
            action = self.rng.choice(wire.view["gestures"])[-1]
            self.pending = (f"{self.table}-{self.number}", action, wire.view["seq"])
        name, action, expected = self.pending
        answer = wire.act(action, expected, name)
        if answer["type"] == "kept":
            self.kept[name] = (answer["seq"], action)
            self.moved.release()
            wire.newer(answer["seq"] - 1)
        elif answer.get("retry_after"):
            return
        self.pending = None


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    site = Running(tmp_path).start()
    rng = Random(2026)
    clients = []
    for seed in range(TABLES):
        with site.guest() as guest:
            game, form = (
                ("plus4", {"mode": "endless"}),
                ("redline", {}),
                ("babylone", {"to_win": "3"}),
            )[seed % 3]
            table = site.new_table(guest, game, seat0="me", seat1="here", **form)
            clients.append(Client(site, table, cookie(guest), seed))
    for client in clients:
        client.start()
    for _ in range(KILLS):
        watched = rng.choice(clients)
        for _ in range(rng.randint(1, 6)):
            assert watched.moved.acquire(timeout=60), "the tables stand still"
        site.kill()
        site.start()
    for client in clients:
        assert client.moved.acquire(timeout=60)
        client.done.set()
    for client in clients:
        client.join(30)
        assert not client.is_alive()
    for client in clients:
        check(site, client)
    site.stop()


def test_bots_take_up_their_games_after_a_kill(tmp_path: Path) -> None:
    site = Running(tmp_path).start()
    with site.guest() as guest:
        tables = [
            site.new_table(guest, game, seat0="random", seat1="random")
            for game in ("plus4", "redline", "babylone") * 3
        ]
    site.kill()
    site.start()
    for table in tables:
        wire = Wire(site, table)
        wire.hello()
        while not wire.view["over"]:
            wire.hear(60)
        wire.close()
    site.stop()


def check(site: Running, client: Client) -> None:
    log = site.events(client.table)
    assert [seq for seq, *_ in log] == list(range(len(log))), "no gap, nothing twice"
    by_name = {name: (seq, body) for seq, _, body, name in log if name}
    assert len(client.kept) > 3
    for name, (seq, action) in client.kept.items():
        found, body = by_name[name]
        assert found == seq
        assert json.loads(body)["text"] == action
    wire = Wire(site, client.table)
    assert wire.hello()["seq"] == len(log) - 1, "whoever looks converges to the log"
    wire.close()
