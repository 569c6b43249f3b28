"""A real server in a process of its own, on a real socket, to be stopped, killed and restarted."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypedDict

import httpx
import sqlalchemy as sa

from ludotheque.site.storage.database import engine_for
from ludotheque.site.storage.schema import events
from tests.needs import needs

NO_TLS = False  # there is none here, and reading the certificates takes 20 ms for every client


class Patience(TypedDict):
    LUDOTHEQUE_BOT_SECONDS: str
    LUDOTHEQUE_REVIEW_SECONDS: str


# Long times, so that results do not depend on how busy the cores are.
PATIENT: Patience = {"LUDOTHEQUE_BOT_SECONDS": "60", "LUDOTHEQUE_REVIEW_SECONDS": "60"}


class Running:
    """The site on a free port and a database, by default a file of SQLite."""

    def __init__(
        self,
        folder: Path,
        database: str = "",
        workers: int = 1,
        module: str = "ludotheque",
        **settings: str,
    ) -> None:
        self.database = database or f"sqlite:///{folder / 'site.sqlite3'}"
        self.workers = workers
        self.module = module
        self.log = folder / "server.log"
        self.settings = settings
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Running:
        needs("a running site")
        words = [sys.executable, "-m", self.module, "serve", "--port", str(self.port)]
        environment = {**os.environ, **self.settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*words, "--database", self.database, "--workers", str(self.workers)],
                stdout=log, stderr=log, env=environment,
            )  # fmt: skip
        deadline = time.monotonic() + 60
        with httpx.Client(verify=NO_TLS, timeout=2) as http:
            while time.monotonic() < deadline:
                assert self.process.poll() is None, self.log.read_text()
                try:
                    if http.get(f"{self.url}/healthz").status_code == 200:
                        return self
                except httpx.TransportError:
                    time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """No time to say goodbye."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    @contextmanager
    def without_traceback(self) -> Iterator[None]:
        """Refuses errors that the site logs in the meantime."""
        known = len(self.log.read_text())
        yield
        new = self.log.read_text()[known:]
        assert "Traceback" not in new, new

    def events(self, table: str) -> list[tuple[int, str, str, str | None]]:
        """The log of a table as it is on disk."""
        columns = (events.c.seq, events.c.kind, events.c.body, events.c.client)
        query = sa.select(*columns).where(events.c.table_id == table).order_by(events.c.seq)
        engine = engine_for(self.database, writes=False)
        with engine.begin() as connection:
            found = [(row.seq, row.kind, row.body, row.client) for row in connection.execute(query)]
        engine.dispose()
        return found

    def lines(self) -> list[dict[str, Any]]:
        """The records in its log, if the log is JSON."""
        logged = self.log.read_text().splitlines()
        return [json.loads(line) for line in logged if line.startswith("{")]

    def children(self) -> list[int]:
        """The processes that serve, when there are several, or that think."""
        assert self.process is not None
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [
            int(child)
            for thread in threads
            for child in thread.read_text().split()
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]

    def guest(self, lang: str = "en") -> httpx.Client:
        """A browser without a face."""
        headers = {"accept-language": lang, "accept": "text/html", "origin": self.url}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, verify=NO_TLS)

    def new_table(self, guest: httpx.Client, game: str, **form: Any) -> str:
        """Sets a table by the form; its name."""
        answer = guest.post(f"/new/{game}", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    def invites(self, guest: httpx.Client, table: str) -> list[str]:
        """The paths of the invitations that a seated guest sees."""
        return re.findall(
            rf'value="{self.url}(/join/[^"]+)"', guest.get(f"/t/{table}/invites").text
        )


def alive(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be counted as gone."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except FileNotFoundError:
        return False


def until(true: Callable[[], object]) -> None:
    """Waits until a condition holds; fails if it never does."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def cookie(guest: httpx.Client) -> str:
    return f"guest={guest.cookies.get('guest')}"
