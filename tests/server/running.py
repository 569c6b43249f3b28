"""A real server in a process of its own, on a real socket, to be stopped, killed and restarted."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx


class Running:
    """The site on a free port and a database file."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.file = folder / "site.sqlite3"
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
        words = [sys.executable, "-m", "ludotheque", "serve", "--port", str(self.port)]
        environment = {**os.environ, **self.settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*words, "--database", str(self.file)], stdout=log, stderr=log, env=environment
            )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return self
            except httpx.TransportError:
                continue
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

    def events(self, table: str) -> list[tuple[int, str, str, str | None]]:
        """The log of a table as it is on disk."""
        with sqlite3.connect(self.file) as database:
            query = "select seq, kind, body, client from events where table_id=? order by seq"
            return list(database.execute(query, (table,)))

    def guest(self, lang: str = "en") -> httpx.Client:
        """A browser without a face."""
        headers = {"accept-language": lang, "accept": "text/html", "origin": self.url}
        return httpx.Client(base_url=self.url, headers=headers, timeout=20)

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


def cookie(guest: httpx.Client) -> str:
    return f"guest={guest.cookies.get('guest')}"
