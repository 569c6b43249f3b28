"""A disk that is full, a database that is deleted: nothing is called saved that is not."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from psycopg import errors
from websockets.exceptions import ConnectionClosed

from ludotheque.core.texts import texts
from ludotheque.site.http.sockets import AWAY
from ludotheque.site.storage import trouble
from ludotheque.site.storage.database import failure
from ludotheque.site.storage.guests import Guests
from ludotheque.site.storage.store import opened
from ludotheque.site.storage.trouble import FULL, GONE, Unavailable
from tests.site.inside import serving
from tests.site.postgres import Postgres, shared
from tests.site.running import NO_TLS
from tests.site.wire import Wire

SENTENCE = texts("ludotheque.house", "en")("site.cannot_save")


class Heard(logging.Handler):
    """The messages about the database in the site's log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def host() -> Iterator[Heard]:
    heard, log = Heard(), logging.getLogger(trouble.__name__)
    log.addHandler(heard)
    yield heard
    log.removeHandler(heard)


class Player:
    """A guest at a table of their own, by requests and by a socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(
            base_url=f"http://{address}", verify=NO_TLS, headers={"accept-language": "en"}
        )
        wanted = {"spec": "plus4(mode=endless)", "seats": ["me", "me"]}
        made = self.http.post("/api/tables", json=wanted).json()
        self.table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        self.wires = [Wire(address, self.table, f"guest={token}") for token in tokens]
        for wire in self.wires:
            wire.hello()
        self.view = self.wires[0].view

    def move(self) -> dict[str, Any]:
        """The answer to the next move, for the seat to move."""
        wire = self.wires[self.view["turn"]]
        answer: dict[str, Any] = wire.act("1", self.view["seq"])
        if answer["type"] == "kept":
            self.view = wire.view
        return answer

    @property
    def health(self) -> int:
        return self.http.get("/healthz").status_code

    def stored(self) -> int:
        """The number of the last event, once the table is read anew."""
        return int(self.http.get(f"/api/tables/{self.table}").json()["seq"])

    def close(self) -> None:
        self.http.close()
        for wire in self.wires:
            wire.close()


@contextmanager
def played(folder: Path) -> Iterator[Player]:
    with serving(folder) as (address, _):
        player = Player(address)
        yield player
        player.close()


def test_a_page_that_cannot_be_told_what_it_has_missed_connects_anew(tmp_path: Path) -> None:
    with played(tmp_path) as player:
        assert player.move()["type"] == "kept"
        page = Wire(player.address, player.table)
        (tmp_path / "site.sqlite3").rename(tmp_path / "elsewhere")
        page.follow(since=0)
        with pytest.raises(ConnectionClosed) as closed:
            page.socket.recv(20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == AWAY
        page.close()


@pytest.mark.parametrize("name", ["site.sqlite3", "site.sqlite3-wal"])
def test_what_goes_into_a_deleted_file_is_not_called_saved(
    tmp_path: Path, host: Heard, name: str
) -> None:
    file = tmp_path / name
    with played(tmp_path) as player:
        assert player.move()["type"] == "kept"
        assert player.health == 200
        file.rename(tmp_path / "elsewhere")
        for _ in range(3):
            answer = player.move()
            assert (answer["type"], answer["text"]) == ("refused", SENTENCE)
            assert answer["retry_after"]
        late = Wire(player.address, player.table)
        assert late.hear()["text"] == SENTENCE
        with pytest.raises(ConnectionClosed):
            late.hear()
        page = player.http.get(f"/t/{player.table}", headers={"accept": "text/html"})
        assert (page.status_code, SENTENCE in page.text) == (503, True)
        assert player.health == 503
        assert not file.exists(), "nothing new is made in its place"
        assert host.lines == [f"nothing is stored: {GONE}"]
        (tmp_path / "elsewhere").rename(file)
        assert player.move()["type"] == "kept"
        assert player.health == 200
        assert player.stored() == player.view["seq"]


def test_another_file_in_the_place_of_the_database_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    with played(tmp_path) as player:
        (tmp_path / "copy").write_bytes(file.read_bytes())
        (tmp_path / "copy").replace(file)
        assert player.move()["text"] == SENTENCE
        assert player.health == 503


@contextmanager
def small_disk(folder: Path, size: str = "2m") -> Iterator[Path]:
    """A disk of 2 MiB; only root can make one."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.call(mount, stderr=subprocess.DEVNULL):
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield folder / "filler"
    finally:
        subprocess.check_call(["umount", "--lazy", folder])


