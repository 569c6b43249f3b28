"""Clients that play through kills, and the checks afterwards."""

from __future__ import annotations

import json
import os
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from websockets.exceptions import WebSocketException

from ludotheque.site.storage.tables import command_key
from tests.site.postgres import Postgres
from tests.site.running import Running, cookie
from tests.site.wire import Wire, any_action

# An answer before its commit, planted here, lost four acknowledged moves in ten kills.
_KILLS = int(os.environ.get("LUDOTHEQUE_KILLS", "10"))
_AT_ONE_SITTING = 100  # in a thousand, quick games fill their logs (`table.MOST_EVENTS`)
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("plus4", {"mode": "endless"}),
    ("redline", {}),
    ("babylone", {"to_win": "3"}),
    ("croisements", {}),
)


class Client(threading.Thread):
    """Plays random moves at one table for ever, sending each until it is answered."""

    def __init__(
        self, sites: list[Running], table: str, pass_: str, moved: threading.Semaphore, seed: int
    ) -> None:
        super().__init__(daemon=True)
        self.sites, self.table, self.pass_, self.rng = sites, table, pass_, Random(seed)
        self.kept: dict[str, tuple[int, str]] = {}
        self.done = threading.Event()
        self.moved = moved
        self.name = f"{table}-{seed}"
        self.number = 0
        self.pending: tuple[str, str, int] | None = None
        self.stood_still: list[str] = []

    def run(self) -> None:
        while not self.done.is_set():
            try:
                self.session()
            except TimeoutError:
                self.stood_still.append(traceback.format_exc())
            except (OSError, WebSocketException):
                self.done.wait(0.1)

    def session(self) -> None:
        wire = Wire(self.rng.choice(self.sites), self.table, self.pass_)
        try:
            wire.hello()
            while not self.done.is_set():
                self.step(wire)
        finally:
            wire.close()

    def step(self, wire: Wire) -> None:
        """One move, or a new try of the one whose answer was lost."""
        if self.pending is None:
            if wire.view["over"]:
                answer = wire.ask({"type": "undo"})
                if answer["type"] == "kept":
                    wire.newer(answer["seq"] - 1)
                self.done.wait(answer.get("retry_after", 0))
                return
            self.number += 1
            action = any_action(wire.view["gestures"], self.rng)
            self.pending = (f"{self.name}-{self.number}", action, wire.view["seq"])
        name, action, expected = self.pending
        answer = wire.act(action, expected, name)
        if answer.get("retry_after"):
            self.done.wait(answer["retry_after"])
            return
        if answer["type"] == "kept":
            self.kept[name] = (answer["seq"], action)
            self.moved.release()
            wire.newer(answer["seq"] - 1)
        self.pending = None


@contextmanager
def playing(sites: list[Running], tables: int, each: int) -> Iterator[list[Client]]:
    """Clients at so many tables, so many at each, who play until the end."""
    clients = []
    for seed in range(tables):
        moved = threading.Semaphore(0)
        with sites[0].guest() as guest:
            game, form = GAMES[seed % len(GAMES)]
            table = sites[0].new_table(guest, game, seat0="me", seat1="here", **form)
            clients += [
                Client(sites, table, cookie(guest), moved, seed + 100 * number)
                for number in range(each)
            ]
    for client in clients:
        client.start()
    yield clients
    for client in clients:
        assert client.moved.acquire(timeout=60), "the tables stand still"
    for client in clients:
        client.done.set()
    for client in clients:
        client.join(30)
        assert not client.is_alive()
        assert not client.stood_still, "\n".join(client.stood_still)


def sittings() -> list[int]:
    """How many kills there are at each sitting, which has tables of its own."""
    whole, rest = divmod(_KILLS, _AT_ONE_SITTING)
    return [_AT_ONE_SITTING] * whole + [rest] * bool(rest)


def keep_killing(clients: list[Client], kills: list[Callable[[], object]], times: int) -> None:
    rng = Random(2026)
    for _ in range(times):
        watched = rng.choice(clients)
        while watched.moved.acquire(blocking=False):
            pass
        for _ in range(rng.randint(1, 4)):
            assert watched.moved.acquire(timeout=60), "the tables stand still"
        rng.choice(kills)()


def again(what: Running | Postgres) -> Callable[[], object]:
    def kill_and_start() -> None:
        what.kill()
        what.start()

    return kill_and_start


def check(sites: list[Running], clients: list[Client]) -> None:
    """Every acknowledged move is in the log, at its number, once; and every client sees the log."""
    assert sum(len(client.kept) for client in clients) > 3 * len(clients)
    for client in clients:
        log = sites[0].events(client.table)
        assert [seq for seq, *_ in log] == list(range(len(log))), "no gap, nothing twice"
        by_name = {name: (seq, body) for seq, _, body, name in log if name}
        guest = json.loads(log[0][2])["seats"][0]["guest"]
        for name, (seq, action) in client.kept.items():
            found, body = by_name[command_key(guest, name)]
            assert found == seq
            assert json.loads(body)["text"] == action
        for site in sites:
            wire = Wire(site, client.table)
            assert wire.hello()["seq"] == len(log) - 1, "whoever looks converges to the log"
            wire.close()
