"""The servers to measure: the site on one of its databases, or boardgame.io to compare with."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.site.postgres import Postgres
from tests.site.running import Running

from benchmarks.boardgame import GridPair
from benchmarks.crowd import Pair
from benchmarks.players import SitePair
from benchmarks.sockets import HOST

SERVERS = ("sqlite", "postgresql", "postgresql:2", "boardgame.io")
_ANCHOR = Path(__file__).parent / "boardgame"
_START_S = 30.0
# All guests come from one address here, and its limits are not what is measured.
_SETTINGS = {
    "LUDOTHEQUE_WRITES_PER_SECOND": "1000",
    "LUDOTHEQUE_SOCKETS": "10000",
    "LUDOTHEQUE_LOG_LEVEL": "warning",
}


@dataclass(frozen=True)
class Server:
    """A running server: its address, its processes, and the players for it."""

    name: str
    processes: int
    port: int
    pid: int
    serving: Callable[[], list[int]]
    pair: Callable[[int, int], Pair]
    folder: Path
    database: str = ""


@contextmanager
def running(name: str) -> Iterator[Server]:
    """Starts a server, and stops it at the end; `postgresql:2` is the site in two processes."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        if name == "boardgame.io":
            yield stack.enter_context(_anchor(folder))
        else:
            database, _, processes = name.partition(":")
            yield _site(stack, folder, database, int(processes or 1))


def _site(stack: ExitStack, folder: Path, database: str, processes: int) -> Server:
    address = ""
    if database == "postgresql":
        postgres = Postgres(fsync=True).start()
        stack.callback(postgres.stop)
        address = postgres.database()
    site = Running(folder, address, processes, **_SETTINGS).start()
    stack.callback(site.stop)
    assert site.process is not None
    pid = site.process.pid
    return Server(
        name={"sqlite": "SQLite", "postgresql": "PostgreSQL"}[database],
        processes=processes,
        port=site.port,
        pid=pid,
        serving=site.children if processes > 1 else lambda: [pid],
        pair=SitePair,
        folder=folder,
        database=site.database,
    )


@contextmanager
def _anchor(folder: Path) -> Iterator[Server]:
    """Runs boardgame.io, which npm installs at the first run."""
    quiet = ("--no-package-lock", "--no-audit", "--no-fund", "--silent")
    subprocess.run(["npm", "install", *quiet], cwd=_ANCHOR, check=True)
    port = free_port()
    environment = {**os.environ, "NODE_ENV": "production"}  # no logs, no checks of every state
    server = subprocess.Popen(["node", "server.js", str(port)], cwd=_ANCHOR, env=environment)
    try:
        wait_for(port)
        pid = server.pid
        yield Server("boardgame.io", 1, port, pid, lambda: [pid], GridPair, folder)
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Waits until something listens at the port."""
    deadline = time.monotonic() + _START_S
    while True:
        try:
            socket.create_connection((HOST, port)).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