def fill(file: Path) -> None:
    with suppress(OSError), file.open("wb", buffering=0) as filler:
        while filler.write(bytes(4096)):
            pass


def test_a_full_disk_is_told_once_and_costs_no_move(tmp_path: Path, host: Heard) -> None:
    with small_disk(tmp_path) as filler, played(tmp_path) as player:
        fill(filler)
        answer = player.move()
        while answer["type"] == "kept":  # into the rest of a page of the file
            answer = player.move()
        assert (answer["type"], answer["text"]) == ("refused", SENTENCE)
        for _ in range(3):
            assert player.move()["text"] == SENTENCE
        assert player.health == 503
        refused = player.http.post("/api/tables", json={"spec": "plus4"})
        assert (refused.status_code, refused.json()["title"]) == (503, SENTENCE)
        assert host.lines == [f"nothing is stored: {FULL}"]
        filler.unlink()
        assert player.health == 200, "a probe finds out, though nobody plays"
        assert player.move()["type"] == "kept"
        assert player.stored() == player.view["seq"]
        assert host.lines[1:] == ["changes are stored again"]


def test_a_disk_that_is_full_again_is_noticed_before_a_move_fails(
    tmp_path: Path, host: Heard
) -> None:
    with small_disk(tmp_path) as filler, played(tmp_path) as player:
        for _ in range(3):
            fill(filler)
            assert player.health == 503, "though nothing was stored since"
            filler.unlink()
            assert player.health == 200
            assert player.move()["type"] == "kept"
        assert host.lines == [f"nothing is stored: {FULL}", "changes are stored again"]


@contextmanager
def on_small_disk(server: Postgres) -> Iterator[tuple[str, Path]]:
    """A database whose tables are on a disk of 16 MiB, of which half is left, and what fills it."""
    folder = server.folder / "small"
    folder.mkdir()
    with small_disk(folder, "16m") as filler, server.administered() as connection:
        shutil.chown(folder, "postgres", "postgres")
        connection.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        connection.execute("CREATE DATABASE small TABLESPACE small")
        try:
            yield server.url("small"), filler
        finally:
            connection.execute("DROP DATABASE small")
            connection.execute("DROP TABLESPACE small")


def test_a_full_disk_of_postgresql_loses_nobody(host: Heard) -> None:
    async def add_until_full(guests: Guests) -> list[str]:
        added = list[str]()
        try:
            while True:
                added.append((await guests.add())[1])
        except Unavailable as error:
            assert error.cause == FULL
        return added

    with on_small_disk(shared()) as (database, filler), opened(database) as store:
        asyncio.run(Guests(store).add())  # into a page where others have room
        fill(filler)
        added = asyncio.run(add_until_full(Guests(store)))
        assert host.lines == [f"nothing is stored: {FULL}"]
        filler.unlink()
        asyncio.run(store.check())
        assert host.lines[1:] == ["changes are stored again"]
        found = [asyncio.run(Guests(store).find(secret)) for secret in added]
        assert None not in found
        assert len(added) > 1


def test_a_database_that_has_no_room_left_stores_nothing(tmp_path: Path, host: Heard) -> None:
    async def add_without_end() -> None:
        with opened(f"sqlite:///{tmp_path / 'site.sqlite3'}") as store:
            guests = Guests(store)
            await guests.add()
            await store.write(lambda c: c.exec_driver_sql("PRAGMA max_page_count=1"))
            while True:
                await guests.add()

    with pytest.raises(Unavailable, match=FULL):
        asyncio.run(add_without_end())
    assert host.lines == [f"nothing is stored: {FULL}"]


def test_trouble_that_comes_and_goes_is_told_every_ten_minutes(
    host: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("ludotheque.site.storage.trouble.time.monotonic", lambda: now)
    condition = trouble.Condition()
    for _ in range(50):
        condition.fails(FULL)
        condition.fails(FULL)
        condition.works()
    assert host.lines == [f"nothing is stored: {FULL}", "changes are stored again"]
    condition.fails(GONE)
    assert host.lines[2:] == [f"nothing is stored: {GONE}"]
    now = 601.0
    condition.fails(FULL)
    assert host.lines[3:] == [f"nothing is stored: {FULL}"]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (errors.DiskFull(), FULL),
        (errors.ReadOnlySqlTransaction(), "PostgreSQL says 25006"),
        (errors.LockNotAvailable(), ""),
        (errors.AdminShutdown(), ""),
    ],
)
def test_postgresql_says_when_it_cannot_store(error: errors.Error, told: str) -> None:
    assert failure(sa.exc.OperationalError(None, None, error)) == told
