"""A real PostgreSQL of one's own: unprivileged, in a temporary folder, on a local socket."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests.needs import needs

USER = "ludotheque"


def program(name: str) -> str:
    """The newest installed program of that name."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=_version)
    path = str(found[-1]) if found else shutil.which(name)
    assert path, "PostgreSQL is missing: apt-get install postgresql"
    return path


def _version(path: Path) -> int:
    return int(path.parent.parent.name)


def unprivileged() -> list[str]:
    """How to run a program that refuses to be root."""
    if os.geteuid() != 0:
        return []
    who = pwd.getpwnam("postgres")
    return ["setpriv", f"--reuid={who.pw_uid}", f"--regid={who.pw_gid}", "--clear-groups"]


class Postgres:
    """A server that can be started, killed and started again."""

    def __init__(self, *, fsync: bool = False) -> None:
        needs("a database server")
        memory = Path("/dev/shm")  # quick where nothing needs to last; a socket's path is short
        place = memory if memory.is_dir() and not fsync else Path("/tmp")
        self.folder = Path(tempfile.mkdtemp(prefix="ludo", dir=place))
        self.fsync = fsync
        self.process: subprocess.Popen[bytes] | None = None
        self.made = 0
        if unprivileged():
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "--no-sync", "--auth=trust", f"--username={USER}", "--encoding=UTF8")

    def _run(self, name: str, *words: str) -> None:
        command = [*unprivileged(), program(name), f"--pgdata={self.folder}/data", *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=120)

    def start(self) -> Postgres:
        """Starts, and waits until it answers."""
        settings = {
            "listen_addresses": "", "unix_socket_directories": str(self.folder),
            "fsync": "on" if self.fsync else "off", "max_connections": "60",
            "shared_buffers": "32MB", "recovery_init_sync_method": "syncfs",
        }  # fmt: skip
        words = [piece for n, v in settings.items() for piece in ("-c", f"{n}={v}")]
        command = [*unprivileged(), program("postgres"), "-D", f"{self.folder}/data", *words]
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process is None or self.process.poll() is not None:
                with (self.folder / "log").open("ab") as log:
                    self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
            try:
                psycopg.connect(self.url("postgres")).close()
                return self
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def url(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def database(self) -> str:
        """The address of a fresh, empty database."""
        self.made += 1
        name = f"site{self.made}"
        with self.administered() as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def administered(self) -> psycopg.Connection[Any]:
        """A connection on which databases are made and dropped."""
        return psycopg.connect(self.url("postgres"), autocommit=True)

    def kill(self) -> None:
        """All its processes at once, as if the machine had lost them."""
        assert self.process is not None
        main = self.process.pid
        os.kill(main, signal.SIGSTOP)
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for pid in (main, *map(int, children)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()
        while any(Path(f"/proc/{pid}").exists() for pid in children):
            time.sleep(0.01)

    def stop(self) -> None:
        """Stops and leaves nothing behind."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


_running: list[Postgres] = []


def shared() -> Postgres:
    """The server that all tests of this process share."""
    if not _running:
        _running.append(Postgres().start())
    return _running[0]


def stop_shared() -> None:
    """Stops the server if it was started."""
    while _running:
        _running.pop().stop()
