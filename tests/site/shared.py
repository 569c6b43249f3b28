"""The sites that all tests of a process share: on SQLite, and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from ludotheque.site.storage.database import insert_unless_there
from ludotheque.site.storage.schema import guests
from ludotheque.site.storage.store import Store
from tests.site import postgres
from tests.site.running import PATIENT, Running

DATABASES = ("sqlite", "postgresql")


def fresh(kind: str, folder: Path) -> str:
    """The address of an empty database of that kind."""
    folder.mkdir(exist_ok=True)
    return (
        f"sqlite:///{folder / 'site.sqlite3'}" if kind == "sqlite" else postgres.shared().database()
    )


def make_known(store: Store, *ids: str) -> None:
    """Stores guests with these ids, unless they are there, so that they may sit down."""
    with store._write.begin() as connection:
        for one in ids:
            row = {"id": one, "secret": f"of {one}", "name": "", "leaving": False}
            insert_unless_there(connection, guests, row)


class Sites(dict[str, Running]):
    """Sites by the kind of their database, each started when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def __missing__(self, kind: str) -> Running:
        folder, workers = self.folder / kind, 1 if kind == "sqlite" else 2
        self[kind] = Running(folder, fresh(kind, folder), workers, **PATIENT).start()
        return self[kind]

    def stop(self) -> None:
        """Stops them all; refuses errors that they have logged since they started."""
        for running in self.values():
            running.stop()
        for running in self.values():
            log = running.log.read_text()
            assert "Traceback" not in log, log
